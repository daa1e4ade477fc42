"""From a form to events: form fields are named like the event's fields; new ids are made here, not sent by phones."""

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import Any, get_args

import msgspec
from msgspec import UNSET
from werkzeug.datastructures import MultiDict

from ..domain import events as of
from ..domain.event_log import Line, Log, next_id, next_ids
from ..domain.events import EVENTS, Entry, Event, read, written
from ..domain.fields import NESTED, facts, fields_of
from ..domain.games import GAMES
from ..domain.limits import check_limits
from ..domain.night import Night
from ..domain.playing import check_event, own_events
from ..domain.refused import CardsDisagree, Confirmation, Filled, Refused, Unconfirmed, Unreadable
from ..domain.seating import right_of
from ..domain.settlement import cleared, cleared_with
from ..system.chance import dice, draw, shuffled
from . import rule_forms
from .together import together
from .verdict import Command, GameOver

KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
PAGE_KEY = re.compile(r"s[0-9-]+(?:deal)?")  # of a form without script: made by the server from numbers of the log
LONGEST_NAME = 24
MOST_NAMES = 20  # in one line
BETWEEN_NAMES = re.compile(r"[,;&\n]|\sand\s")
UNSEEN = {  # invisible letters and marks: fillers, joiners, variation selectors, the empty Braille sign
    0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800,
    *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0),
}  # fmt: skip
BLANK, HIDDEN = ("Zs", "Zl", "Zp", "Cc"), ("Cf", "Cs", "Co", "Cn")  # Unicode categories: become a blank, are removed
NOT_FACTS = {
    "key", "back", "next", "acting", "in_game", "again", "forget", "appeared", "move", "type", "dealt", "asked",
    "read", "also.who", "also.amount", "open_rules", "corrects", "debts", "awaited",
}  # fmt: skip
RANDOM = "random"  # drawn by the server: the first dealer, or the order of the seats
Form = MultiDict[str, str]


def command(form: Form, waited: float = 0.0) -> Command:
    """The command that a form sends; `waited` is how many seconds it was in the outbox of its phone."""
    if None in form:
        raise Refused("Something went wrong here. Reload the page.")
    first = form.to_dict()  # the first value of each field
    key = first.get("key") or None
    if key is not None and not KEY.fullmatch(key):
        raise Refused("Something went wrong here. Reload the page.")
    fields = sorted((name, value) for name, value in form.items(multi=True) if name not in ("key", "back", "next"))
    # The same tap sent again has the same digest, whatever has happened since.
    digest = hashlib.sha256(repr(fields).encode()).hexdigest()[:24]
    return Command(
        events=lambda night: events(form, night.log),
        # A page without script has one key for all its forms, so the content makes the difference.
        key=f"{key}-{digest}" if key and PAGE_KEY.fullmatch(key) else key,
        digest=digest,
        answers=form.getlist("again"),
        waited=waited,
        in_game=first.get("in_game", ""),
        asked=first.get("asked", ""),
        fields=tuple(first),
        empty=tuple(_inner(name) for name in _given(form) if _inner(name) and not first[name].strip()),
        read_ahead=lambda night: rule_forms.read_ahead(form, night.night),
    )


def events(form: Form, log: Log) -> Sequence[Event]:
    """The events that a form proposes, with the fields that the server fills in; raises Refused.

    If an event of the game that is on names several players, each of them does that, in this order. Players who join
    are dealt in with the first entry that needs them, so that nobody has to tap for it.
    """
    if (question := appeared(form)) is not None:
        raise Unconfirmed(question)
    if "corrects" in form:
        return together(_change(form, log), log)
    _check_game_on(form, log)
    if form.get("type") == "player.joined" and "names" in form:
        return _joining(form["names"], log)
    raw, own, players = raw_event(form, log), own_events(log.night), form.getlist("player")
    each = [{**raw, "player": player} for player in players] if len(players) > 1 and raw["type"] in own else [raw]
    for one in each:
        _complete(one, form, log)
    proposed = [read(one, own, strict=False) for one in each]
    if isinstance(start := proposed[0], of.GameStarted):
        came = [player for player in start.players if player in log.night.away and player in form.getlist("awaited")]
        return [*(of.PlayerReturned(player=player) for player in came), start]
    if how := form.get("debts"):
        return [*cleared(log.night, how), *proposed]
    if isinstance(undo := proposed[0], of.EntryUndone):
        return [undo, *(of.EntryUndone(entry=seq) for seq in cleared_with(log, undo.entry))]
    joining, playing = form.getlist("dealt"), log.night.game
    deal = playing.game.entering.deals_in(raw, joining) if playing and joining else None
    if deal is None:
        return proposed
    dealt = read(deal, own, strict=False)
    with suppress(Filled):  # another phone has just dealt
        log.candidate(Entry(log.seq + 1, dealt))
        return [dealt, *proposed]
    return proposed


