"""What a night or one game of it adds up to: fines, house rules, tricks, bids and luck.

It contains only what everybody at the table is allowed to know; what is still hidden is left out.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from ..domain import events as of
from ..domain.event_log import AppliedEntry, Line, Log, applied_entries
from ..domain.fines import TOKEN, Charge, total
from ..domain.games.game import Counter as LuckCounter
from ..domain.games.game import Game, placed
from ..domain.house_rules.model import Happening, HouseRule
from ..domain.night import Night, Played, Who, people_of
from ..domain.playing import name_of, owner, ranking, stopped_early
from ..domain.seating import Circle
from ..domain.settlement import charged_in, earned, earned_in, how_it_ended, unfinished
from ..domain.visibility import is_open

Call = Literal["no", "declare", "reveal"]
CALLS: dict[str, Call] = {"declared": "declare", "revealed": "reveal"}


class RecapEntry(NamedTuple):
    """An entry that counts, with its game of the night (1, 2, 3; 0 between games) and its deal or round.

    `begins` is the state of the game before the entry, if a deal or round begins with it. `happened`, `dealt` (who was
    dealt in) and `gained` (whose score rose) are empty while the entry is hidden from anybody. `rights` are the players
    who earned a rule right by it. `moment` is the title of what everybody will talk about, if it was such an entry.
    """

    line: Line
    event: of.Event
    game: int
    deal: int
    begins: Any = None
    happened: tuple[Happening, ...] = ()
    dealt: Circle = ()
    gained: Circle = ()
    rights: Circle = ()
    moment: str = ""


class Bid(NamedTuple):
    """A player's bid in a deal that is over: whether it was made, and whether the player declared or revealed it."""

    player: str
    made: bool
    call: Call = "no"


class Share(NamedTuple):
    """What a player got, such as tricks, and what an even share would have been."""

    player: str
    got: float
    even: float


class Fined(NamedTuple):
    """The fines of one entry by player, with its game (0: between games) and deal or round."""

    game: int
    deal: int
    sums: tuple[tuple[str, int], ...]


class Cost(NamedTuple):
    """What a house rule cost: in how many entries it fired, all its fines in the night's unit, and all in tokens.

    By player: how often it `hit` them, and what it `fined` them in the night's unit.
    """

    rule: HouseRule
    times: int
    cost: int
    tokens: int
    hit: Mapping[str, int]
    fined: Mapping[str, int]


class GameRecap(msgspec.Struct, frozen=True):
    """Game `number` of the night: `deals` is how many began, without one in which it ended (`partly`).

    `places` (player, score and place) and `ending` are empty while it is running. A game that counts drinks has no
    places. `halfway` is each player's place after half of the deals, if known. `stopped`: it was stopped early.
    `luck` has what each player got and an even share, in the order of the game's players. `turns` are sentences about
    its moments, and who earned and who made a house rule in it, in order. `forgiven` is how much of its fines was.
    """

    number: int
    game: Game
    name: str
    over: bool
    stopped: bool
    deals: int
    partly: bool
    forgiven: int
    luck: tuple[Share, ...]
    places: tuple[tuple[str, int, int], ...] = ()
    halfway: dict[str, int] = {}
    ending: str = ""
    outcome: str = ""
    turns: tuple[str, ...] = ()


class Recap(msgspec.Struct, frozen=True):
    """A night or one game of it: its entries, and what they add up to.

    `paid` are the fines paid at once in tokens, if fines are counted in another unit. `has_other_charges` means there
    are also charges for debts taken over from another player, or for a call that fell; they are not in `fines`.
    `tricks` and `bids` are those of everybody who was dealt in, in the night's order. `costs` begin with the rule that
    cost most; rules that never fired are left out. `units` are the units that fines were counted in, in order.
    """

    night: Night
    people: dict[str, Who]
    entries: tuple[RecapEntry, ...]
    games: tuple[GameRecap, ...]
    fines: tuple[Fined, ...]
    paid: tuple[Fined, ...]
    has_other_charges: bool
    costs: tuple[Cost, ...]
    tricks: tuple[Share, ...]
    bids: dict[str, tuple[Bid, ...]]
    units: tuple[str, ...]


