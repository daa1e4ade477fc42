"""From a form to events: form fields are named like the event's fields; new ids are made here, not sent by phones."""

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, get_args, get_origin

import msgspec
from werkzeug.datastructures import MultiDict

from ..domain import events as of
from ..domain.event_log import Line, Log, next_id, next_ids
from ..domain.events import EVENTS, Entry, Event, read, written
from ..domain.games import GAMES
from ..domain.limits import check_limits
from ..domain.night import Night
from ..domain.playing import check_event, own_events
from ..domain.refused import CardsDisagree, Confirmation, Filled, Refused, Unconfirmed, Unreadable
from ..system.chance import dice, draw, shuffled
from . import rule_forms
from .together import together
from .verdict import Command, GameOver

KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
PAGE_KEY = re.compile(r"s[0-9-]+(?:deal)?")  # of a form without script: it has the seq at which the page was rendered
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
    "read", "also.who", "also.amount", "open_rules", "corrects",
}  # fmt: skip
SUITS = frozenset({"suits"})  # the field of a bid with several values, which its game counts
RANDOM = "random"  # drawn by the server: the first dealer, or the order of the seats
EMPTY = {"winner", "votes", "made"}  # fields that mean "nobody" when they are empty
NESTED = {"when", "options"}
PAIRED = {"points"}  # fields with a value for each player, sent as `points.p1`; of several values the last one counts
PLAY = re.compile(r"(.+?)((?: (?:[2-9TJQKA][SHDC]|JOKER)){1,2})")
INSTEAD = {  # where a change alters this field, those have no value any more
    "cards": ("tricks", "count", "points"), "tricks": ("cards",), "points": ("cards",),
}  # fmt: skip
Form = MultiDict[str, str]
Given = dict[str, list[str]]


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
        empty=tuple(name.rpartition(".")[2] for name, value in first.items() if _is_paired(name) and not value.strip()),
        read_ahead=lambda night: rule_forms.read_ahead(form, night.night),
    )


def events(form: Form, log: Log) -> Sequence[Event]:
    """The events that a form proposes, with the fields that the server fills in; raises Refused.

    If a call names several players, each of them calls that, in this order. If players join a deal, its first entry
    also deals to them, so they need not tap for it.
    """
    if (question := appeared(form)) is not None:
        raise Unconfirmed(question)
    if "corrects" in form:
        return together(_change(form, log), log)
    _check_game_on(form, log)
    if form.get("type") == "player.joined" and "names" in form:
        return _joining(form["names"], log)
    raw = raw_event(form, log)
    _complete(raw, form, log)
    callers = form.getlist("player") if raw["type"] == "call.made" else []
    each = [{**raw, "player": player} for player in callers] or [raw]
    proposed = [read(one, own_events(log.night), strict=False) for one in each]
    if not (players := form.getlist("dealt")):
        return proposed
    raw = {"type": "deal.started", "deal": form.get("deal"), "players": players}
    dealt = read(raw, own_events(log.night), strict=False)
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
    """The question about a button that had appeared under the finger only a moment before (static/page.js)."""
    if form.get("appeared") != "asked":
        return None
    return Confirmation("That changed just as you tapped. Did you mean this?", "Yes", "No", field="appeared")


def _check_game_on(form: Form, log: Log) -> None:
    """Raises GameOver if the form's event is one of a game that is over: nothing of it is entered in the next game."""
    kind, shown = form.get("type", ""), form.get("in_game", "")
    game = next((game for game in log.night.games if str(game.started) == shown), None)
    own: dict[str, type[Event]] = {**GAMES[game.kind].entered, "game.ended": of.GameEnded} if game else {}
    if game and kind in own:
        with suppress(Unreadable):  # a throw, whose dice the server would add
            raise GameOver(read({"type": kind, **_facts(_given(form), own[kind])}, own, strict=False), game)
        raise Refused("Too late: that game is over.")


def raw_event(form: Form, log: Log) -> dict[str, Any]:
    """The form's fields as a raw event, in the form that a night file has it."""
    kind = form.get("type", "")
    return {"type": kind, **_facts(_given(form), EVENTS.get(kind) or own_events(log.night).get(kind))}


def _is_paired(name: str) -> bool:
    """Whether a field has a value for one player, such as `points.p1`, or `event.points.p1` where it is changed."""
    return not PAIRED.isdisjoint(name.split(".")[-2:-1])


def _given(form: Form) -> Given:
    """The form's fields that are facts of its event."""
    return {name: form.getlist(name) for name in form if name not in NOT_FACTS}