def _joining(line: str, log: Log) -> list[Event]:
    """Players with the names in this line, such as "Bob, Cal and Dan": all of them, or none if one is refused."""
    names = [name for part in BETWEEN_NAMES.split(line) if (name := part.strip())] or [""]
    if len(names) > MOST_NAMES:
        raise Refused(f"{MOST_NAMES} names at most in one go.")
    joining: dict[str, str] = {}
    for player, name in zip(next_ids("player", log), names, strict=False):
        shown = proper_name(name, log.night.names.values())
        if shown.casefold() in map(str.casefold, joining.values()):
            raise Refused(f"{shown} is there twice. Add a letter to one of them.")
        joining[player] = shown
    return [of.PlayerJoined(player=player, name=name) for player, name in joining.items()]


def appeared(form: Form) -> Confirmation | None:
    """The question about a button that came up under the finger a moment before, in words of static/late-taps.js."""
    said = one_line(form.get("appeared", ""))[:80]
    if said in ("", "yes"):
        return None
    return Confirmation(f"That changed just as you tapped. Did you mean {said}?", "Yes", "No", field="appeared")


def _check_game_on(form: Form, log: Log) -> None:
    """Refuses an event of a game that is over, with GameOver if it can be read: it is not for the next game."""
    kind, shown = form.get("type", ""), form.get("in_game", "")
    game = next((game for game in log.night.games if str(game.started) == shown), None)
    own: dict[str, type[Event]] = {**game.game.entered, "game.ended": of.GameEnded} if game else {}
    if game and kind in own:
        with suppress(Unreadable):  # a throw, whose dice the server would add
            raise GameOver(read({"type": kind, **facts(_given(form), own[kind])}, own, strict=False), game)
        raise Refused("Too late: that game is over.")


def raw_event(form: Form, log: Log) -> dict[str, Any]:
    """The form's fields as an event would stand in a night file."""
    kind = form.get("type", "")
    return {"type": kind, **facts(_given(form), EVENTS.get(kind) or own_events(log.night).get(kind))}


def _inner(name: str) -> str:
    """The player for whom a field has a value, as in `points.p1`; "" for any other field."""
    outer, _, inner = name.partition(".")
    return "" if outer in NESTED else inner


def _given(form: Form) -> dict[str, list[str]]:
    """The form's fields that are facts of its event."""
    return {name: form.getlist(name) for name in form if name not in NOT_FACTS}


def _complete(raw: dict[str, Any], form: Form, log: Log) -> None:
    """Fills in fields by the type of event: ids, names, the drawn dealer, options, a rule's parts, phone dice."""
    kind = raw["type"]
    if kind == "player.joined":
        raw["player"] = next_id("player", log)
        raw["name"] = proper_name(raw.get("name", ""), log.night.names.values())
        raw.pop("forfeit", None)
    elif kind in ("rule.made", "rule.amended"):
        if kind == "rule.made":
            raw["rule"] = next_id("rule", log)
        rule_forms.complete(raw, form, log)
    elif kind == "game.started":
        _complete_dealer(raw, raw.get("players") or [""])
        _type_options(raw)
    elif kind == "seats.moved":
        _complete_move(raw, form, log)
    _fill(raw, log)


def _complete_dealer(raw: dict[str, Any], players: Sequence[str]) -> None:
    """Draws the first dealer by lot; where a form says instead who begins, the dealer sits right of them."""
    begins = raw.pop("first", None)
    if RANDOM in (begins, raw.get("dealer")):
        raw["dealer"] = draw(players)
    elif begins:
        if begins not in players:
            raise Refused("Whoever begins has to play.")
        raw["dealer"] = right_of(begins, tuple(players))


