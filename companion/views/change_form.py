"""The form that puts an entry right: the keys for entering it, filled in, or for what has none a few plain inputs."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect as types

from ..domain import events as of
from ..domain.event_log import Line
from ..domain.events import Event, Id
from ..domain.fields import sent, text_of
from ..domain.games import GAMES
from ..domain.measure import titled
from ..domain.night import Night
from ..domain.old_votes import OLD
from ..domain.visibility import face_down, is_open, played_at, shows_cards
from .calls import OWN_CHOICES
from .context import ViewContext
from .filled_in import Form, Given, forms
from .fragments import Fragment
from .rendering import Render
from .table import OWN_GAME, OWN_TURN, RECORD, game_page

UNCHANGED = frozenset({*OLD.values(), of.CallContested, of.EntryUndone, of.EntryChanged})
LEFT_OUT = frozenset({"player", "entry", "rule", "when", "who", "also", "forfeit", "order"})
LABELS = {"players": "Who plays", "stands": "It stands", "chosen": "Who was picked", "to": "Who takes it over"}
AMOUNTS = {"trick": "the number of the trick", "rank": "the worth of the card"}
_ID = types.type_info(Id).pattern  # type: ignore[attr-defined]
Words = Mapping[str, list[str]]
Field = tuple[str, Any, bool]  # its name and type, and whether every event of the kind has it


class Input(msgspec.Struct, frozen=True):
    """A plain input: its `kind` is text, number, choice or people; `values` are the entry's, `options` come with texts.

    An input that is not `required` can be left empty.
    """

    name: str
    label: str
    kind: str
    values: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    required: bool = False


class Drawing(NamedTuple):
    """How forms are drawn: `render` renders a template.

    `words` are what the phone has filled in so far, `hidden` is HTML of the fields that every form sends with it.
    """

    render: Render
    words: Words
    hidden: str


class Earlier(ViewContext):
    """The night before an entry, as everything counts now, for a phone that can see the entry."""

    def __init__(self, context: ViewContext, seq: int, seat: str) -> None:
        super().__init__(context.night_id, context.log.until(seq - 1), context.phones, seat)
        self.insider = context.insider

    def seen_as(self, own: str, seat: str) -> str:
        return seat


class Keys(msgspec.Struct, frozen=True):
    """The `form` that enters what an entry says, filled in ("": none does), and `others` of the game that can, too.

    `cards_of` is who took a trick whose cards can be forgotten. `retold`: it only names a player, which no change can
    alter, so it is taken back and entered again.
    """

    form: str = ""
    others: tuple[str, ...] = ()
    cards_of: str | None = None
    retold: bool = False


def keys(context: ViewContext, line: Line, seat: str, drawing: Drawing) -> Keys:
    """The keys for an entry of a game, for the phone of this seat; none if the game has none for it."""
    event = line.counts
    played = played_at(context.log, line.entry.seq, event) if event else None
    if event is None or played is None or isinstance(event, of.GameStarted):
        return Keys()
    if (owner := face_down(context.log).get(line.entry.seq)) is not None and not context.seen_as(seat, owner):
        return Keys()
    about = ("player",) if "player" in event.__struct_fields__ else ()
    place = {name: text_of(getattr(event, name)) for name in (*event.slot, *about)}
    kept = {*place, *played.game.corrections.unchanging(played.state, event)}
    known = frozenset(field.encode_name for field in msgspec.structs.fields(event))
    if not known - kept:
        return Keys(retold=event.about != "" and "player" not in event.slot and played.since is None)
    said, taker = _said(context, line), _taker(context, line)
    tells = ((said or taker).keys()) - kept
    said |= {name: values for name, values in drawing.words.items() if name in known}
    wrong = drawing.words.get("player", [""])[0]
    given = Given(said, taker, known, f"/n/{context.night_id}/log/{line.entry.seq}", drawing.hidden, wrong)
    drawn = (each for html in _drawn(context, line, seat, drawing, said) for each in forms(html, given))
    fitting = [form for form in drawn if _fits(form, event, place)]
    whole = sorted(fitting, key=lambda form: not tells <= form.shown)  # that show all of it come first
    found: dict[object, str] = {}
    for form in whole:  # a game draws some forms twice
        found.setdefault((str(form.hidden), form.fields, frozenset(form.buttons)), form.html)
    first, *others = found.values() or [""]
    return Keys(first, tuple(others), taker["winner"][0] if "plays" in said else None)


def _fits(form: Form, event: Event, place: Mapping[str, str]) -> bool:
    """Whether a form enters this kind of event at this place; a button can say which throw, and with that the kind."""
    by_button = {name for name, value in place.items() if value.isdecimal() and value in form.buttons.get(name, ())}
    at = all(form.hidden.get(name) == [value] for name, value in place.items() if name not in by_button)
    return at and (bool(by_button) or form.kind == event.type)


def _said(context: ViewContext, line: Line) -> dict[str, list[str]]:
    """What the entry says, without what this phone cannot read of it."""
    assert line.counts is not None
    said, played = sent(line.counts), played_at(context.log, line.entry.seq, line.counts)
    secrets = played.game.secrets if played else None
    hidden = {"plays"} if not shows_cards(context.log, line) else set()
    if secrets and secrets.insiders and not context.insider:
        hidden |= secrets.fields
    return {name: values for name, values in said.items() if name not in hidden}


def _taker(context: ViewContext, line: Line) -> dict[str, list[str]]:
    """Who took the trick of an entry, by whatever it says."""
    event: Any = line.counts
    if event is None or event.shows is None:
        return {}
    after = context.log.night_after(line.entry.seq)
    state: Any = (after.game or after.games[-1]).state
    return {"winner": [state.deal.taken[event.trick - 1] or ""]}


def _drawn(context: ViewContext, line: Line, seat: str, drawing: Drawing, words: Words) -> Iterator[str]:
    """What the phone of the entry's player would have shown to enter it: the table, then each page of the game."""
    assert line.counts is not None
    render = drawing.render
    whose = line.counts.about or seat
    before = Earlier(context, line.entry.seq, whose)
    if before.game is None or whose not in before.people:
        return
    night = before.facts(whose)
    view: dict[str, Any] = {"key": "", "is_sheet": True, "typed": {}}
    view["night"] = {"nid": context.night_id, "page": "table"}
    view["fragments"] = dict.fromkeys(("status", "own-game"), "")
    for one in (RECORD, OWN_TURN):
        yield _fragment(one, before, whose, render)
    for name in before.game.pages.further:
        more = game_page(before, name, whose, whose, {"for": [whose], "of": [whose], **words})
        yield render(f"games/{before.game.id}/{name}.html", {**view, "more": more}, night)
    for one in (OWN_GAME, OWN_CHOICES):
        yield _fragment(one, before, whose, render)
    if before.screen.order:
        more = {"screen": before.screen, "is_secret": before.game.has_insiders and not context.insider, "judged": ""}
        yield render("games/pad.html", {**view, "more": more}, night)


