"""The rules of Card Yacht: its rounds, who deals, everybody's score sheet, and what is refused."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from ...cards import DECK, short
from ...events import Event, GameStarted
from ...house_rules.model import Happening, Roles
from ...refused import Filled, Refused
from ...seating import Circle, Table, clockwise_from, first_of, left_of
from ..game import Moment, Step
from ..turns import check_due
from ..yacht_game import Stake, lost
from .events import BOXES, MOST, SUIT_BOXES, HandScored, KnockMade, Played, TurnTaken, can_score

Sheet = Mapping[str, int]
BONUS_AT = 148
BONUS = 100


class Suited(NamedTuple):
    """A player's points in the four suit boxes, and the `most` they can still reach there."""

    points: int
    most: int

    @property
    def bonus(self) -> int:
        """100 for 148 or more over the four suit boxes."""
        return BONUS if self.points >= BONUS_AT else 0


def suited(sheet: Sheet) -> Suited:
    """How far a player is from the suited bonus."""
    points = sum(sheet.get(box, 0) for box in SUIT_BOXES)
    return Suited(points, points + sum(MOST[box] for box in SUIT_BOXES if box not in sheet))


def grand_total(sheet: Sheet) -> int:
    """All boxes and the suited bonus; boxes never filled count 0."""
    return sum(sheet.values()) + suited(sheet).bonus


SEATS = range(2, 5)
ROUNDS = 12
HAND = 5
RARE = ("five-flush", "card-yacht")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`stake`: what each player in last place is charged when the game has finished by itself."""

    stake: Stake = 0


class Round(msgspec.Struct, frozen=True):
    """One round: who is dealt in, turns `taken`, cards drawn, who knocked, has no turn left (`done`), has shown a hand.

    `latest` took the last turn; `seen` are the cards shown. `harbors` counts the cards in front of each player by the
    turns entered; for the `skipped` players, whose turns were not entered, the count is unknown.
    """

    number: int
    dealt: Circle
    dealer: str
    taken: int = 0
    drawn: int = 0
    knocked: Circle = ()
    done: frozenset[str] = frozenset()
    shown: Circle = ()
    seen: frozenset[str] = frozenset()
    latest: str | None = None
    harbors: dict[str, int] = {}
    skipped: frozenset[str] = frozenset()

    @property
    def stock(self) -> int:
        """How many cards are left after the deal and the draws entered."""
        return len(DECK) - HAND * len(self.dealt) - self.drawn

    @property
    def mark(self) -> str:
        """Differs after every turn, so that a page about the turns can tell that it is out of date."""
        return f"turns-{self.number}-{self.taken}-{self.latest}-{len(self.shown)}"

    @property
    def turns(self) -> Circle:
        """Those who still have a turn, in order, from the left of the dealer, the last turn entered, or the knock."""
        before = self.knocked[0] if self.knocked else self.latest or self.dealer
        after = clockwise_from(left_of(before, self.dealt), self.dealt)
        return () if self.shown else tuple(player for player in after if player not in self.done)

    @property
    def phase(self) -> Literal["turns", "last", "hands"]:
        """The phase: turns until a knock, then a last turn for all others, then hands; a shown hand ends all turns."""
        if self.shown or (self.knocked and not self.turns):
            return "hands"
        return "last" if self.knocked else "turns"

    def harbor(self, giver: str, player: str) -> int:
        """How many cards a player can take from a giver's harbor; five if turns were not entered."""
        return HAND if giver in self.skipped | self.passed_over(player) else min(self.harbors.get(giver, 0), HAND)

    def passed_over(self, player: str) -> frozenset[str]:
        """The players before this one whose turns were not entered."""
        return frozenset(self.turns[: self.turns.index(player)] if player in self.turns else ())


class State(msgspec.Struct, frozen=True):
    """The game: its players clockwise, who deals next, everybody's sheet, the last round, how many are over."""

    options: Options
    players: Circle
    dealer: str
    sheets: dict[str, Sheet]
    over: int = 0
    round: Round | None = None

    @property
    def on(self) -> Round | None:
        """The round that is being played."""
        return self.round if self.round is not None and self.round.number > self.over else None


def start(event: GameStarted, options: Options, table: Table) -> State:
    """The game before its first round."""
    return State(options, event.players, event.first_dealer, {player: {} for player in event.players})


def next_dealer(state: State, table: Table) -> str | None:
    """Who would deal the next round now: the player due, or the next to the left who is not away."""
    return first_of(table.present(state.players), state.dealer, state.players)