def _fill(raw: dict[str, Any], log: Log) -> None:
    """Adds what only the game can."""
    kind, playing = raw["type"], log.night.game
    if kind == "game.started" and (game := GAMES.get(str(raw.get("game")))):
        game.entering.fill(None, raw, dice, ())
    elif playing and (raw["event"]["type"] if kind == "entry.changed" else kind) in playing.game.events:
        playing.game.entering.fill(playing.state, raw, dice, log.written_in(playing))


def _type_options(raw: dict[str, Any]) -> None:
    """Converts the options of a game to their types: a form has only text, and a list with one value looks single."""
    game, given = GAMES.get(str(raw.get("game"))), raw.get("options")
    if game is None or not isinstance(given, dict):
        return
    for field in msgspec.structs.fields(game.options):
        _gather(given, field.name, field.type)
        if isinstance(text := given.get(field.name), str) and fields_of(game.options)[field.name].takes == "several":
            given[field.name] = [text]
        if field.name in given:
            given[field.name] = _typed(given[field.name], field.type)


def options(form: Form, game: str, log: Log) -> dict[str, Any]:
    """The options of a game that a form has, as the entry that starts the game would have them; raises Refused."""
    raw = {**raw_event(form, log), "type": "game.started", "game": game}
    _type_options(raw)
    GAMES[game].entering.fill(None, raw, dice, ())
    return raw.get("options") or {}


def _gather(given: dict[str, Any], name: str, kind: Any) -> None:
    """Groups fields such as `ranks.A` into one dict. Those of a record count only if its first one is given."""
    records = (part for part in (kind, *get_args(kind)) if isinstance(part, type) and issubclass(part, msgspec.Struct))
    inner = next(records, None)
    inside = {field[len(name) + 1 :]: given.pop(field) for field in list(given) if field.startswith(f"{name}.")}
    if inside and (inner is None or inner.__struct_fields__[0] in inside):
        given[name] = inside


def _typed(text: Any, kind: Any) -> Any:
    """The text as that type; if that fails, as a number or unchanged, so that the rules can refuse it."""
    try:
        typed = msgspec.to_builtins(msgspec.convert(text, kind, strict=False))
    except msgspec.ValidationError:
        if isinstance(text, dict):
            return {name: _typed(one, int) for name, one in text.items()}
        return text if kind is int else _typed(text, int)
    return list(typed) if isinstance(typed, tuple) else typed


def _complete_move(raw: dict[str, Any], form: Form, log: Log) -> None:
    """Adds the order after a button moved one player a seat up or down, or drew for seats; a drag sends the order."""
    if not form.get("move"):
        return
    if form["move"] == RANDOM:
        raw["order"] = shuffled(log.night.order)
        return
    player, _, way = form["move"].rpartition(" ")
    order = list(log.night.order)
    if player not in order:
        raise Refused("That player is not at this table.")
    here = order.index(player)
    order.insert((here + (1 if way == "down" else -1)) % len(order), order.pop(here))
    raw["order"] = order


def _change(form: Form, log: Log) -> of.EntryChanged:
    """The change that a form makes of the entry it corrects; what the form does not say stays."""
    target = _corrected(form, log)
    before = target.event
    if isinstance(before, of.Correcting):
        return of.EntryChanged(entry=target.entry.seq, event=written(before))  # which the log refuses
    given, fields = _given(form), fields_of(type(before))
    for name in [name for name in given if name in fields and fields[name].takes == "laid"]:
        if len(given[name]) > 1 and not any(map(str.strip, given[name])):
            del given[name]  # no card of the pad was entered
    old, found = written(before), facts(given, type(before))
    altered = frozenset(name for name, value in found.items() if _text(value) != _text(old.get(name)))
    said = {**dict.fromkeys(given, UNSET), **found}
    if isinstance(before, of.PlayerJoined):
        others = (name for player, name in log.night.names.items() if player != before.player)
        said["name"] = proper_name(said.get("name", before.name) or "", others)
    if isinstance(before, of.GameStarted):
        unsent = {name: value for name, value in before.options.items() if f"options.{name}" not in given}
        said["options"] = {**unsent, **found.get("options", {})}
    versions = [
        {name: value for name, value in {**version, "type": before.type}.items() if value is not UNSET}
        for version in before.put_right(said, altered)
    ]
    merged = versions[0] if len(versions) == 1 else _accepted(versions, target, log, forget=form.get("forget") == "yes")
    _type_options(merged)
    after = read(merged, {before.type: type(before)}, strict=False)
    check_limits(log.night, after)
    rule_forms.check_words_alone(before, after, form.getlist("again"))
    raw: dict[str, Any] = {"type": "entry.changed", "event": written(after)}
    _fill(raw, log)
    return of.EntryChanged(entry=target.entry.seq, event=raw["event"])