def _fragment(fragment: Fragment, before: ViewContext, seat: str, render: Render) -> str:
    template = fragment.template if isinstance(fragment.template, str) else fragment.template(before)
    view = fragment.view(before, seat) if fragment.own else fragment.view(before)
    return render(template, view, before.facts(seat))


# Plain inputs, for what has no keys


@cache
def _fields(kind: type[msgspec.Struct], left_out: frozenset[str]) -> tuple[Field, ...]:
    fields = types.type_info(kind).fields  # type: ignore[attr-defined]
    return tuple((one.encode_name, one.type, one.required) for one in fields if one.encode_name not in left_out)


def changeable(context: ViewContext, line: Line) -> tuple[Field, ...]:
    """The fields of an entry that a change can alter: not its place, and no dice that a phone has thrown."""
    event = line.counts
    if event is None or type(event) in UNCHANGED or isinstance(event, of.RuleCalled) and event.chosen is msgspec.UNSET:
        return ()
    kept = LEFT_OUT.union(event.slot, ("options",))
    if isinstance(event, of.GameStarted) and event.game in GAMES:
        own = _fields(GAMES[event.game].options, frozenset())
        switches = (one for one in own if isinstance(one[1], types.IntType | types.BoolType))
        return (*_fields(type(event), kept), *((f"options.{name}", *more) for name, *more in switches))
    played = played_at(context.log, line.entry.seq, event)
    unchanging = played.game.corrections.unchanging(played.state, event) if played else ()
    return _fields(type(event), kept.union(unchanging))


def inputs(context: ViewContext, line: Line) -> tuple[Input, ...]:
    """The plain inputs of an entry, filled in with what it says now."""
    event = line.counts
    if event is None or not is_open(context.log, line, context.insider):
        return ()
    found = (_input(field, sent(event).get(field[0], []), context.night) for field in changeable(context, line))
    return tuple(one for one in found if one is not None)


def _input(field: Field, said: list[str], night: Night) -> Input | None:
    name, kind, required = field
    label = LABELS.get(name) or titled(name.rpartition(".")[2].replace("_", " "))
    plain = Input(name, label, "text", tuple(said), required=required)
    people = tuple((player, night.names[player]) for player in night.order)
    change = msgspec.structs.replace
    match kind:
        case types.LiteralType(values=values):
            return change(plain, kind="choice", options=tuple((str(each), titled(str(each))) for each in values))
        case types.UnionType(types=(types.IntType(ge=int(least), le=int(most)), types.LiteralType(values=values))):
            counted = map(str, (*range(least, most + 1), *values))  # how much a house rule costs
            return change(plain, kind="choice", options=tuple((each, AMOUNTS.get(each, each)) for each in counted))
        case types.BoolType():
            options = (("true", "Yes"), ("false", "No"))
            return change(plain, kind="choice", values=plain.values or ("false",), options=options)
        case types.IntType():
            return change(plain, kind="number")
        case types.StrType(pattern=pattern) if pattern == _ID:
            return change(plain, kind="choice", options=people)
        case types.StrType():
            return plain
        case types.VarTupleType(item_type=types.StrType(pattern=pattern)) if pattern == _ID:
            ordered = (*said, *(player for player, _ in people if player not in said))
            return change(plain, kind="people", options=tuple((who, night.names[who]) for who in ordered))
    return None
