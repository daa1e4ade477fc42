"""The rounds of Mexico: two dice, up to three throws, and whoever has the lowest pair drinks (docs/games/mexico.md)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ...events import Count, Event, GameStarted, Id
from ...fines import Fine
from ...house_rules.model import Happening
from ...refused import Filled, Refused
from ...seating import Circle, Table, first_of
from ..game import Moment, Step, Throw
from ..turns import check_due, check_plays, check_turn

SEATS = range(2, 13)
THROWS = 3
MOST = 16  # what the lowest pair costs at most
Die = Annotated[int, Meta(ge=1, le=6)]
Pair = tuple[Die, Die]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the table throws `real` dice or the companion throws, and after how many `rounds` the game is over."""

    dice: Literal["real", "phone"] = "real"
    rounds: Annotated[int, Meta(ge=1, le=99)] = 10


class PairThrown(Event, frozen=True, tag="pair.thrown"):
    """Somebody threw two dice. With real dice only the pair that counts is entered, with how many throws it took."""

    slot = ("round", "player", "throw")
    round: Count
    player: Id
    throw: Annotated[int, Meta(ge=1, le=THROWS)]
    dice: Pair


class PairKept(Event, frozen=True, tag="pair.kept"):
    """Somebody lets the pair lie that the companion threw, though more throws were allowed."""

    slot = ("round", "player")
    round: Count
    player: Id


def worth(pair: Pair) -> tuple[int, int]:
    """What orders the pairs: Mexico (2 and 1) beats doubles, doubles beat the rest, which the higher die decides."""
    high, low = max(pair), min(pair)
    if (high, low) == (2, 1):
        return 2, 0
    return (1, high) if high == low else (0, 10 * high + low)


def shown(pair: Pair) -> str:
    """A pair as it is said, higher die first: "Mexico", "double 4", "64"."""
    high, low = max(pair), min(pair)
    if (high, low) == (2, 1):
        return "Mexico"
    return f"double {high}" if high == low else f"{high}{low}"


class Thrown(msgspec.Struct, frozen=True):
    """What lies in front of a player in this round, after how many throws, and whether their turn is `over`."""

    pair: Pair
    throws: int
    over: bool


class State(msgspec.Struct, frozen=True):
    """The players clockwise, who begins this round, its turns so far, those of the last, and who lost each before."""

    options: Options
    players: Circle
    begins: str
    turns: dict[str, Thrown] = {}
    last: dict[str, Thrown] = {}
    lost: tuple[Circle, ...] = ()

    @property
    def round(self) -> int:
        """The round that is on."""
        return len(self.lost) + 1

    @property
    def real(self) -> bool:
        """Whether the table throws dice of its own."""
        return self.options.dice == "real"

    @property
    def allowed(self) -> int:
        """How many throws everybody has: three, until whoever threw first in this round has taken fewer."""
        first = next(iter(self.turns.values()), None)
        return first.throws if first and first.over else THROWS

    def due(self, table: Table) -> str | None:
        """Who throws next: whoever has begun, else the next player here who has not thrown in this round."""
        begun = next((player for player, turn in self.turns.items() if not turn.over), None)
        waiting = [player for player in table.present(self.players) if player not in self.turns]
        return begun or first_of(waiting, self.begins, self.players)


def start(event: GameStarted, options: Options, table: Table) -> State:
    """The state before the first throw; whoever was drawn as the first dealer begins."""
    return State(options, event.players, event.first_dealer)


def check(state: State, event: Any, table: Table) -> None:
    """Refuses a throw out of turn, a throw too many, and to keep a pair that there is not."""
    name, turn = table.name(event.player), state.turns.get(event.player)
    check_plays(event.player, state.players, table)
    check_due(event.round, state.round, "round")
    if turn and (turn.over or (isinstance(event, PairThrown) and event.throw <= turn.throws)):
        raise Filled(f"{name} has thrown already: {shown(turn.pair)}")
    check_turn(event.player, state.due(table), "it is {}’s turn", table)
    if isinstance(event, PairKept):
        if turn is None:
            raise Refused(f"{name} has not thrown yet")
        return
    if event.throw > state.allowed:
        first = table.name(next(iter(state.turns)))
        raise Refused(f"{first} threw {state.allowed}×, so nobody throws more often in this round")
    if not state.real:
        check_due(event.throw, turn.throws + 1 if turn else 1, "throw")


