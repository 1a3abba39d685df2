"""The operator's view: whether Cairn is alive and ready, metrics, and logs without names or codes."""

import json
import logging
import secrets
import time
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Any

from flask import Blueprint, Flask, Response, current_app, g, request
from flask.typing import ResponseReturnValue

from referee import Answered, Behind, Doubted, Recorded, Refused, Ruling, SaidBefore
from web.table.access import ledger

monitoring = Blueprint("monitoring", __name__)
log = logging.getLogger("cairn")
ANSWERS = {
    Recorded: "recorded",
    Refused: "refused",
    Behind: "behind",
    SaidBefore: "said_before",
    Doubted: "doubted",
    Answered: "answered",
    type(None): "malformed",
}
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """The metrics of this process; whoever reads those of several processes adds them up."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self.registry = CollectorRegistry()
        self.taps = Counter("cairn_taps", "Reports, by game and answer", ("game", "answer"), registry=self.registry)
        self.refusals = Counter("cairn_refusals", "Refused reports, by rule", ("rule",), registry=self.registry)
        self.seconds = Histogram(
            "cairn_tap_seconds", "From a report to its answer", buckets=SECONDS, registry=self.registry
        )
        self.pings = Histogram(
            "cairn_ping_seconds",
            "From a recorded move to the last stream told",
            buckets=SECONDS,
            registry=self.registry,
        )
        self.streams = Gauge("cairn_streams", "Open streams", registry=self.registry)

    def tap(self, game: str, answer: Ruling | None) -> None:
        """Count one report; None means that it was not a move."""
        self.taps.labels(game, ANSWERS[type(answer)]).inc()
        if isinstance(answer, Refused):
            self.refusals.labels(answer.illegal.rule.code).inc()

    def tap_took(self, seconds: float) -> None:
        """Note how long one report took."""
        self.seconds.observe(seconds)

    def ping_took(self, seconds: float) -> None:
        """Note how long it took until all streams were told of a move."""
        self.pings.observe(seconds)


class Unmeasured(Metrics):
    """The metrics where nobody reads them: in a browser, and at home."""

    def __init__(self) -> None:
        """Without a registry."""

    def tap(self, game: str, answer: Ruling | None) -> None:
        """Count nothing."""

    def tap_took(self, seconds: float) -> None:
        """Note nothing."""

    def ping_took(self, seconds: float) -> None:
        """Note nothing."""


def metrics_of(app: Flask) -> Metrics:
    """Those of an application; they begin when something is first counted."""
    if "metrics" not in app.extensions:
        app.extensions.setdefault("metrics", Metrics() if find_spec("prometheus_client") else Unmeasured())
    found: Metrics = app.extensions["metrics"]
    return found


def app_metrics() -> Metrics:
    return metrics_of(current_app)


@monitoring.get("/health")
def health() -> ResponseReturnValue:
    """The process answers."""
    return Response("alive\n", mimetype="text/plain")


@monitoring.get("/ready")
def ready() -> ResponseReturnValue:
    """The database can be written too; tried at most once a second."""
    kept, at = current_app.extensions.get("ready", (None, 0.0))
    why, at = (kept, at) if at and time.monotonic() < at + 1 else (ledger().outage(), time.monotonic())
    current_app.extensions["ready"] = why, at
    if why is None:
        return Response("ready\n", mimetype="text/plain")
    return Response("the database cannot be written\n", 503, {"Retry-After": "5"}, mimetype="text/plain")


@monitoring.get("/metrics")
def metrics() -> ResponseReturnValue:
    """The metrics, for whoever holds METRICS_TOKEN; without that setting, for this machine only."""
    if not _may_count():
        return Response("not for you\n", 403, mimetype="text/plain")
    if isinstance(app_metrics(), Unmeasured):
        return Response("not kept: make setup SERVER=1 brings what keeps them\n", 404, mimetype="text/plain")
    from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

    app_metrics().streams.set(current_app.extensions["hub"].count())
    return Response(generate_latest(app_metrics().registry), content_type=CONTENT_TYPE_LATEST)


def _may_count() -> bool:
    """True if the reader may see metrics. A proxy that we do not know of makes everybody look like this machine."""
    token = current_app.config["METRICS_TOKEN"]
    if token:
        return secrets.compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode())
    through = not current_app.config["PROXIES"] and "X-Forwarded-For" in request.headers
    return request.remote_addr in ("127.0.0.1", "::1") and not through


class OneLine(logging.Formatter):
    """Formats a log record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "said": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def keep_a_log(app: Flask) -> None:
    """Log one line for each request: the route and never the address, the table's number and never its code."""
    if not log.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(OneLine())
        log.addHandler(handler)
        log.propagate = False
        logging.getLogger("flask-limiter").addHandler(handler)  # it warns when the store of the limits is down
    log.setLevel(app.config["LOG_LEVEL"])
    app.log_exception = _tell_fault  # type: ignore[method-assign, assignment]  # Flask's own tells the address
    app.before_request(_begin)
    app.after_request(_note)


def _tell_fault(fault: Any) -> None:
    log.error("fault", exc_info=fault, extra={"facts": _where()})


def _where() -> dict[str, object]:
    route = str(request.url_rule) if request.url_rule else None
    return {"route": route, "method": request.method, "table": g.get("table")}


def _begin() -> None:
    g.begun = time.perf_counter()


def _note(response: Response) -> Response:
    took = time.perf_counter() - g.get("begun", time.perf_counter())
    if request.endpoint == "table.report":
        app_metrics().tap_took(took)
    if log.isEnabledFor(logging.INFO) and request.endpoint != "static":
        facts = {"status": response.status_code, "ms": round(took * 1000, 2)}
        log.info("request", extra={"facts": _where() | facts})
    return response