def opened(state: State, table: Table) -> Round | None:
    """The round that is on, or else the next one, dealt to all who are not away; None if all are away."""
    if state.on is not None:
        return state.on
    dealer = next_dealer(state, table)
    return Round(state.over + 1, table.present(state.players), dealer) if dealer else None


def roles(state: State, table: Table) -> Roles:
    """The dealer of the round, or between rounds of the next one; this game has no leader and no taker."""
    return Roles(state.on.dealer if state.on else next_dealer(state, table))


def scores(state: State, charged: Mapping[str, int]) -> dict[str, int]:
    """The grand totals."""
    return {player: grand_total(state.sheets[player]) for player in state.players}


def evolve(state: State, event: Event, table: Table) -> Step:
    """The step after a checked event."""
    assert isinstance(event, Played)
    playing = opened(state, table)
    assert playing is not None
    if isinstance(event, HandScored):
        return _scored(state, playing, event, table)
    return Step(replace(state, round=_after_turn(playing, event)))


def left(state: State, table: Table) -> Step:
    """The round is over once all who are not away, at least one, have scored; the game is over after the last round."""
    on = state.on
    if on is None or not on.shown or not set(table.present(on.dealt)) <= set(on.shown):
        return Step(state)
    state = replace(state, over=on.number, dealer=left_of(on.dealer, state.players))
    if state.over < ROUNDS:
        return Step(state)
    fines = lost(scores(state, {}), state.options.stake, "Card Yacht")
    return Step(state, fines, roles=Roles(on.dealer), over=True)


def _after_turn(playing: Round, event: KnockMade | TurnTaken) -> Round:
    """The round after a knock or another turn; from the first knock on it is the player's last."""
    knocked = (*playing.knocked, event.player) if isinstance(event, KnockMade) else playing.knocked
    drawn, harbors = playing.drawn, Counter(playing.harbors)
    if isinstance(event, TurnTaken) and event.count:
        drawn += event.drawn
        harbors[event.player] += event.count  # they lay as many cards as they drew or took from the giver's harbor
        if event.giver:
            harbors[event.giver] = max(0, harbors[event.giver] - event.count)
    return replace(
        playing,
        taken=playing.taken + 1,
        drawn=drawn,
        harbors=harbors,
        knocked=knocked,
        done=playing.done | {event.player} if knocked else playing.done,
        latest=event.player,
        skipped=playing.skipped | playing.passed_over(event.player),
    )


def _scored(state: State, playing: Round, event: HandScored, table: Table) -> Step:
    sheet = {**state.sheets[event.player], event.box: event.worth}
    playing = replace(playing, shown=(*playing.shown, event.player), seen=playing.seen.union(event.hand))
    state = replace(state, sheets={**state.sheets, event.player: sheet}, round=playing)
    happened = Happening("box.scored", event.player, box=event.box, points=event.worth)
    moment = None
    if event.worth and event.box in RARE:
        title = f"{table.name(event.player)} has a {BOXES.spoken[event.box]}"
        moment = Moment(title, (event.player,), large=event.box == RARE[0], signs=event.hand)
    return replace(left(state, table), happened=(happened,), roles=Roles(playing.dealer), moment=moment)


def is_worthless(event: HandScored, sheet: Sheet) -> bool:
    """Whether the hand scores nothing in any open box; points typed without cards only say so in the last box."""
    free = BOXES.open(sheet)
    return not (BOXES.best(event.hand, free)[0].points if event.hand else event.worth or len(free) > 1)


def doubts(state: State, event: Event, table: Table) -> str:
    """A question about a turn out of turn, or about a knock by the player who had the last turn; else "".

    Turns can be left out, so the last one entered decides. A table that entered no draw or exchange in the round before
    is not asked about its first turn, and nobody about a last turn that takes nothing.
    """
    playing = opened(state, table)
    if playing is None or not isinstance(event, KnockMade | TurnTaken) or event.round != playing.number:
        return ""
    turns, name = table.present(playing.turns), table.name(event.player)
    if event.player not in turns[1:] or (playing.knocked and isinstance(event, TurnTaken) and not event.count):
        return ""
    if isinstance(event, KnockMade) and playing.latest == event.player:
        return f"{name} has played this turn. Knock anyway?"
    if state.on is None and state.round is not None and not state.round.harbors:
        return ""
    return f"It’s {table.name(turns[0])}’s turn. Enter it for {name} anyway?"


