"""The headers that every answer gets: what its page may load, who may keep it, what another site is told of it."""

from __future__ import annotations

from flask import Response, g, request

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
# That of Cairn in the pocket, which shows its pages in a frame and runs Python.
POCKET_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"
)


def guard(response: Response) -> Response:
    """The answer with these headers, as far as it has none of its own; `g.policy` allows a page more."""
    response.headers.setdefault("Content-Security-Policy", _policy(response.mimetype))
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")  # over HTTPS the CSRF check wants our own
    if response.mimetype == "text/html":
        response.vary.update(("Accept-Language", "HX-Request", "Shown"))
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", _kept(request.method))
    return response


def _policy(mimetype: str | None) -> str:
    """A picture that a page of ours shows by `object` is to Firefox a document in a frame."""
    policy = POLICY + str(g.get("policy", ""))
    return policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'") if mimetype == "image/png" else policy


def _kept(method: str) -> str:
    """The header that says how browsers keep an answer: pages not at all; those to a form, because at Back they would
    ask whether to send it again. Nobody between keeps either: the address is mostly a secret link.
    """
    return "private, no-cache" if method == "POST" else "no-store"
