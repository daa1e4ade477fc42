"""Renders a template with its two variables, `view` and `night`: ordinary Jinja, with less work for a small fragment.

Much of Jinja's work is not needed for a fragment of a few hundred bytes. Here templates share their globals instead of
copying them, and are cached in a plain dict instead of an LRU cache. Numbers, and texts without special characters, are
written without creating a Markup object. Macros are called without asking which context they need: none needs one.
Without these four savings a tap costs an eighth more.
"""

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from flask.templating import Environment
from jinja2 import Template
from jinja2.runtime import Context, Undefined
from markupsafe import Markup, escape

Render = Callable[[str, Any, Any], str]
special = re.compile(r"[&<>'\"]").search
holds_something = re.compile("<(?:a|button|form|p)[ >]").search
log = logging.getLogger(__name__)
CANNOT = "(cannot be shown)"


def shows(zone: str) -> str:
    """The classes that say what the thumb zone shows, given its HTML (static/thumb.js keeps them up to date).

    No name of a player can look like these parts of tags, since quotes and angle brackets in it are escaped.
    """
    if not holds_something(zone):
        return " bare"
    return " asked" if 'class="question"' in zone else " on-turn" if ' my-turn"' in zone else ""


@contextmanager
def failing_alone() -> Iterator[None]:
    """What fails in this block is logged and left out, so that everything beside it is shown."""
    try:
        yield
    except Exception:
        log.exception("Something cannot be shown")


def escaped(value: Any) -> str:
    """The same text as `markupsafe.escape`, but not always as Markup; for values that are only written."""
    kind = type(value)
    if kind is Markup or (kind is str and special(value) is None):
        return value  # type: ignore[no-any-return]
    if kind is Undefined:  # from an `if` without `else`; an unknown name is StrictUndefined
        return ""
    return str(value) if kind is int else escape(value)


class FastTemplate(Template):
    """A template that writes values with `escaped`."""

    @classmethod
    def from_code(cls, *compiled: Any, **more: Any) -> Template:
        template = super().from_code(*compiled, **more)
        template.root_render_func.__globals__["escape"] = escaped
        return template


class FastContext(Context):
    """A context that calls macros and functions without passing itself."""

    def call(self, called: Any, /, *given: Any, **named: Any) -> Any:
        named.pop("_block_vars", None)
        named.pop("_loop_vars", None)
        return called(*given, **named)


class FastEnvironment(Environment):
    """Jinja for fragments."""

    template_class = FastTemplate
    context_class = FastContext

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, cache_size=-1, **options)

    def make_globals(self, d: Any) -> Any:
        return {**self.globals, **(d or {})}


def rendering(environment: Environment) -> Render:
    """A function that renders a template of this environment, given its name, its view and the facts of the night."""

    def render(name: str, view: Any, night: Any) -> str:
        template: Any = environment.get_template(name)
        context = FastContext(environment, template.globals, name, template.blocks)
        context.vars.update(view=view, night=night)
        return "".join(template.root_render_func(context))

    return render
