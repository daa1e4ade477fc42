"""Fragments: the parts of a page that are swapped on their own, each rendered again only when its view changes."""

from collections.abc import Callable
from threading import Lock
from typing import Any

import msgspec

from .context import Facts, Version, ViewContext
from .rendering import CANNOT, Render, failing_alone

NEVER = Version(0, 0)  # older than any page: a night begins with entry 1
UNSHOWN = f'<section id="r-{{}}" class="region"><p class="muted unshown">{CANNOT}</p></section>'
Views = dict[Callable[..., Any], Any]
Fragments = tuple["Fragment", ...]


class Fragment(msgspec.Struct, frozen=True):
    """An id, a template, and the function that makes its view: from the context, and for an `own` one also the seat.

    Shared fragments are rendered once for each audience: insiders, who know the reasons of a secret game, and the rest.
    """

    id: str
    template: str | Callable[[ViewContext], str]
    view: Callable[..., Any]
    own: bool = False


class Page(msgspec.Struct, frozen=True):
    """A page of a night; its template has the same name.

    `data` makes what only this page shows, from the night id and the fields of a refused form, if any. The refused form
    of a page below it is shown `again` by the function for its event type or endpoint, which is given the answer. It
    returns None if that page no longer exists.
    """

    name: str
    fragments: Fragments
    data: Callable[[str, dict[str, str]], Any] | None = None
    again: dict[str, Callable[[str, Any], Any]] = {}


class Rendered(msgspec.Struct):
    """A fragment as last rendered: unchanged since version `changed`, and last checked at version `at`."""

    at: Version
    changed: Version
    template: str
    night: Facts | None
    view: Any
    html: str


class Audience:
    """The newest context of an audience, used for all its phones, and the page updates already made from it."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.updates: dict[tuple[Fragments, Version], str] = {}


class FragmentCache:
    """The fragments of one night as they were last rendered, for each audience and each seat.

    If not `alone`, other processes render the same night too. Fragments may have looked different at a version that
    this process skipped, so they count as changed.
    """

    def __init__(self, render: Render, alone: bool = True) -> None:
        self._render, self._alone = render, alone
        self._kept: dict[tuple[str, bool | str | None], Rendered] = {}
        self._audiences: dict[bool, Audience] = {}
        self._lock = Lock()

    def page(self, fragments: Fragments, context: ViewContext, seat: str | None) -> dict[str, str]:
        """The HTML of every fragment of a page by its id, as this seat may see it."""
        with self._lock:  # a slower thread must not put back an older version
            seen = self._audience(context).context
            found = self._changed(fragments, seen, seat)
            self._drop_if_changed(seen)
            return found

    def update(self, fragments: Fragments, context: ViewContext, seat: str | None, since: Version) -> tuple[str, str]:
        """What changed on a page after `since`, as partials: what its audience shares, and what is this seat's own."""
        if since == context.version:
            return "", ""
        with self._lock:
            audience = self._audience(context)
            shared = audience.updates.get((fragments, since))
            if shared is None:
                public = tuple(fragment for fragment in fragments if not fragment.own)
                shared = partials(self._changed(public, audience.context, None, since))
                audience.updates[fragments, since] = shared
            private = tuple(fragment for fragment in fragments if fragment.own)
            own = partials(self._changed(private, audience.context, seat, since))
            self._drop_if_changed(audience.context)
            return shared, own

    def _audience(self, context: ViewContext) -> Audience:
        """The audience of a context; it keeps the context from another of its phones if that shows the same."""
        kept = self._audiences.get(context.insider)
        if kept is None or not kept.context.is_same_as(context):
            kept = self._audiences[context.insider] = Audience(context)
        return kept

    def _drop_if_changed(self, context: ViewContext) -> None:
        """Drops the whole cache if another thread wrote meanwhile: the HTML may be newer than its version number."""
        if context.has_changed:
            self._kept, self._audiences = {}, {}

    def _changed(
        self, fragments: Fragments, context: ViewContext, seat: str | None, since: Version = NEVER
    ) -> dict[str, str]:
        """The HTML, by id, of those fragments that changed after `since`; fragments with one view function share it."""
        at = context.version
        views: Views = {}
        found: dict[str, str] = {}
        for fragment in fragments:
            key = (fragment.id, seat if fragment.own else context.insider)
            shown = self._kept.get(key)
            if shown is None or fragment.own or shown.at != at:
                shown = self._renewed(fragment, context, seat, views, shown)
                if shown.at != at:  # changes by the clock alone are sent with the next version
                    if not self._alone and at.seq - shown.at.seq + at.members_version - shown.at.members_version > 1:
                        shown.changed = at
                    shown.at, self._kept[key] = at, shown
            if shown.changed.seq > since.seq or shown.changed.members_version > since.members_version:
                found[fragment.id] = shown.html
        return found

    def _renewed(
        self, fragment: Fragment, context: ViewContext, seat: str | None, views: Views, kept: Rendered | None
    ) -> Rendered:
        """The fragment as it is now, `kept` itself if its view is the same; one that fails only says so."""
        made: tuple[str, Facts | None, Any, str] = "", None, None, UNSHOWN.format(fragment.id)
        with failing_alone():
            if fragment.view not in views:
                views[fragment.view] = fragment.view(context, seat) if fragment.own else fragment.view(context)
            view = views[fragment.view]
            template = fragment.template if isinstance(fragment.template, str) else fragment.template(context)
            night = context.facts(seat if fragment.own else None)
            if kept is not None and (kept.template, kept.night, kept.view) == (template, night, view):
                return kept
            made = template, night, view, self._render(template, view, night)
        changed = kept.changed if kept is not None and kept.html == made[3] else context.version
        return Rendered(NEVER if kept is None else kept.at, changed, *made)


def partials(changed: dict[str, str]) -> str:
    """The changed fragments as one message; htmx morphs each into the element with its id."""
    return "".join(f'<hx-partial id="r-{id}">{html.strip()}</hx-partial>' for id, html in changed.items())