def check(state: State, event: Event, table: Table) -> None:
    """Refuses an event that does not fit the round that is on or due next."""
    assert isinstance(event, Played)
    due = state.over + 1
    if event.round < due:
        raise (Filled if event.is_slotted else Refused)(f"Round {event.round} is over")
    check_due(event.round, due, "round", is_on=state.on is not None)
    playing = opened(state, table)
    if playing is None:
        raise Refused(f"everybody who plays went home for round {due}")
    _check_dealt(playing, event.player, table)
    match event:
        case KnockMade():
            if event.player in playing.knocked:
                raise Filled(f"{table.name(event.player)} has already knocked")
            _check_turn(playing, event, table)
        case TurnTaken():
            _check_taken(playing, event, table)
        case HandScored():
            _check_scored(playing, event, state.sheets[event.player], table)


def _check_dealt(playing: Round, player: str, table: Table) -> None:
    if player not in playing.dealt:
        raise Refused(f"{table.name(player)} is not in round {playing.number}")


def _check_turn(playing: Round, event: KnockMade | TurnTaken, table: Table) -> None:
    """Refuses a second turn after the first knock, and any turn once a hand is shown."""
    player = event.player
    had_last_turn = player in playing.done and player not in playing.knocked
    refusal = Filled if had_last_turn and isinstance(event, TurnTaken) else Refused
    if playing.shown:
        raise refusal(f"hands are shown already: {table.name(playing.shown[0])} has scored")
    if player in playing.done:
        why = "has knocked" if player in playing.knocked else "has had the last turn after the knock"
        raise refusal(f"{table.name(player)} {why}")


def _check_taken(playing: Round, event: TurnTaken, table: Table) -> None:
    _check_fields(event)
    _check_turn(playing, event, table)
    if event.drawn > playing.stock:
        raise Refused(f"the stock has {playing.stock or 'no'} card{'' if playing.stock == 1 else 's'} left")
    if event.turn == "pass" and not playing.knocked and playing.stock:
        raise Refused("You can pass only after a knock.")
    if event.turn == "exchange":
        assert isinstance(event.giver, str)
        if event.giver == event.player:
            raise Refused("cards are swapped with somebody else’s harbor")
        _check_dealt(playing, event.giver, table)


def check_harbor(state: State, event: Event, table: Table) -> None:
    """Refuses to take more from a harbor than was laid in it; if turns were skipped, the number is not known."""
    playing = opened(state, table)
    if playing is None or not isinstance(event, TurnTaken) or not event.giver:
        return
    there, giver = playing.harbor(event.giver, event.player), table.name(event.giver)
    if (event.count or 0) > there:
        laid = f"{there or 'no'} card{'' if there == 1 else 's'}"
        raise Refused(f"{giver}’s harbor has {laid} so far. Enter the missing turns first.")


def _check_fields(event: TurnTaken) -> None:
    """A draw has a count, an exchange a count and a giver, a pass neither."""
    if (event.count is UNSET) != (event.turn == "pass"):
        raise Refused("a pass has no count" if event.turn == "pass" else "how many cards were taken? 1 to 5")
    if (event.giver is UNSET) == (event.turn == "exchange"):
        needs = event.turn == "exchange"
        raise Refused("from whose harbor did they come?" if needs else f"a {event.turn} is from nobody’s harbor")


def _check_scored(playing: Round, event: HandScored, sheet: Sheet, table: Table) -> None:
    name = table.name(event.player)
    if event.player in playing.shown:
        raise Filled(f"{name} has already scored round {event.round}")
    if event.box in sheet:
        raise Refused(f"{name} has already filled {BOXES.spoken[event.box]}")
    if (event.cards is UNSET) == (event.points is UNSET):
        raise Refused("say either the five cards or the points")
    _check_cards(playing, event.hand)
    if not event.hand and not can_score(event.box, event.worth):
        most = MOST[event.box]
        could = f"0 to {most}" if event.box in SUIT_BOXES else f"{most} or nothing"
        raise Refused(f"{BOXES.spoken[event.box]} scores {could}, not {event.worth}")


def _check_cards(playing: Round, hand: tuple[str, ...]) -> None:
    seen = set(playing.seen)
    for card in hand:
        if card not in DECK:
            raise Refused("there is no joker in this game")
        if card in seen:
            raise Refused(f"{short(card)} is in another hand of this round, or twice in this one")
        seen.add(card)
