"""The application with streams that say nothing but news: what keeps a connection alive is left away."""

import web.server.streams
from app import create_app

__all__ = ["create_app"]
web.server.streams.QUIET = 3600.0
