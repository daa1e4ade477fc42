"""A score sheet: rounds with a number for everybody or for each team, running totals, and who drinks for them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from ...asking import Ask
from ...events import Count, Event, GameStarted, Id, Name
from ...fines import Fine
from ...house_rules.model import Happening
from ...refused import Filled, Refused
from ...seating import Circle, Table
from ..game import Step, Throw
from ..yacht_game import Stake, lost

SEATS = range(2, 14)
TEAMS = range(2, 5)
MOST = 9999  # points of a player in a round
UNTITLED = "Score sheet"
BEST: dict[str, Literal["most", "least"]] = {"wins": "most", "losses": "least"}
Number = Annotated[int, Meta(ge=-MOST, le=MOST)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`title` is what is played. `count`: a number for everybody each round, or who won or lost it. `best`: who leads.

    The game ends after so many `rounds`, or with the round in which a total reaches the `target`; without both when
    the table ends it. `fine` is what those pay who did worst in a round, `stake` what those in last place pay.
    `newcomers` start with nothing, with the average total, rounded down, or with the worst. In `teams` all have the
    points of their team, and a fine goes to the whole team or to the one whom it picks (`pays`). Counting `down`,
    everybody starts with so many points, and zero wins.
    """

    title: Name | UnsetType = UNSET
    count: Literal["points", "wins", "losses"] = "points"
    best: Literal["most", "least"] | UnsetType = UNSET
    rounds: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET
    target: Count | UnsetType = UNSET
    fine: Annotated[int, Meta(ge=0, le=5)] = 0
    stake: Stake = 0
    newcomers: Literal["zero", "average", "worst"] = "zero"
    teams: tuple[tuple[Id, ...], ...] = ()
    pays: Literal["team", "one"] = "team"
    down: Count | UnsetType = UNSET

    @property
    def called(self) -> str:
        """What is played."""
        return self.title or UNTITLED

    @property
    def most_wins(self) -> bool:
        """Whether the highest total leads."""
        return self.down is UNSET and (self.best or BEST.get(self.count, "most")) == "most"

    @property
    def most_is_best(self) -> bool:
        """Whether most points are best in a round."""
        return self.most_wins or self.down is not UNSET

    @property
    def is_endless(self) -> bool:
        """Whether the table decides when it is over."""
        return self.rounds is UNSET and self.target is UNSET and self.down is UNSET


class RoundScored(Event, frozen=True, tag="round.scored"):
    """A round and everybody's points in it, in any order; those of a team stand under any one of its players."""

    slot = ("round",)
    round: Count
    points: tuple[tuple[Id, Number], ...]

    @property
    def scores(self) -> dict[str, int]:
        """Points by player."""
        return dict(self.points)

    @property
    def one(self) -> str | None:
        """Who alone has a point; None if the points are others."""
        lone = sorted(self.scores.values()) == [*[0] * (len(self.points) - 1), 1]
        return max(self.scores, key=self.scores.__getitem__) if lone else None

    def same_as(self, other: Self, after: object = None) -> bool:
        """The same points, in whatever order."""
        return self.scores == other.scores


class DrinkerPicked(Event, frozen=True, tag="drinker.picked"):
    """Who of a team drinks for it, after a round in which it did worst."""

    slot = ("round", "team")
    round: Count
    team: Count
    player: Id


def signed(points: int) -> str:
    """The number with a minus as people write it."""
    return str(points).replace("-", "−")


