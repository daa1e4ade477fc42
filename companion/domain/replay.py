"""Night files: writes a log as a file, and replays a file to the same bytes every time (docs/night-format.md)."""

import datetime
import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from .event_log import InTheWay, Log
from .events import Entry, read, written
from .fines import Charge, Player
from .house_rules.model import HouseRule
from .night import Night, Played
from .playing import own_events, standings
from .refused import Refused, Unreadable

FORMAT = "companion-night/1"
MOST = 1_000_000_000
LONGEST = 4300  # digits; Python converts no longer number
_AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}(\.[0-9]{3})?Z")
_LONE = re.compile(r"[\ud800-\udfff]")
_BY = re.compile(r"(?!\s)(?!.*\s\Z)[^:\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{1,40}")
SUMS = ("name", "charged", "taken", "forgiven", "owed")  # of a player, in this order
ROW = ("seq", "player", "amount", "reason", "rule", "because")  # of a charge


class BadNight(Exception):
    """A file that cannot be replayed; the message is "event 13: …what is wrong…", and event 0 is the file itself."""

    def __init__(self, event: int, why: str) -> None:
        super().__init__(f"event {event}: {' '.join(why.split())}")
        self.event = event


def result_text(data: bytes) -> str:
    """The result of replaying a night file, as JSON text ending in a line feed; raises BadNight."""
    return json.dumps(result(replayed(data)), ensure_ascii=False, indent=1) + "\n"


def replayed(data: bytes, before_each: Callable[[Log], None] | None = None) -> Log:
    """The log of a night file, with every entry checked; raises BadNight, or what `before_each` raises."""
    log = Log()
    for place, raw in enumerate(_events(data), start=1):
        if before_each is not None:
            before_each(log)
        try:
            log.adopt(log.candidate(entry(raw, place, log)))
        except InTheWay as refused:
            raise BadNight(refused.entry, str(refused)) from None
        except Refused as refused:
            raise BadNight(place, str(refused)) from None
    return log


def _events(data: bytes) -> list[Any]:
    night = parsed(data)
    if not isinstance(night, dict) or night.get("format") != FORMAT:
        raise BadNight(0, f"this is not a {FORMAT} file")
    if unknown := sorted(set(night) - {"format", "events", "cut_before"}):
        raise BadNight(0, f"the file has no field {unknown[0]}")
    if "cut_before" in night and (type(night["cut_before"]) is not int or not 0 < night["cut_before"] <= MOST):
        raise BadNight(0, "cut_before must be the number of an entry")
    events = night.get("events")
    if not isinstance(events, list) or not events:
        raise BadNight(0, "the night has no events")
    return events


def parsed(data: bytes) -> Any:
    """The file as plain data; raises BadNight for a duplicate key, NaN, cut-off text or text that is not UTF-8."""
    try:
        return json.loads(
            data.decode("utf-8"), object_pairs_hook=_unique_keys, parse_constant=_refuse_constant, parse_int=_int
        )
    except UnicodeDecodeError:
        raise BadNight(0, "the file is not UTF-8 text") from None
    except RecursionError:
        raise BadNight(0, "the file is nested too deep") from None
    except ValueError as wrong:
        raise BadNight(0, f"the file is not JSON: {wrong}") from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has the same key twice")
    return found


def _int(digits: str) -> int:
    if len(digits.lstrip("-")) > LONGEST:
        raise ValueError(f"no number has more than {LONGEST} digits")
    return int(digits)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def entry(raw: object, place: int, log: Log) -> Entry:
    """One entry of the file, read as an event of the night or of the game that is on; raises Refused."""
    if not isinstance(raw, dict):
        raise Unreadable("an entry must be an object")
    _check_plain(raw)
    seq, at, by = raw.get("seq"), raw.get("at"), raw.get("by")
    if type(seq) not in (int, float) or seq != place:
        raise Unreadable(f"the entry at place {place} must have seq {place}")
    if "at" in raw and not _is_instant(at):
        raise Unreadable("at must be a time like 2026-11-20T20:00:00Z")
    if by is not None and not (isinstance(by, str) and _BY.fullmatch(by)):
        raise Unreadable("by must be a player or null")
    fields = {name: value for name, value in raw.items() if name not in ("seq", "at", "by")}
    return Entry(place, read(fields, own_events(log.night)), at, by)


def _is_instant(at: object) -> bool:
    if not isinstance(at, str) or not _AT.fullmatch(at):
        return False
    try:
        datetime.datetime.fromisoformat(at)
    except ValueError:
        return False
    return True


def _check_plain(raw: object) -> None:
    """Refuses numbers that are too large and lone surrogates, anywhere in the entry."""
    waiting = [raw]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str) and _LONE.search(value):
            raise Unreadable("half a character (a lone surrogate) cannot be written here")
        elif isinstance(value, int | float) and abs(value) > MOST:
            raise Unreadable(f"no number is above {MOST}")


def result(log: Log) -> dict[str, Any]:
    """What replay prints, as plain data."""
    night = log.night
    return {
        "players": {player: _fields(sums, SUMS) for player, sums in night.players.items()},
        "charges": [_fields(charge, ROW) for line in log.lines for charge in line.charges],
        "games": [_game(night, played) for played in night.played],
        "rules": [_rule(rule) for rule in night.rules.values()],
        "rights": [right.player for right in night.rights],
    }


def _rule(rule: HouseRule) -> dict[str, Any]:
    holder = {} if rule.title is None else {"holder": rule.holder}
    return {"rule": rule.id, "text": rule.text, "active": rule.active, **holder}


def _fields(record: Player | Charge, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(record, name) for name in names}


def _game(night: Night, played: Played) -> dict[str, Any]:
    table = [{"player": player, "score": score, "place": place} for player, score, place in standings(night, played)]
    return {"game": played.game.id, "finished": played.since is not None, "standings": table}


def night_file(log: Log, before: int | None = None) -> bytes:
    """The log as a night file, one entry per line; with `before`, it has only earlier entries and a `cut_before`."""
    kept = log.lines if before is None else log.lines[: before - 1]
    lines = ",\n".join(json.dumps(_entry_written(line.entry), ensure_ascii=False) for line in kept)
    cut = "" if before is None else f' "cut_before": {before},\n'
    return f'{{"format": "{FORMAT}",\n{cut} "events": [\n{lines}\n]}}\n'.encode()


def _entry_written(entry: Entry) -> dict[str, Any]:
    head = {"seq": entry.seq, "at": entry.at, "by": entry.by}
    return {name: value for name, value in head.items() if value is not None} | written(entry.event)
