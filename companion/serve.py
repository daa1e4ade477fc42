"""The old place of `companion.server.serve`, for what still imports it from here."""

from companion.server.serve import run as run
