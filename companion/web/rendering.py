"""The pages of a night and the answers to taps, made of the same fragments as the updates of the stream."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from flask import Response, g, make_response, render_template, request
from markupsafe import Markup

from ..views.context import Version, ViewContext
from ..views.fragments import NEVER, Fragments
from . import auth
from .services import services


class Answer(msgspec.Struct, frozen=True):
    """The answer to a tap, for one phone: a refusal, an offer to resolve a conflict, or whose drinks changed.

    `status` is that of the response. The button `offer` sends the `fields` `to` an address of the night. The button
    `keep` sends nothing: it closes the answer, or leads to the page of the night that `link` names.
    """

    text: str
    kind: str = "refused"
    status: int = 422
    offer: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    night_id: str = ""
    back: str = "table"
    key: str = ""
    changes: tuple[tuple[Any, int], ...] = ()
    keep: str = ""
    link: str = ""
    to: str = "entries"

    @property
    def is_good(self) -> bool:
        """Whether the tap did what was wanted."""
        return self.kind in ("changes", "done")


def plain(template: str, title: str, more: Any = None, status: int = 200) -> Response:
    """A page for somebody who is not at a table."""
    return make_response(render_template(template, view={"title": title, "more": more, "night": None}), status)


def version_text(context: ViewContext, build: str) -> str:
    """The version that a page shows, as text that phones store, with the build of the app that rendered it.

    A change of audience or of the seat's preferences counts as another build, so that the whole page is rendered again,
    and so does for a big screen, which has no seat, that the next night is open.
    """
    seq, members, audience = context.version.seq, context.version.members_version, "" if context.insider else "n"
    if context.seat is None and context.shared_facts.following:
        audience = "x"
    return f"{seq}.{members}.{build}{audience}{context.preferences_digest}"


def version_of(text: str | None, context: ViewContext) -> Version:
    """The version in this text, which a phone sent; NEVER if it is of another build or invalid."""
    parts = (text or "").split(".")
    if len(parts) != 3 or parts[2] != version_text(context, services().build).rpartition(".")[2]:
        return NEVER
    are_numbers = all(part.isdecimal() and len(part) < 10 for part in parts[:2])
    return Version(*map(int, parts[:2])) if are_numbers else NEVER


def page(night_id: str, name: str, answer: Answer | None = None, more: Any = None, template: str = "") -> Response:
    """A page of a night, as this phone can see it, or with a `template` of its own a page below it.

    `more` is the data that only this page shows, `typed` in the view are the fields of the form that was refused.
    What is not in the list of pages has no stream: otherwise a phone that its own form removes would leave the page
    before the answer comes. A page that a script asks for is sent as a sheet, without the layout around it.
    """
    context, pages = auth.context(night_id), services().pages
    followed = pages.get("entering" if name == "table" and template else name)
    typed = request.form.to_dict() if answer and answer.status >= 400 else {}
    if more is None and not template and followed and followed.data:
        more = followed.data(night_id, typed)
    fragments = auth.fragments(night_id).page(followed.fragments, context, auth.seat()) if followed else {}
    addresses = [f"/n/{night_id}/{way}?page={followed.name}" for way in ("live", "poll")] if followed else []
    view = {
        "key": auth.forms_key(context.log),
        "title": (template.rpartition("/")[2].removesuffix(".html") or name).replace("_", " "),
        "night": head(context, name, *addresses),
        "is_sheet": is_scripted() and request.method == "GET",
        "fragments": {region: Markup(html) for region, html in fragments.items()},
        "answer": Markup(services().render("_answer.html", answer, None) if answer else ""),
        "more": more,
        "typed": typed,
    }
    page = render_template(template or f"{name}/{name}.html", view=view, night=context.facts(auth.seat()))
    return make_response(page, answer.status if answer else 200)


def head(context: ViewContext, page: str, live: str = "", poll: str = "") -> dict[str, str]:
    """The data for the layout of a night's page; without addresses for `live` and `poll` the page is not updated."""
    version, nid = version_text(context, services().build), context.night_id
    shown = {"nid": nid, "name": context.night.name, "page": page, "version": version, "live": live, "poll": poll}
    return {**shown, "trial": "yes" if context.phones.is_trial else "", "evening": context.phones.practises_for}


def words(night_id: str, answer: Answer | None) -> Response:
    """The answer to a tap as a fragment, with the version of the night that the stream will bring."""
    headers = {"X-Version": version_text(auth.context(night_id), services().build)}
    return Response(services().render("_answer.html", answer, None), answer.status if answer else 200, headers)


def update(night_id: str, shown: Fragments, since: str | None) -> Response:
    """The fragments of a page that changed since the version that a phone shows."""
    context = auth.context(night_id)
    cache = auth.fragments(night_id)
    response = make_response("".join(cache.update(shown, context, g.get("seat"), version_of(since, context))))
    response.headers["X-Version"] = version_text(context, services().build)
    return response


def download(body: str | bytes, mimetype: str, name: str) -> Response:
    """A file to be saved under this name."""
    return Response(body, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def is_scripted() -> bool:
    """Whether the page's script sent this request and will insert fragments itself."""
    return request.headers.get("HX-Request") == "true"


PLAIN = (  # patterns in messages of libraries, and the text that players read instead
    (r".*is not an event of the night or of the game that is on$", "that cannot be entered now"),
    (r"^(the event|\w+) needs field (\w+)$", r"please fill in the \2"),
    (r"\[\d+\]", ""),
    (r"must be `int` <= (\d+)", r"is \1 at most"),
    (r"must be `int` >= (\d+)", r"is \1 at least"),
    (r"must be `int`.*", "must be a number"),
    (r"must be `.*", "is not as it should be"),
    (r"Integer value out of range", "is too large"),
    (r"(Invalid value|is not one of the choices:) .*", "is not one of the choices"),
    (r" \(after the (undo|change) in event \d+\)$", ""),
)


def sentence(words: str) -> str:
    """A refusal as a plain sentence with a capital letter and a full stop."""
    for machine, plain in PLAIN:
        words = re.sub(machine, plain, words, flags=re.S)
    whole = words[:1].upper() + words[1:]
    return whole if whole.endswith((".", "!", "?")) else whole + "."