def recap(log: Log, number: int | None = None) -> Recap:
    """The whole night as it is now, or game `number` of it alone; LookupError if there is no such game."""
    night = log.night
    entries = tuple(_entries(log))
    games = tuple(
        _game(log, at, played, [entry for entry in entries if entry.game == at])
        for at, played in enumerate(night.played, start=1)
        if number in (None, at)
    )
    if number is not None:
        entries = tuple(entry for entry in entries if entry.game == number)
        if not games:
            raise LookupError(f"The night has no game {number}.")
    units = (line.counts.unit for line in log.lines if isinstance(line.counts, of.NightOpened | of.UnitChanged))
    tricks = _shared(_tricks(entries))
    bids: dict[str, tuple[Bid, ...]] = {}
    for bid in (bid for laid in _bids(entries) for bid in laid):
        bids[bid.player] = (*bids.get(bid.player, ()), bid)
    return Recap(
        night=night,
        people=people_of(night),
        entries=entries,
        games=games,
        fines=tuple(_fines(night, entries, tokens=False)),
        paid=tuple(_fines(night, entries, tokens=True)),
        has_other_charges=any(entry.line.charges and not earned(night, entry.line) for entry in entries),
        costs=_costs(night, entries),
        tricks=tuple(tricks[player] for player in night.order if player in tricks),
        bids={player: bids[player] for player in night.order if player in bids},
        units=tuple(dict.fromkeys(units)),
    )


def _entries(log: Log) -> Iterator[RecapEntry]:
    """Every entry that counts."""
    deal = 0
    for applied in applied_entries(log):
        event, number, on = applied.event, applied.number or 0, owner(applied.before, applied.event)
        if isinstance(event, of.GameStarted):
            deal = 0
        if on is None:
            yield RecapEntry(applied.line, event, number, deal if number else 0)
            continue
        begins, deal = (on.state, event.part) if event.part > deal else (None, deal)
        # A right that lapsed at once because the game ended is not counted.
        rights = tuple(right.player for right in applied.after.rights[len(applied.before.rights) :])
        counted = _counted(log, applied, on.game.counter)
        moment = applied.after.moment
        title = moment.title if moment and moment.seq == applied.line.entry.seq else ""
        yield RecapEntry(applied.line, event, number, deal, begins, *counted, rights, title)


def _counted(
    log: Log, applied: AppliedEntry, counter: LuckCounter | None
) -> tuple[tuple[Happening, ...], Circle, Circle]:
    """What happened by an entry of a game, the players dealt in, and those whose score rose."""
    on, left = applied.before.game, applied.played
    assert on is not None
    assert left is not None
    gained: Circle = ()
    if counter is not None and counter.by == "score":
        before, after = (on.game.scores(state, {}) for state in (on.state, left.state))
        gained = tuple(player for player in after if after[player] > before.get(player, 0))
    happened = applied.happened
    if counter is None or not (happened or gained) or not is_open(log, applied.line, insider=True):
        return (), (), ()
    return happened, counter.dealt(left.state), gained


def _game(log: Log, number: int, played: Played, entries: Sequence[RecapEntry]) -> GameRecap:
    game, over = played.game, played.since is not None
    begun = [entry.begins for entry in entries if entry.begins is not None]
    partly = (over or log.night.closed) and unfinished(log, played)
    return GameRecap(
        number=number,
        game=game,
        name=name_of(played),
        over=over,
        stopped=stopped_early(log.night, played),
        deals=len(begun) - partly,
        partly=partly,
        forgiven=sum(earned_in(log, played).values()) - sum(one.amount for _, one in charged_in(log, played)),
        luck=_luck(game.counter, played, entries) if game.counter else (),
        places=tuple(ranking(log.night, played)) if over or log.night.closed else (),
        halfway=_halfway(played, begun) if over and not played.stopped else {},
        ending=game.ending.won_by(played.state) if over and not played.stopped else "",
        outcome=how_it_ended(log, played),
        turns=tuple(_turns(log.night, game.part, entries)),
    )


def _turns(night: Night, part: str, entries: Iterable[RecapEntry]) -> Iterator[str]:
    for entry in entries:
        earned_by = () if entry.moment else entry.rights
        told = [entry.moment, *(f"{night.names[player]} earned a house rule" for player in earned_by)]
        yield from (f"{part.capitalize()} {entry.deal}: {one}." for one in told if one)
        if isinstance(entry.event, of.RuleMade) and entry.event.rule in night.rules:
            rule = night.rules[entry.event.rule]
            yield f"{night.names[rule.maker] if rule.maker else 'The table'} made a rule: “{rule.text}”"


