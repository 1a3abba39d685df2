"""The search for templates, their compilation, and the place where they are kept compiled."""

import re
from collections.abc import Iterator, MutableMapping
from contextlib import suppress
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import jinja2
from flask import Flask
from flask.templating import Environment
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

import printables
from printables.loading import OneLoads

BLOCKS = "div|fieldset|form|p|section"
UNSEEN = rf'/?>|</?(?:{BLOCKS})\b|</svg>|<use\b|<input type="hidden"'
SPACE = re.compile(rf"[ \n]+({UNSEEN})|[ \n]+")
AFTER = re.compile(rf"(</?(?:{BLOCKS})\b[^<>]*>) ")


# What decides how templates are compiled, those of pages and those of paper.
COMPILER = jinja2.__version__ + "".join(Path(file).read_bytes().hex() for file in (__file__, printables.__file__))


def compile_once(app: Flask) -> None:
    """Compile each template when it is first needed and keep that for later starts, in the folder of the instance. To
    be called before `app.jinja_env` is first used.
    """
    compiled = CompiledTemplates(Path(app.instance_path) / "templates")
    app.jinja_environment = Templates
    app.jinja_options = {
        "trim_blocks": True,
        "lstrip_blocks": True,
        "extensions": [OneSpace],
        "bytecode_cache": compiled,
    }
    printables.templates.bytecode_cache = compiled


def compile_all(app: Flask) -> int:
    """Compile every template that is not kept, those of paper too; how many there are."""
    both = (app.jinja_env, printables.templates)
    wanted = [(one, name) for one in both for name in one.list_templates(extensions=("html",))]
    for one, name in wanted:
        one.get_template(name)
    return len(wanted)


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates in a folder, which is made when there is something to keep.

    One that cannot be read there, or that another version of its source or of COMPILER has left, is compiled again;
    where nothing can be written, nothing is kept.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder), "%s.compiled")
        self._folder = folder

    def get_source_checksum(self, source: str) -> str:
        return super().get_source_checksum(COMPILER + source)

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError, EOFError, UnpicklingError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            super().dump_bytecode(bucket)


class Templates(OneLoads, Environment):
    """Jinja's environment with its globals in one plain mapping, loaded by one thread at a time.

    Jinja chains them to what a template brings, and walks that chain again for each template and each file of macros it
    imports: a twentieth of a tap.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


class OneSpace(Extension):
    """Templates are laid out for readers; what is sent has one space instead of each line break, and none where none is
    seen.

    That happens when a template is compiled, so it costs a page nothing; pages are a fifteenth smaller.
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        for token in stream:
            yield token if token.type != "data" else token._replace(value=_tight(token.value))


def _tight(text: str) -> str:
    return AFTER.sub(r"\1", SPACE.sub(lambda space: space[1] or " ", text))
