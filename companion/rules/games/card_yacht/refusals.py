"""What cannot be said in a round of Card Yacht, and why, in words."""

from msgspec import UNSET, UnsetType

from ...cards import DECK, short
from ...events import Event
from ...refused import Filled, Refused
from ...seating import Table
from .events import BOXES, MOST, SUIT_BOXES, HandScored, KnockMade, Said, TurnTaken, can_score
from .round import Round, Sheet, State, opened


def check(state: State, event: Event, table: Table) -> None:
    """Refuses what does not fit the round that is on or due next, in words."""
    assert isinstance(event, Said)
    due = state.over + 1
    if event.round < due:
        raise (Filled if event.is_slotted else Refused)(f"Round {event.round} is over")
    if event.round > due:
        raise Refused(f"Round {event.round} has to wait: round {due} {'is still on' if state.on else 'comes first'}")
    playing = opened(state, table)
    if playing is None:
        raise Refused(f"nobody who plays is here for round {due}")
    _check_dealt(playing, event.player, table)
    match event:
        case KnockMade():
            _check_knock(playing, event, table)
        case TurnTaken():
            _check_taken(playing, event, table)
        case HandScored():
            _check_scored(playing, event, state.sheets[event.player], table)


def _check_dealt(playing: Round, player: str, table: Table) -> None:
    if player not in playing.dealt:
        raise Refused(f"{table.name(player)} is not in round {playing.number}")


def _check_knock(playing: Round, event: KnockMade, table: Table) -> None:
    if event.player in playing.knocked:
        raise Filled(f"{table.name(event.player)} has already knocked")
    _check_turn(playing, event.player, table)


def _check_turn(playing: Round, player: str, table: Table) -> None:
    """After the first knock everybody else has one last turn, and once a hand is shown nobody has."""
    if playing.shown:
        raise Refused(f"hands are shown already: {table.name(playing.shown[0])} has scored")
    if player in playing.done:
        why = "has knocked" if player in playing.knocked else "has had the last turn after the knock"
        raise Refused(f"{table.name(player)} {why}")


def _check_taken(playing: Round, event: TurnTaken, table: Table) -> None:
    _check_fields(event)
    _check_turn(playing, event.player, table)
    if event.drawn > playing.stock:
        raise Refused(f"the stock has {playing.stock or 'no'} card{'' if playing.stock == 1 else 's'} left")
    if event.turn == "pass" and not playing.knocked and playing.stock:
        raise Refused("nobody passes before a knock while there is a stock")
    if event.turn == "exchange":
        assert isinstance(event.giver, str)
        if event.giver == event.player:
            raise Refused("cards are exchanged with somebody else's harbor")
        _check_dealt(playing, event.giver, table)


def check_harbor(state: State, event: Event, table: Table) -> None:
    """Refuses to take more from a harbor than was laid in it; where turns were skipped nobody knows what lies there."""
    playing = opened(state, table)
    if playing is None or not isinstance(event, TurnTaken) or isinstance(event.giver, UnsetType):
        return
    skipped = playing.passed_over(event.player)
    there, giver = playing.harbor(event.giver), table.name(event.giver)
    if event.giver not in skipped and isinstance(event.count, int) and event.count > there:
        laid = f"{there or 'no'} card{'' if there == 1 else 's'}"
        raise Refused(f"{giver} has laid {laid} in the harbor by the turns entered; enter the others first")


def _check_fields(event: TurnTaken) -> None:
    """A draw has a count, an exchange a count and whose harbor it was, a pass neither."""
    if (event.count is UNSET) != (event.turn == "pass"):
        raise Refused("a pass has no count" if event.turn == "pass" else "how many cards were taken? 1 to 5")
    if (event.giver is UNSET) == (event.turn == "exchange"):
        needs = event.turn == "exchange"
        raise Refused("from whose harbor did they come?" if needs else f"a {event.turn} is from nobody's harbor")


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
