"""Rendering: a template with its one variable, `view`; Jinja as it is, with less work for a small fragment.

For a fragment of a few hundred bytes most of Jinja's work is not needed here. It copies the globals for every template:
here they are shared. It keeps templates in a list of those used last: here in a plain dict. It escapes every value
into an object: numbers, and texts without special characters, are written as they are. It asks each macro which
context it wants: none wants any. Without these four a tap costs an eighth more (decision 35).
"""

import re
from collections.abc import Callable
from typing import Any

from flask.templating import Environment
from jinja2 import Template
from jinja2.runtime import Context, Undefined
from markupsafe import Markup, escape

Render = Callable[[str, Any], str]
special = re.compile(r"[&<>'\"]").search


def escaped(value: Any) -> str:
    """What `markupsafe.escape` returns for a value that is only written, as plain text."""
    kind = type(value)
    if kind is Markup or (kind is str and special(value) is None):
        return value  # type: ignore[no-any-return]
    if kind is Undefined:  # of an `if` without `else`; a name that is not there is StrictUndefined
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
    """Renders a template of this environment."""

    def render(name: str, view: Any) -> str:
        template: Any = environment.get_template(name)
        context = FastContext(environment, template.globals, name, template.blocks)
        context.vars["view"] = view
        return "".join(template.root_render_func(context))

    return render
