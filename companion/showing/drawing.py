"""The drawing of regions: a template and its record become HTML, and what repeats is drawn once."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

PARTS = "_parts.html"
KEPT = 2048  # of each part


class Parts:
    """The macros of `_parts.html` as the templates of regions call them: `part.who(player)`.

    A part is made of its arguments alone, so what was drawn for the same arguments may be drawn for anybody. They are
    records, texts and numbers; two of one type that are equal look alike, and no text is taken for HTML that equals it.
    """

    def __init__(self, environment: Any) -> None:
        self._environment = environment

    def __getattr__(self, name: str) -> Any:
        drawn = lru_cache(KEPT, typed=True)(getattr(self._environment.get_template(PARTS).module, name))
        setattr(self, name, drawn)
        return drawn


class Drawing:
    """Draws a template with its record.

    What all templates know is gathered once: to do so for every region, as Jinja does, took two thirds of a small one.
    """

    def __init__(self, environment: Any) -> None:
        environment.globals["part"] = Parts(environment)
        self._environment, self._known = environment, dict(environment.globals)
        self._found = environment.get_template if environment.auto_reload else cache(environment.get_template)

    def __call__(self, template: str, view: Any) -> str:
        found = self._found(template)
        known = self._environment.context_class(
            self._environment, {**self._known, "view": view}, template, found.blocks
        )
        return "".join(found.root_render_func(known))