def _corrected(form: Form, log: Log) -> Line:
    """The entry that a form corrects; a new name corrects the entry by which the player joined."""
    at = form["corrects"]
    if at == "joining":
        joined = log.filled_by(of.PlayerJoined(player=form.get("player", ""), name=""))
        if joined is None:
            raise Refused("That player is not at this table.")
        return joined
    if not at.isdecimal() or len(at) > 9 or not 0 < int(at) <= log.seq:
        raise Refused("There is no such entry.")
    return log.line(int(at))


def _text(value: Any) -> list[str]:
    """A value as a form sends it."""
    return list(map(str, value)) if isinstance(value, list | tuple) else [str(value)]


def _accepted(versions: Sequence[dict[str, Any]], target: Line, log: Log, forget: bool) -> dict[str, Any]:
    """The first of these versions of an event that its game takes. The last one has no cards: its sender is asked.

    If the game takes none, it is the last one with cards, which it then refuses in words.
    """
    *whole, bare = versions
    night, seq = log.night_after(target.entry.seq - 1), target.entry.seq
    for version in whole:
        why = _refusal(version, target.event, night, seq)
        if why is None:
            return version
        if isinstance(why, CardsDisagree) and _refusal(bare, target.event, night, seq) is None:
            if not forget:
                raise Unconfirmed(why.confirmation)
            return bare
    return whole[-1]


def _refusal(raw: dict[str, Any], like: Event, night: Night, seq: int) -> Refused | None:
    """Why the game refuses this event at entry `seq`; None if it does not."""
    try:
        check_event(night, Entry(seq, read(raw, {like.type: type(like)}, strict=False)))
    except Refused as why:
        return why
    return None


def proper_name(name: str, taken: Iterable[str], free: Collection[str] | None = None, master: str = "") -> str:
    """A name as it is shown: normalised, without invisible characters; refused unless 1 to 24 letters and not `taken`.

    For a new phone, `free` are the taken names whose seats it can take over, and `master` is the finesmaster.
    """
    # Letters that only look alike differ, such as a Latin and a Cyrillic o: no library that folds them is still kept, a
    # table of our own would miss most of them, and people at one table see who is who.
    shown = one_line(unicodedata.normalize("NFKC", name))
    letters = sum(1 for sign in shown if not unicodedata.combining(sign))
    if not letters:
        raise Refused("Please type a name.")
    if letters > LONGEST_NAME or len(shown) > 40:
        raise Refused(f"“{shown[:LONGEST_NAME]}…” is too long: a name has {LONGEST_NAME} letters at most.")
    same = {other.casefold(): other for other in taken}.get(shown.casefold())
    if same is not None:
        says = f"{same} is here already. Add a letter, such as “{same} K”"
        if free is None:
            raise Refused(f"{says}.")
        if same in free:
            raise Refused(f"{says}, or take over that seat.")
        who = f"{master} taps" if same != master else "somebody takes over as finesmaster under Seats, then taps"
        again = f"{who} “{same} has a new phone” on {same}’s page, and you scan that"
        raise Refused(f"{says}. If you are {same} with a new phone: {again}.")
    return shown


def one_line(text: str) -> str:
    """The text on one line, without invisible characters."""
    seen = (sign for sign in text if unicodedata.category(sign) not in HIDDEN and ord(sign) not in UNSEEN)
    return " ".join("".join(" " if unicodedata.category(sign) in BLANK else sign for sign in seen).split())
