"""The paper a phone comes in by: a form sent twice lets in one phone, whichever of both answers its browser keeps."""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode

from flask import current_app, request

from .. import chance

KEY = re.compile(r"[A-Za-z0-9_-]{22}")  # as `chance.token` makes them


def key() -> str:
    """What is painted into one form for one phone, and into no other; it opens nothing by itself."""
    return chance.token()


def token() -> str | None:
    """The token of the phone that sends this form: for the same form with the same words always the same.

    Made with the companion's own secret of the key that was painted into it, so that nothing has to be kept of it and
    nobody else has it. None without such a key, as from a form that somebody made up: then every phone is a new one.
    """
    if not KEY.fullmatch(request.form.get("key", "")):
        return None
    secret: bytes | str = current_app.config["SECRET_KEY"]
    words = repr((request.path, sorted(request.form.items(multi=True))))
    made = hmac.digest(secret if isinstance(secret, bytes) else secret.encode(), f"phone {words}".encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")