def evolve(state: State, event: Any, table: Table) -> Step:
    """The step after a checked event; the turn that ends a round says who drinks."""
    if isinstance(event, PairKept):
        turn = replace(state.turns[event.player], over=True)
    else:
        ends = state.real or event.throw == state.allowed or shown(event.dice) == "Mexico"
        turn = Thrown(event.dice, event.throw, ends)
    step = _settled(replace(state, turns={**state.turns, event.player: turn}), table)
    if isinstance(event, PairKept):
        return step
    is_mexico = shown(event.dice) == "Mexico"
    threw = f"{table.name(event.player)} threw a Mexico"
    moment = Moment(threw, (event.player,), signs=("2", "1")) if is_mexico else None
    return replace(step, happened=(*_heard(event), *step.happened), moment=moment)


def _heard(event: PairThrown) -> Iterator[Happening]:
    """A throw, for house rules: its dice, and what the pair is called."""
    high, low = max(event.dice), min(event.dice)
    yield Happening("dice.rolled", event.player, dice=event.dice, thrown=event.dice)
    things = ["mexico" if (high, low) == (2, 1) else f"{high}{low}"]
    if high == low:
        things.append("double")
    for thing in things:
        yield Happening("thing.happened", event.player, thing=thing)


def left(state: State, table: Table) -> Step:
    """The step after somebody left or returned: what lies in front of whoever left counts."""
    gone = {player: replace(turn, over=True) for player, turn in state.turns.items() if player in table.away}
    return _settled(replace(state, turns={**state.turns, **gone}), table)


def _settled(state: State, table: Table) -> Step:
    """The next round, once everybody here has thrown: the lowest pair drinks 1, twice as much for each Mexico.

    All who tie for the lowest drink, and the first of them begins. Nobody drinks who was the only one to throw.
    """
    if not state.turns or state.due(table):
        return Step(state)
    pairs = {player: turn.pair for player, turn in state.turns.items()}
    lowest = min(map(worth, pairs.values()))
    losers = tuple(player for player, pair in pairs.items() if worth(pair) == lowest) if len(pairs) > 1 else ()
    amount = price(pairs.values())
    twice = "" if amount == 1 else ", doubled for Mexico" if amount == 2 else ", doubled for each Mexico"
    because = f"lowest in round {state.round} with {shown(min(pairs.values(), key=worth))}{twice}"
    fines = tuple(Fine(player, amount, f"round {state.round}", because) for player in losers)
    happened = tuple(Happening("thing.happened", player, thing="lowest") for player in losers)
    after = replace(state, begins=next(iter(losers or pairs)), turns={}, last=state.turns, lost=(*state.lost, losers))
    return Step(after, fines, happened, over=state.round == state.options.rounds)


def price(pairs: Iterable[Pair]) -> int:
    """What the lowest of these pairs costs: 1, doubled for each Mexico among them, 16 at most."""
    return int(min(MOST, 2 ** sum(shown(pair) == "Mexico" for pair in pairs)))


def scores(state: State) -> dict[str, int]:
    """How many rounds each player has lost."""
    return {player: sum(player in losers for losers in state.lost) for player in state.players}


def fill(state: State | None, raw: dict[str, Any], throw: Throw, before: Iterable[Event]) -> None:
    """Adds the dice that the companion throws; a form cannot choose them, and a throw that was undone comes back."""
    if state is None or state.real or raw["type"] != "pair.thrown":
        return
    asked = [str(raw.get(field)) for field in PairThrown.slot]
    thrown = (one for one in before if isinstance(one, PairThrown))
    again = [one.dice for one in thrown if [str(one.round), one.player, str(one.throw)] == asked]
    raw["dice"] = list(again[-1] if again else throw(2))