def _facts(given: Given, known: type[Event] | None) -> dict[str, Any]:
    """The fields with their values; empty ones are left out, except those that mean "nobody" when empty."""
    lists = _list_fields(known) if known else frozenset()
    facts: dict[str, Any] = {}
    for name, values in given.items():
        texts = [value.strip() for value in values if value.strip()]
        outer, _, inner = name.partition(".")
        if inner and outer in PAIRED and outer in lists:
            facts.setdefault(outer, []).append([inner, texts[-1] if texts else "0"])
            continue
        if bool(inner) != (outer in NESTED):
            raise Refused(f"There is no field called {name}.")
        if inner and texts:
            facts.setdefault(outer, {})[inner] = True if texts == ["true"] else texts if len(texts) > 1 else texts[0]
        elif name == "players" and not texts:  # the form asks who plays, and nobody is ticked
            raise Refused("Tick who plays.")
        elif texts or name in EMPTY:
            one = texts[0] if texts else None
            facts[name] = list(map(_play, texts)) if name == "plays" else texts if name in lists else one
    return facts


@cache
def _list_fields(known: type[Event]) -> frozenset[str]:
    """The fields of an event that take several values; cached, since reading the types costs a fifth of a tap."""
    return SUITS.union(field.name for field in msgspec.structs.fields(known) if _is_list(field.type))


def _play(text: str) -> list[str]:
    """A hand and its card, or its two cards for a pair; an id can contain blanks, a card cannot."""
    found = PLAY.fullmatch(text)
    return [found[1], *found[2].split()] if found else [text]


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is tuple or any(_is_list(part) for part in get_args(kind) if not isinstance(part, str))


def _complete(raw: dict[str, Any], form: Form, log: Log) -> None:
    """Adds the fields that the server fills in for this type of event: ids, names, the drawn dealer and phone dice."""
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
        if raw.get("dealer") == RANDOM:
            raw["dealer"] = draw(raw.get("players") or [""])
        _type_options(raw)
    elif kind == "seats.moved":
        _complete_move(raw, form, log)
    _fill(raw, log)


def _fill(raw: dict[str, Any], log: Log) -> None:
    """Adds what only the game can."""
    kind, playing = raw["type"], log.night.game
    if kind == "game.started" and (game := GAMES.get(str(raw.get("game")))):
        game.entering.fill(None, raw, dice, ())
    elif playing and (raw["event"]["type"] if kind == "entry.changed" else kind) in GAMES[playing.kind].events:
        GAMES[playing.kind].entering.fill(playing.state, raw, dice, log.written_in(playing))


def _type_options(raw: dict[str, Any]) -> None:
    """Converts the options of a game to their types: a form has only text, and a list with one value looks single."""
    game, given = GAMES.get(str(raw.get("game"))), raw.get("options")
    if game is None or not isinstance(given, dict):
        return
    for field in msgspec.structs.fields(game.options):
        _gather(given, field.name, field.type)
        if field.name in given:
            given[field.name] = _typed(given[field.name], field.type)


def options(form: Form, game: str, log: Log) -> dict[str, Any]:
    """The options of a game that a form has, as the entry that starts the game would have them; raises Refused."""
    raw = {**raw_event(form, log), "type": "game.started", "game": game}
    _type_options(raw)
    return raw.get("options") or {}


def _own_options(kind: Any) -> type[msgspec.Struct] | None:
    """The record of an option's own options, as in `options.tokens.count`; None if it has none."""
    kinds = (kind, *get_args(kind))
    return next((part for part in kinds if isinstance(part, type) and issubclass(part, msgspec.Struct)), None)


def _gather(given: dict[str, Any], name: str, kind: Any) -> None:
    """Groups fields such as `ranks.A` into one dict; those of a record count only if its first one is given."""
    inner = _own_options(kind)
    inside = {field[len(name) + 1 :]: given.pop(field) for field in list(given) if field.startswith(f"{name}.")}
    if inside and (inner is None or inner.__struct_fields__[0] in inside):
        given[name] = inside