class State(msgspec.Struct, frozen=True):
    """The players clockwise, those who `began`, and everybody's points in each round; none for who missed it.

    `teams` is the number of each player's team; empty without teams. `picks` is who drinks for a team, by the round and
    the team; None until the team has picked.
    """

    options: Options
    players: Circle
    began: Circle
    rounds: tuple[dict[str, int], ...] = ()
    teams: dict[str, int] = {}
    picks: dict[tuple[int, int], str | None] = {}

    @property
    def sides(self) -> list[Circle]:
        """The teams, or each player alone."""
        if not self.teams:
            return [(player,) for player in self.players]
        numbers = sorted(set(self.teams.values()))
        return [tuple(player for player in self.players if self.teams[player] == number) for number in numbers]

    def here(self, table: Table) -> list[Circle]:
        """Of each side those who are here; whoever is first enters its points."""
        return [here for side in self.sides if (here := table.present(side))]

    def side(self, player: str) -> Circle:
        """A player's team, or the player alone."""
        return next(side for side in self.sides if player in side)

    def everybody(self, points: Mapping[str, int]) -> dict[str, int]:
        """The points of a round, in teams those of a team for each of its players."""
        return {player: number for named, number in points.items() for player in self.side(named)}

    @property
    def history(self) -> list[dict[str, int]]:
        """The totals at the start and after each round; a newcomer's begin before the first round that they play."""
        found = [dict.fromkeys(self.began, self.options.down or 0)]
        for points in self.rounds:
            before = found[-1] = self._joined(found[-1], points)
            counted = self.counted(points, before)
            found.append({player: total + counted.get(player, 0) for player, total in before.items()})
        found[-1] = self._joined(found[-1], self.players)
        return found

    def counted(self, points: Mapping[str, int], totals: Mapping[str, int]) -> dict[str, int]:
        """What a round adds to these totals. Counting down it takes off, and nothing if too few points are left."""
        if self.options.down is UNSET:
            return dict(points)
        return {player: -number if number <= totals[player] else 0 for player, number in points.items()}

    def _joined(self, totals: dict[str, int], players: Iterable[str]) -> dict[str, int]:
        """These totals, and what those of the players start with who are new; in teams as much as their team has."""
        points, options = totals.values(), self.options
        worst = min(points) if options.most_wins else max(points)
        zero = options.down or 0
        start = {"zero": zero, "average": sum(points) // len(points), "worst": worst}[options.newcomers]
        new = [player for player in players if player not in totals]
        mates = {player: next((mate for mate in self.side(player) if mate in totals), "") for player in new}
        return {**totals, **{player: totals.get(mate, start) for player, mate in mates.items()}}

    @property
    def totals(self) -> dict[str, int]:
        """Everybody's points so far."""
        return {player: self.history[-1][player] for player in self.players}


def side_name(side: Circle, table: Table) -> str:
    """A team in words: "Ann and Bob", "Ann’s team"; a player alone by name."""
    return table.named(side) if len(side) < 3 else f"{table.name(side[0])}’s team"


def fill(state: State | None, raw: dict[str, Any], throw: Throw, before: Iterable[Event]) -> None:
    """Gives a sheet a title, if the form that starts it has none, and makes teams of the number by each player."""
    if raw["type"] != "game.started" or not isinstance(options := raw.setdefault("options", {}), dict):
        return
    options.setdefault("title", UNTITLED)
    if isinstance(chosen := options.get("teams"), dict):
        numbers = sorted({chosen[player] for player in raw.get("players", ()) if player in chosen}, key=str)
        options["teams"] = [[one for one in raw["players"] if chosen.get(one) == number] for number in numbers]


def start(event: GameStarted, options: Options, table: Table) -> State:
    """An empty sheet. Refuses options without a title, and some that contradict one another."""
    if options.title is UNSET:
        raise Refused("say what you play: it needs a title")
    if options.best not in (UNSET, BEST.get(options.count, options.best)):
        raise Refused(f"with {options.count} counted, the {BEST[options.count]} are best")
    if options.rounds is not UNSET and options.target is not UNSET:
        raise Refused("a number of rounds or a target, not both")
    if options.down is not UNSET:
        _check_down(options)
    return State(options, event.players, event.players, teams=_teams(options, event.players, table))


def _check_down(options: Options) -> None:
    """Refuses what cannot go with counting down."""
    if options.count != "points":
        raise Refused(f"only points count down, not {options.count}")
    if options.best == "most":
        raise Refused("counting down, the fewest points left win")
    if options.target is not UNSET:
        raise Refused("counting down ends at zero: leave the target out")


def _teams(options: Options, players: Circle, table: Table) -> dict[str, int]:
    """The number of each player's team. Refuses teams that cannot be."""
    teams = options.teams
    named = Counter(player for team in teams for player in team)
    if not teams:
        return {}
    if len(teams) not in TEAMS:
        raise Refused(f"there are two to four teams, not {len(teams)}")
    if () in teams:
        raise Refused(f"team {teams.index(()) + 1} has nobody in it")
    for player, times in named.items():
        if player not in players:
            raise Refused(f"{table.name(player) if player in table.names else player} is in a team, but does not play")
        if times > 1:
            raise Refused(f"{table.name(player)} can be in one team only")
    if without := [player for player in players if player not in named]:
        raise Refused(f"{table.named(without)} {'is' if len(without) == 1 else 'are'} in no team")
    return {player: number for number, team in enumerate(teams, start=1) for player in team}


def sat_in(state: State, newcomer: str) -> State:
    """A newcomer plays in the team with the fewest players, in the first of several."""
    if not state.teams:
        return state
    sizes = Counter(state.teams.values())
    return replace(state, teams={**state.teams, newcomer: min(sizes, key=lambda number: (sizes[number], number))})


def check(state: State, event: Any, table: Table) -> None:
    """Refuses a round out of order, one without exactly one number for each side that is here, and a wrong pick."""
    if isinstance(event, DrinkerPicked):
        _check_pick(state, event, table)
    else:
        _check_round(state, event, table)


def _check_round(state: State, event: RoundScored, table: Table) -> None:
    played = len(state.rounds)
    if event.round <= played:
        raise Filled(f"Round {event.round} is already written")
    if event.round > played + 1:
        raise Refused(f"Round {played + 1} comes first")
    here, named = table.present(state.players), [player for player, _ in event.points]
    if not here:
        raise Refused("everybody who plays went home")
    for player in named:
        if player not in state.players:
            raise Refused(f"{table.name(player) if player in table.names else player} does not play")
        if player not in here:
            raise Refused(f"{table.name(player)} is away")
        if named.count(player) > 1:
            raise Refused(f"{table.name(player)} is named twice")
    _check_sides(state, event, table)
    if state.options.count != "points" and event.one is None:
        one = "team" if state.teams else "player"
        raise Refused(f"one {one} {'won' if state.options.count == 'wins' else 'lost'} the round: 1, and the others 0")


def _check_sides(state: State, event: RoundScored, table: Table) -> None:
    """Refuses two numbers for a team, and a side without a number."""
    scores = event.scores
    missing: list[str] = []
    for side in state.sides:
        named = [player for player in side if player in scores]
        if len(named) > 1:
            raise Refused(f"{table.named(named)} are in one team: one number for both")
        missing += () if named else table.present(side)
    if missing:
        raise Refused(f"{table.named(missing)} {'has' if len(missing) == 1 else 'have'} no points yet")


def _check_pick(state: State, event: DrinkerPicked, table: Table) -> None:
    place = event.round, event.team
    if place not in state.picks:
        raise Refused(f"round {event.round} asks nobody in team {event.team}")
    if (picked := state.picks[place]) is not None:
        raise Filled(f"That is answered already: {table.name(picked)}")
    if state.teams.get(event.player) != event.team:
        raise Refused(f"{table.name(event.player)} is not in that team")


def doubts(state: State, event: Event, table: Table) -> str:
    """The question about points that equal those of the round before; "" for any others, and for who won or lost."""
    if not isinstance(event, RoundScored) or state.options.count != "points":
        return ""
    if state.rounds[-1:] != (state.everybody(event.scores),):
        return ""
    return f"The same as round {len(state.rounds)}. Save it again?"


def evolve(state: State, event: Any, table: Table) -> Step:
    """The round is written: whoever did worst in it is fined, and the game can be over."""
    options = state.options
    if isinstance(event, DrinkerPicked):
        picked = replace(state, picks={**state.picks, (event.round, event.team): event.player})
        because = f"for {side_name(state.side(event.player), table)}, who did worst in round {event.round}"
        return Step(picked, (Fine(event.player, options.fine, f"lost round {event.round}", because),))
    scores = state.everybody(event.scores)
    after = replace(state, rounds=(*state.rounds, scores))
    fines, best = _judged(state, scores, event.round)
    told = (*((player, "best") for player in best), *((fine.player, "worst") for fine in fines))
    here = table.present(state.players)
    happened = tuple(Happening("thing.happened", player, thing=thing) for player, thing in told if player in here)
    if over := _is_over(after):
        signed = after.totals if options.most_wins else {player: -total for player, total in after.totals.items()}
        last = tuple(
            replace(fine, because=f"last in {options.called}: {after.totals[fine.player]}")
            for fine in lost(signed, options.stake, options.called)
        )
        return Step(after, _here(state, fines, table) + last, happened, over=over)
    asks = tuple(_asks(state, fines, event.round, table)) if options.pays == "one" and options.fine else ()
    asked = {asking.answer["team"] for asking in asks}
    fines = tuple(fine for fine in fines if state.teams.get(fine.player) not in asked)
    picks = {**state.picks, **{(event.round, team): None for team in asked}}
    return Step(replace(after, picks=picks), _here(state, fines, table), happened, asks=asks)


def _here(state: State, fines: tuple[Fine, ...], table: Table) -> tuple[Fine, ...]:
    """The fines of those who are here: who is away has the points of their team, and drinks for none of them."""
    return tuple(fine for fine in fines if fine.player in table.present(state.players))


def _asks(state: State, fines: tuple[Fine, ...], number: int, table: Table) -> Iterable[Ask]:
    """For each team that did worst, and has several players here, the question who drinks."""
    for team in sorted({state.teams[fine.player] for fine in fines}):
        here = table.present(tuple(player for player in state.players if state.teams[player] == team))
        if len(here) > 1:
            because = next(fine.because for fine in fines if fine.player == here[0])
            answer = {"type": "drinker.picked", "round": number, "team": team}
            yield Ask(here[0], f"who of the team drinks {state.options.fine}", because, answer, among=here)


def _judged(state: State, scores: Mapping[str, int], number: int) -> tuple[tuple[Fine, ...], Circle]:
    """What those pay who did worst in a round, and who did best in it; nobody if all did the same."""
    options, counted = state.options, state.counted(scores, state.totals)
    did = counted if options.down is UNSET else {player: -points for player, points in counted.items()}
    worst, best = sorted((min(did.values()), max(did.values())), reverse=not options.most_is_best)
    if worst == best:
        return (), ()
    points = "point" if abs(worst) == 1 else "points"
    said = {"points": f"worst of round {number}, with {signed(worst)} {points}", "wins": f"did not win round {number}"}
    because = said.get(options.count, f"lost round {number}")
    worst_of = (player for player in did if did[player] == worst)
    fines = tuple(Fine(player, options.fine, f"lost round {number}", because) for player in worst_of)
    return fines, tuple(player for player in did if did[player] == best)


def _is_over(state: State) -> bool:
    rounds, target, totals = state.options.rounds, state.options.target, state.totals.values()
    if not isinstance(rounds, UnsetType) and len(state.rounds) >= rounds:
        return True
    if state.options.down is not UNSET:
        return 0 in totals
    return not isinstance(target, UnsetType) and max(totals) >= target