def _halfway(played: Played, begun: Sequence[Any]) -> dict[str, int]:
    """Each player's place in the middle of a game; empty if it has fewer than four deals or most points do not win."""
    game = played.game
    if game.scoring.most_wins is not True or len(begun) < 4:
        return {}
    return {player: place for player, _, place in placed(game.scores(begun[len(begun) // 2], {}), True)}


# Fines


def added(fines: Iterable[Fined]) -> dict[str, int]:
    """The sum of these fines for each fined player."""
    return total(each for fined in fines for each in fined.sums)


def _in_tokens(night: Night, charge: Charge) -> bool:
    """Whether the charge was paid in tokens while fines are counted in another unit."""
    return charge.paid and night.unit != TOKEN


def _fines(night: Night, entries: Iterable[RecapEntry], tokens: bool) -> Iterator[Fined]:
    for entry in entries:
        if charges := [charge for charge in earned(night, entry.line) if _in_tokens(night, charge) is tokens]:
            fined = total((charge.player, charge.amount) for charge in charges)
            yield Fined(entry.game, entry.deal, tuple(fined.items()))


def _costs(night: Night, entries: Iterable[RecapEntry]) -> tuple[Cost, ...]:
    fired: dict[str, list[tuple[RecapEntry, Charge]]] = defaultdict(list)
    for entry in entries:
        for charge in earned(night, entry.line):
            if charge.rule is not None:
                fired[charge.rule].append((entry, charge))
    costs = (_cost(night, rule, fired[name]) for name, rule in night.rules.items() if name in fired)
    return tuple(sorted(costs, key=lambda cost: (-cost.cost, -cost.tokens)))


def _cost(night: Night, rule: HouseRule, fired: Sequence[tuple[RecapEntry, Charge]]) -> Cost:
    fined = total((charge.player, charge.amount) for _, charge in fired if not _in_tokens(night, charge))
    return Cost(
        rule=rule,
        times=len({entry.line.entry.seq for entry, _ in fired}),
        cost=sum(fined.values()),
        tokens=sum(charge.amount for _, charge in fired if _in_tokens(night, charge)),
        hit=Counter(player for player, _ in {(charge.player, charge.seq) for _, charge in fired}),
        fined=fined,
    )


# What is counted by what happened


def _tricks(entries: Iterable[RecapEntry]) -> Iterator[tuple[Circle, Circle]]:
    """For each trick, its taker (empty: nobody) and the players who were dealt in."""
    for entry in entries:
        for happening in entry.happened:
            if happening.on in ("trick.taken", "trick.nobody"):
                yield (happening.player,) if happening.on == "trick.taken" else (), entry.dealt


def _bids(entries: Iterable[RecapEntry]) -> Iterator[tuple[Bid, ...]]:
    """The bids of each deal; if several players called in a deal, the last call counts."""
    calls: dict[tuple[int, int], Happening] = {}
    for entry in entries:
        bids = []
        for happening in entry.happened:
            if happening.on in CALLS:
                calls[entry.game, entry.deal] = happening
            elif happening.on in ("bid.made", "bid.missed"):
                caller = calls.get((entry.game, entry.deal))
                call = CALLS[caller.on] if caller and caller.player == happening.player else "no"
                bids.append(Bid(happening.player, happening.on == "bid.made", call))
        if bids:
            yield tuple(bids)


def _luck(counter: LuckCounter, played: Played, entries: Sequence[RecapEntry]) -> tuple[Share, ...]:
    """The shares in the order of the players; empty with fewer than two, since there is nobody to compare with."""
    match counter.by:
        case "tricks":
            found = _shared(_tricks(entries))
        case "bids":
            rows = ((tuple(b.player for b in bids if b.made), tuple(b.player for b in bids)) for bids in _bids(entries))
            found = _shared(rows)
        case "score":
            found = _shared((entry.gained, entry.dealt) for entry in entries if entry.gained)
        case "boxes":
            found = _totals_shared(entries, played.game.scores(played.state, {}))
    players = tuple(played.game.players(played.state)) if len(found) > 1 else ()
    return tuple(found[player] for player in players if player in found)


def _shared(rows: Iterable[tuple[Circle, Circle]]) -> dict[str, Share]:
    """Each player's share; each row has the players who got one, and all those who could have."""
    got, given = Counter[str](), Counter[Circle]()
    for getters, among in rows:
        given[among] += len(getters)
        got.update(getters)
    even: dict[str, float] = defaultdict(float)
    for among, count in given.items():
        for player in among:
            even[player] += count / len(among)
    return {player: Share(player, got[player], part) for player, part in even.items()}


def _totals_shared(entries: Iterable[RecapEntry], totals: Mapping[str, int]) -> dict[str, Share]:
    """The total of each player who filled as many boxes as anybody, and the average of these totals."""
    boxes = Counter(one.player for entry in entries for one in entry.happened if one.on == "box.scored")
    full = [player for player, count in boxes.items() if count == max(boxes.values())]
    return {player: Share(player, totals[player], sum(map(totals.__getitem__, full)) / len(full)) for player in full}
