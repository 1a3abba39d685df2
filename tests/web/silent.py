"""Settings of gunicorn for servers whose streams say nothing but news: what keeps a line alive is left away."""

import web.live.streams

web.live.streams.QUIET = 3600.0
