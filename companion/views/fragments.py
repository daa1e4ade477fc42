"""Fragments: the parts of a page that are swapped on their own, each rendered again only when its view changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any

import msgspec

from .context import Version, ViewContext
from .rendering import Render

NEVER = Version(-1, -1)


class Fragment(msgspec.Struct, frozen=True):
    """One id, one template, and what makes its view: of the context, or of context and seat for an `own` one.

    Shared fragments are rendered once for each audience: those who may know the reasons of a secret game, and the rest.
    """

    id: str
    template: str | Callable[[ViewContext], str]
    view: Callable[..., Any]
    own: bool = False


class Rendered(msgspec.Struct):
    """A fragment as last rendered: its view was equal from version `changed` on, at least until version `at`."""

    at: Version
    changed: Version
    template: str
    view: Any
    html: str


class FragmentCache:
    """The fragments of one night as they were last rendered, for each audience and each seat.

    Not `alone`, other processes render the same night: at a version that was skipped here they may have looked
    different, so they count as changed since.
    """

    def __init__(self, render: Render, alone: bool = True) -> None:
        self._render, self._alone = render, alone
        self._kept: dict[tuple[str, bool | str | None], Rendered] = {}
        self._contexts: dict[bool, ViewContext] = {}
        self._lock = Lock()

    def changed_since(
        self, fragments: Iterable[Fragment], context: ViewContext, seat: str | None, since: Version = NEVER
    ) -> dict[str, str]:
        """The HTML, by id, of those fragments that changed after `since`, as this seat may see them."""
        if since == context.version:
            return {}
        with self._lock:  # a slower thread must not put back an older version
            context = self._as_seen_before(context)
            at, views = context.version, dict[Callable[..., Any], Any]()
            changed: dict[str, str] = {}
            for fragment in fragments:
                key = (fragment.id, seat if fragment.own else context.insider)
                shown = self._kept.get(key)
                if shown is None or fragment.own or shown.at != at:
                    shown = self._rendered(fragment, shown, context, seat, views)
                    if shown.at != at:  # what only the clock changed is sent with the next version
                        shown.at, self._kept[key] = at, shown
                if _is_after(shown.changed, since):
                    changed[fragment.id] = shown.html
            if context.is_torn:  # another thread wrote meanwhile: what was rendered may be newer than its version says
                self._kept, self._contexts = {}, {}
            return changed

    def _as_seen_before(self, context: ViewContext) -> ViewContext:
        """The context that another phone of the audience brought, so that what it has worked out serves them all."""
        kept = self._contexts.get(context.insider)
        if kept is None or not kept.is_as(context):
            kept = self._contexts[context.insider] = context
        return kept

    def _rendered(
        self,
        fragment: Fragment,
        old: Rendered | None,
        context: ViewContext,
        seat: str | None,
        views: dict[Callable[..., Any], Any],
    ) -> Rendered:
        """The fragment as it is now; `views` are those made so far, so that fragments with one function share one."""
        at = context.version
        if fragment.view not in views:
            views[fragment.view] = fragment.view(context, seat) if fragment.own else fragment.view(context)
        view = views[fragment.view]
        template = fragment.template if isinstance(fragment.template, str) else fragment.template(context)
        if old is not None and old.template == template and old.view == view:
            found = old
        else:
            html = self._render(template, view)
            changed = old.changed if old is not None and old.html == html else at
            found = Rendered(old.at if old else NEVER, changed, template, view, html)
        if not (self._alone or _is_next(at, found.at)):
            found.changed = at
        return found


def _is_after(new: Version, since: Version) -> bool:
    return new.seq > since.seq or new.members_version > since.members_version


def _is_next(new: Version, old: Version) -> bool:
    return new.seq - old.seq + new.members_version - old.members_version <= 1
