"""What phones are told to type and scan: never what a request claims."""

from __future__ import annotations

from flask import current_app, request


def origin() -> str:
    """The public address of this companion; without one, the (trusted) host this phone itself used."""
    public: str | None = current_app.config.get("PUBLIC_URL")
    return public or f"{request.scheme}://{request.host}"


def shown(code: str) -> str:
    """A night's code as people read it out: in two halves."""
    return f"{code[:4]}-{code[4:]}"
