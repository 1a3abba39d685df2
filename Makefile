# `make` serves Cairn on the local network, `make test` checks it; each sets itself up on a fresh machine.
export PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
FLASK := $(BIN)/flask
TLS = $(if $(CERT),--certfile "$(CERT)" $(if $(KEY),--keyfile "$(KEY)"))
# What was set up was set up for one version of Python: another sets up anew.
AT_HOME := .venv/ready-$(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
# With SERVER=1 it has what only a server needs, too.
READY = $(AT_HOME)$(if $(SERVER),-server)
# The browsers that tests/engines walks in; all else needs Chromium alone.
ENGINES ?= chromium $(if $(filter setup-dev test pytest,$(MAKECMDGOALS)),firefox webkit)
export ENGINES
UNTRIED = $(filter-out $(ENGINES),chromium firefox webkit)
OTHERS = $(filter-out chromium,$(ENGINES))
DEV = $(AT_HOME)-dev$(subst $() ,,$(OTHERS:%=-%))
KEYWORDS := -k _ -k gettext -k ngettext:1,2 -k text -k plural:1,2

.PHONY: serve pocket pocket-serve bench test game pytest template messages language setup setup-dev lint format types lock

serve: setup
	@$(FLASK) announce --port $(PORT) $(TLS)
	@$(FLASK) serve --host 0.0.0.0 --port $(PORT) $(TLS)

# A folder of static files: the whole of Cairn for a browser without server or network.
pocket: setup
	@$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements-pocket.lock
	@$(BIN)/python -m pocket.pack

pocket-serve: pocket
	@echo "Cairn in the pocket: http://localhost:$(PORT)/   (Ctrl-C ends it)"
	@$(BIN)/python -m http.server $(PORT) --bind 127.0.0.1 --directory dist/pocket

setup: $(READY)
setup-dev: $(DEV)

$(BIN)/python: # gone, or never there: everything is set up again

$(READY): $(BIN)/python setup.sh requirements.lock requirements-server.lock
	@./setup.sh $(if $(SERVER),server,run)
	@$(FLASK) compile
	@touch $(AT_HOME) $@

$(DEV): $(BIN)/python setup.sh requirements.lock requirements-server.lock requirements-dev.lock requirements-pocket.lock
	@./setup.sh dev $(OTHERS)
	@$(FLASK) compile
	@touch $(AT_HOME) $(AT_HOME)-server $(AT_HOME)-dev $@

# Types take one processor long, and no test waits for them.
test: setup-dev lint
	@$(MAKE) --no-print-directory -j 2 types pytest
	@$(if $(UNTRIED),echo "Not tried: $(UNTRIED).")

# Python keeps what it compiles, wherever it is told not to: each worker would compile all tests anew.
pytest: export PYTHONDONTWRITEBYTECODE :=
pytest: setup-dev
	$(BIN)/pytest -n 3 --dist loadgroup

# Run all that one game must pass, and say what it lacks: make game GAME=<key>
game: export PYTHONDONTWRITEBYTECODE :=
game: setup-dev
	$(BIN)/python -m tests.one_game $(GAME)
	$(BIN)/mypy -p scoring -p printables
	$(BIN)/pytest -n 3 --dist loadgroup --tb short --game $(GAME) --ignore tests/browser
	$(BIN)/pytest -n 3 --dist loadgroup --tb short --game $(GAME) tests/browser

lint: setup-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djangofmt --check templates printables tests/fourth_game
	$(BIN)/biome check

# Lay everything out as `make lint` wants it; tests/test_layout.py names what is left to do by hand.
format: setup-dev
	$(BIN)/ruff check --select I --fix .
	$(BIN)/ruff format .
	$(BIN)/djangofmt templates printables tests/fourth_game
	$(BIN)/biome format --write

types: setup-dev
	$(BIN)/mypy

# Measure Cairn against its limits, side by side; needs a quiet machine.
bench: setup-dev
	$(BIN)/python -m bench

# Gather every marked text.
template: setup-dev
	$(BIN)/pybabel -q extract -F babel.cfg $(KEYWORDS) --no-location --sort-output --width 120 --project Cairn -o translations/messages.pot .

# Gather every marked text, and bring the catalogues up to date with it.
messages: template
	$(BIN)/pybabel -q update -i translations/messages.pot -d translations --no-fuzzy-matching --ignore-obsolete --width 120

# Begin the catalogue of one more language: make language CODE=de
language: template
	@! test -e translations/$(CODE) || { echo "translations/$(CODE) is there: make messages brings it up to date"; false; }
	$(BIN)/pybabel init -i translations/messages.pot -d translations -l $(CODE)

LOCK = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command 'make lock'
WITHOUT = $$(sed -n 's/==.*//p' $(1) | sed 's/^/--no-emit-package /')

# Note the sums of all files of the versions in the requirements, after one of these was changed.
lock: setup-dev
	$(BIN)/pip install -q --disable-pip-version-check uv==0.13.9
	$(LOCK) requirements.txt -o requirements.lock
	$(LOCK) requirements-pocket.txt -o requirements-pocket.lock
	$(LOCK) requirements-server.txt -c requirements.lock $(call WITHOUT,requirements.lock) -o requirements-server.lock
	$(LOCK) requirements-dev.txt -c requirements.lock -c requirements-server.lock $(call WITHOUT,requirements.lock requirements-server.lock) -o requirements-dev.lock
