"""Settling up: which fines count, and how the next night begins.

Everything that counts fines counts them with `earned`: a call that fell counts nowhere, and drinks taken over count for
whoever was fined.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from . import events as of
from .event_log import Line, Log
from .fines import Charge, total
from .games import GAMES
from .games.game import Closing
from .games.joining import GameJoined
from .measure import listed
from .night import Night, Played
from .playing import most_wins, name_of, ranking, standings, stopped_early, winners
from .rule_drafts import stated, undecided
from .seating import Circle

MOST_AT_ONCE = 1000  # the largest amount of one fine.given
MOST_KEPT = 8
MOST_LAWS = 100
SECOND = len("2026-11-20T20:00:00")  # how much of a time says the second
Forgiven = Counter[tuple[str, int, str]]  # by player, entry and reason


def earned(night: Night, line: Line) -> tuple[Charge, ...]:
    """The fines of an entry that count: not those of a call that fell, nor those only taken over from somebody else."""
    return () if isinstance(line.counts, of.DrinkMoved) or has_fallen(night, line) else line.charges


def has_fallen(night: Night, line: Line) -> bool:
    """Whether the entry is a call that the finesmaster let fall."""
    call = night.calls.get(line.entry.seq)
    return call is not None and call.stands is False


def let_off(log: Log, played: Played | None, last: int | None = None) -> tuple[Forgiven, Counter[Circle]]:
    """How much of each fine of the game, or night, was forgiven until now or entry `last`, and who took over whose."""
    forgiven, taken = Forgiven(), Counter[Circle]()
    since, until = (played.started, played.ended or log.seq) if played else (0, log.seq)
    for line in log.lines[since:last]:
        if isinstance(event := line.counts, of.FineForgiven | of.DrinkMoved):
            for sign, at in ((1, line.entry.seq - 1), (-1, line.entry.seq)):
                for fine in log.night_after(at).players[event.player].open:
                    if isinstance(event, of.FineForgiven):
                        forgiven[event.player, fine.seq, fine.because] += sign * fine.amount
                    elif since < fine.seq <= until:
                        taken[event.player, event.to] += sign * fine.amount
    return forgiven, taken


def charged_in(log: Log, played: Played | None) -> Iterator[tuple[Line, Charge]]:
    """The fines of a game, each less what was forgiven of it until now, or all fines of the night."""
    if played:
        return _less(log, log.lines_of(played), let_off(log, played)[0])
    return _less(log, log.lines, Forgiven())


def _less(log: Log, lines: Sequence[Line], forgiven: Forgiven) -> Iterator[tuple[Line, Charge]]:
    for line in lines:
        for charge in earned(log.night, line):
            fine = charge.player, charge.seq, charge.because
            left = max(charge.amount - forgiven[fine], 0)
            forgiven[fine] -= charge.amount - left
            if left:
                yield line, replace(charge, amount=left)


def carried_over(log: Log) -> frozenset[int]:
    """The entries of the fines that came along from the night before, written in the second in which this one opened.

    Nobody is fined by hand that quickly. Where nothing is carried over, whoever joins first does so by a tap.
    """
    opened, joined = log.line(1).entry.at, log.line(2).entry
    if opened is None or joined.by is not None:
        return frozenset()
    first = takewhile(lambda line: (line.entry.at or "")[:SECOND] == opened[:SECOND], log.lines)
    return frozenset(line.entry.seq for line in first if isinstance(line.entry.event, of.FineGiven))


def cost_until_now(log: Log) -> int:
    """What the night has cost, without what was forgiven, paid in tokens, or carried over from the night before."""
    before, fines = carried_over(log), _less(log, log.lines, let_off(log, None)[0])
    return sum(fine.amount for _, fine in fines if not fine.paid and fine.seq not in before)


def earned_in(log: Log, played: Played) -> Counter[str]:
    """What everybody earned during that game, for any reason."""
    lines = log.lines_of(played)
    return Counter(total((row.player, row.amount) for line in lines for row in earned(log.night, line)))


def earned_standings(log: Log, played: Played) -> list[tuple[str, int, int]]:
    """Player, score and place in that game, best first: places as in replay, scores with only the fines that count."""
    sums = earned_in(log, played)
    sums.subtract(played.parting)
    scores = played.game.scores(played.state, sums)
    return [(player, scores[player], place) for player, _, place in standings(log.night, played)]


def ahead(log: Log, played: Played) -> tuple[Circle, int]:
    """Who is in first place of a game that counts anything but drinks, and by how much; if all are, the score of each.

    Where the fewest win, those who came in after the first round or left before the end are left out.
    """
    late = {
        event.player
        for line in log.lines_of(played)
        if isinstance(event := line.counts, GameJoined) and not most_wins(played)
        if played.game.number(log.night_after(line.entry.seq).played[-1].state) > 1
    }
    gone = () if most_wins(played) else log.night_after(played.ended or log.seq).away
    ranks = [row for row in ranking(log.night, played) if row[0] not in {*late, *gone}]
    first = tuple(player for player, _, place in ranks if place == ranks[0][2])
    if len(first) == len(ranks):
        return (), ranks[0][1] if ranks else 0
    return first, abs(ranks[0][1] - ranks[len(first)][1])


def unfinished(log: Log, played: Played) -> bool:
    """Whether anything is entered of the deal or round that is on; a card is whole once it is drawn."""
    on = played.game.part != "card" and played.game.number(played.state)
    return bool(on) and any(line.counts and line.counts.part == on for line in log.lines_of(played))


def closing(log: Log, played: Played) -> Closing | None:
    """What is said at the end of a game that nobody wins, of those here when it began: no fine moves it afterwards."""
    forgiven, taken = let_off(log, played, played.ended)
    sums = total((charge.player, charge.amount) for _, charge in _less(log, log.lines_of(played), forgiven))
    for (player, to), number in taken.items():
        sums = total([*sums.items(), (player, -number), (to, number)])
    says = played.game.ending.closing
    compared = {player: sums.get(player, 0) for player in played.before if player not in played.missing}
    return says(played.state, compared, log.night.table()) if says else None


def how_it_ended(log: Log, played: Played) -> str:
    """How that game ended, such as "Ann won"; of one that nobody wins, what its end said, but no wish."""
    night = log.night
    if won := winners(night, played):
        return f"{listed([night.names[player] for player in won])} won"
    if stopped_early(night, played):
        names = listed([night.names[player] for player in ahead(log, played)[0]])
        return f"stopped with {names} ahead" if names else "stopped early"
    said = closing(log, played) if played.since is not None else None
    return "" if not said else said.headline.rstrip("!") if said.podium else said.says.rpartition(".")[0]


def cleared(night: Night, how: str) -> list[of.Event]:
    """Clears all that is still owed, as "settled" or as "forgiven"; otherwise, or once the night is over, nothing."""
    kind = {"settled": of.DrinkTaken, "forgiven": of.FineForgiven}.get(how)
    owing = () if night.closed or kind is None else map(night.players.__getitem__, night.order)
    return [kind(player=player.id, amount=player.owed) for player in owing if kind and player.owed > 0]


def cleared_with(log: Log, closing: int) -> Iterator[int]:
    """The entries by which the tap of entry `closing`, if that closed the night, cleared what was owed."""
    ends = (line.entry.at for line in log.lines[closing - 1 : closing] if isinstance(line.counts, of.NightClosed))
    if at := next(ends, None):
        same = (line for line in log.lines if line.entry.at == at)
        yield from (line.entry.seq for line in same if isinstance(line.counts, of.DrinkTaken | of.FineForgiven))


def kept(log: Log) -> tuple[of.Kept, ...]:
    """The options of this table's games, tonight's and those of the nights before, the newest of each name first.

    What a file says of the nights before is left out where its game has no such options.
    """
    found: dict[tuple[str, str], of.Kept] = {}
    for played in reversed(log.night.played):
        started, name = log.line(played.started).counts, name_of(played)
        options = {} if not isinstance(started, of.GameStarted) else started.options
        if own := {option: value for option, value in options.items() if option in played.game.keeps}:
            found.setdefault((played.game.id, name), of.Kept(played.game.id, name, own))
    opened = log.line(1).counts
    for one in opened.kept if isinstance(opened, of.NightOpened) else ():
        with suppress(KeyError, msgspec.ValidationError):
            msgspec.convert(one.options, GAMES[one.game].options)
            found.setdefault((one.game, one.name), one)
    return tuple(found.values())[:MOST_KEPT]


def next_night(log: Log, name: str, date: str, awaited: Collection[str] = ()) -> tuple[of.Entry, ...]:
    """The first entries of the next night: the same people, unit and seats, debts, and what is kept.

    The `awaited` are away until their phone comes, or somebody says that they are here. Its laws are the rules in
    force, or if none was made those of the last time. The name is not checked here.
    """
    night, master = log.night, log.night.finesmaster
    rules = [rule for rule in night.rules.values() if rule.active] or undecided(log)
    laws = tuple(msgspec.convert(stated(rule), of.Law) for rule in rules)[:MOST_LAWS]
    opened = of.NightOpened(name=name, unit=night.unit, date=date, kept=kept(log), laws=laws)
    events: list[tuple[of.Event, str | None]] = [(opened, master)]
    events += [(of.PlayerJoined(player=each.id, name=each.name), None) for each in night.players.values()]
    if night.order != tuple(night.players):
        events.append((of.SeatsMoved(order=night.order), master))
    events += [(of.PlayerLeft(player=player), None) for player in night.order if player in awaited]
    for player in night.order:
        for left in range(night.players[player].owed, 0, -MOST_AT_ONCE):
            fine = of.FineGiven(player=player, amount=min(left, MOST_AT_ONCE), reason=f"from {night.name}")
            events.append((fine, master))
    return tuple(of.Entry(seq, event, by=by) for seq, (event, by) in enumerate(events, start=1))