def _typed(text: Any, kind: Any) -> Any:
    """The text as that type; if that fails, as a number or unchanged, so that the rules can refuse it."""
    text = [text] if _is_list(kind) and isinstance(text, str) else text
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
    given = _given(form)
    if len(cards := given.get("plays", ())) > 1 and not any(map(str.strip, cards)):
        del given["plays"]  # no card of the pad was entered
    old, facts = written(before), _facts(given, type(before))
    altered = {name for name, value in facts.items() if _text(value) != _text(old.get(name))}
    dropped = {other for name in altered for other in INSTEAD.get(name, ())} - altered
    kept = {name: value for name, value in old.items() if name not in given}
    merged = {name: value for name, value in {**kept, **facts, "type": before.type}.items() if name not in dropped}
    if isinstance(before, of.PlayerJoined):
        others = (name for player, name in log.night.names.items() if player != before.player)
        merged["name"] = proper_name(merged.get("name", ""), others)
    elif before.shows is not None:
        merged = _changed_trick(merged, given, target, log, forget=form.get("forget") == "yes")
    if isinstance(before, of.GameStarted):
        unsent = {name: value for name, value in before.options.items() if f"options.{name}" not in given}
        merged["options"] = {**unsent, **facts.get("options", {})}
        _type_options(merged)
    elif "cards" not in merged:  # the cards of a bid are read with the deal as it is now
        _fill_again(merged, before, log.night_after(target.entry.seq - 1))
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
        at = str(_joining_entry(log, form.get("player", "")))
    if not at.isdecimal() or len(at) > 9 or not 0 < int(at) <= log.seq:
        raise Refused("There is no such entry.")
    return log.line(int(at))


def _fill_again(merged: dict[str, Any], before: Event, night: Night) -> None:
    """Reads the fields of a pad as they are read when it enters something; dice that a phone threw stay as they are."""
    game = GAMES[night.game.kind] if night.game else None
    if game is None or night.game is None or type(before) is not game.events.get(before.type):
        return
    if not game.corrections.unchanging(night.game.state, before):
        game.entering.fill(night.game.state, merged, dice, ())


def _text(value: Any) -> list[str]:
    """A value as a form sends it."""
    return list(map(str, value)) if isinstance(value, list | tuple) else [str(value)]


def _changed_trick(merged: dict[str, Any], given: Given, target: Line, log: Log, forget: bool) -> dict[str, Any]:
    """The fields of a changed trick: cards that disagree with its new taker stay unless `forget`.

    If its cards are changed, they decide who took it; where they do not, the taker stays.
    """
    before: Any = target.event
    facts = {name: merged[name] for name in given if name in merged and name != "plays"}
    kept = {name: value for name, value in written(before.without_cards()).items() if name not in given}
    bare = {**kept, **facts}
    if not merged.get("plays"):
        return bare
    night, seq = log.night_after(target.entry.seq - 1), target.entry.seq
    _fill_again(merged, before, night)
    if "paired" not in given:
        merged.pop("paired", None)
    if "plays" in given and "winner" not in given:
        decided = {name: value for name, value in merged.items() if name != "winner"}
        if _refusal(decided, before, night, seq) is None:
            return decided
    why = _refusal(merged, before, night, seq)
    if not isinstance(why, CardsDisagree) or _refusal(bare, before, night, seq) is not None:
        return merged
    if not forget:
        taker = night.name_of(bare.get("winner"))
        question = f"By its cards, {why.taker} took trick {before.trick}."
        raise Unconfirmed(Confirmation(question, f"It was {taker}: drop the cards", "Keep the cards", field="forget"))
    return bare


def _refusal(raw: dict[str, Any], like: Event, night: Night, seq: int) -> Refused | None:
    """Why the game refuses this event at entry `seq`; None if it does not."""
    try:
        check_event(night, Entry(seq, read(raw, {like.type: type(like)}, strict=False)))
    except Refused as why:
        return why
    return None


def _joining_entry(log: Log, player: str) -> int:
    for line in log.lines:
        if isinstance(line.counts, of.PlayerJoined) and line.counts.player == player:
            return line.entry.seq
    raise Refused("That player is not at this table.")


def proper_name(name: str, taken: Iterable[str], free: Collection[str] = ()) -> str:
    """A name as it is shown: normalised, without invisible characters; refused unless 1 to 24 letters and not `taken`.

    `free` are the taken names whose seats a new phone can take over.
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
        over = ", or take over that seat" if same in free else ""
        raise Refused(f"{same} is here already. Add a letter, such as “{same} K”{over}.")
    return shown


def one_line(text: str) -> str:
    """The text on one line, without invisible characters."""
    seen = (sign for sign in text if unicodedata.category(sign) not in HIDDEN and ord(sign) not in UNSEEN)
    return " ".join("".join(" " if unicodedata.category(sign) in BLANK else sign for sign in seen).split())
