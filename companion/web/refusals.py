"""Refusals: what cannot be done is said, in words, on the page that the form stands on."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response

from ..rules.refused import Refused
from ..store.errors import DatabaseUnavailable
from . import entries
from .painter import Answer
from .wording import sentence

View = Callable[..., Response]


def told(view: View) -> View:
    """Answers what the rules or the disk refuse to a form; nothing that was typed is lost."""

    @wraps(view)
    def answered(nid: str, **asked: Any) -> Response:
        try:
            return view(nid, **asked)
        except Refused as refused:
            return entries.answered(nid, Answer(sentence(str(refused))), 422)
        except DatabaseUnavailable as refused:
            return entries.answered(nid, Answer(str(refused)), 503)

    return answered
