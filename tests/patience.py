"""How long a test waits for what must come: a machine with other work takes long, and waiting costs only who fails."""

SECONDS = 120.0
