"""What Frak You refuses. A refusal that tells of the rules has a harmless `public` sentence for newcomers."""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from ...cards import DECK, short
from ...events import Event
from ...refused import Refused
from ...seating import Circle, Table, clockwise_from
from ..trick_game import DealStarted, DealVoided, check_dealt, check_new, check_next, check_open, check_order
from .deal import SEATS, Deal, State, next_dealt, opened
from .events import ACE, OPENER, CardsCounted, Play, TrickTaken, is_pair, judged

HARMLESS = "These cards cannot be entered like this; look again, or enter only who took the trick"


class Silent(Refused):
    """The rules leave nobody to take the trick, so the table has to say who does."""


def check(state: State, event: Event, table: Table) -> None:
    """Refuses what does not fit the deal that is open or due, in words."""
    assert isinstance(event, DealStarted | DealVoided | TrickTaken | CardsCounted)
    check_open(state, event, event.deal)
    if isinstance(event, DealVoided):
        return
    if state.on is None:
        started = event if isinstance(event, DealStarted) else None
        check_dealt(next_dealt(state, table, started), SEATS, table)
    if isinstance(event, TrickTaken | CardsCounted):
        deal = opened(state, table).deal
        assert deal is not None
        (_check_trick if isinstance(event, TrickTaken) else _check_counted)(deal, event, table)


def _check_in(player: str, deal: Deal, table: Table) -> None:
    if player in deal.holdings:
        return
    if player in deal.dealt:
        raise Refused(f"{table.name(player)} is out of this deal")
    raise Refused(f"{table.name(player)} is not in this deal")


def _check_counted(deal: Deal, event: Event, table: Table) -> None:
    assert isinstance(event, CardsCounted)
    _check_in(event.player, deal, table)
    if event.hand + event.table > len(DECK):
        raise Refused(f"nobody can hold {event.hand + event.table} cards: there are {len(DECK)}")


def _check_trick(deal: Deal, event: Event, table: Table) -> None:
    assert isinstance(event, TrickTaken)
    check_next(event.trick, deal.taken, table)
    if isinstance(event.plays, UnsetType):
        return _check_told(deal, event, table)
    if event.paired is not UNSET:
        raise Refused("who paired is seen from the cards; leave it out", public=HARMLESS)
    _check_turns(deal, event.laid, table)
    _check_cards(event.laid)
    _check_table(deal, event.laid)
    for player in _pairers(event.laid):
        _check_can_pair(player, deal, table)
    if event.trick == 1 and event.laid[0][1][-1] != OPENER:
        why = f"the first trick begins with {short(OPENER)}; whoever holds it leads it"
        raise Refused(why, public=HARMLESS)
    return _check_judged(deal, event, table)


def _check_told(deal: Deal, event: TrickTaken, table: Table) -> None:
    if isinstance(event.winner, UnsetType):
        raise Refused(f"who took trick {event.trick}? Name the taker, or the cards")
    _check_in(event.winner, deal, table)
    if not isinstance(event.paired, UnsetType):
        _check_in(event.paired, deal, table)
        _check_can_pair(event.paired, deal, table)


def _check_turns(deal: Deal, plays: tuple[Play, ...], table: Table) -> None:
    players = [player for player, _ in plays]
    for player in players:
        _check_in(player, deal, table)
    check_order(players, _turns(deal, players), table)


def _turns(deal: Deal, players: list[str]) -> Circle:
    """Those still in, clockwise from the leader; in the first trick whoever was named first leads."""
    leader = deal.leader or (players[0] if players else deal.still_in[0])
    return clockwise_from(leader, deal.still_in)


def _cards(plays: tuple[Play, ...]) -> Iterator[str]:
    for _, cards in plays:
        yield from cards


def _pairers(plays: tuple[Play, ...]) -> Iterator[str]:
    return (player for player, cards in plays if is_pair(cards))


def _check_cards(plays: tuple[Play, ...]) -> None:
    check_new(_cards(plays), (), "is in this trick twice")
    if any(is_pair(cards) and cards[0] != ACE for _, cards in plays):
        raise Refused(f"only {short(ACE)} is laid with another card, and it is named first", public=HARMLESS)


def _check_table(deal: Deal, plays: tuple[Play, ...]) -> None:
    lying = frozenset[str]().union(*(held.cards or () for held in deal.holdings.values()))
    for card in _cards(plays):
        if card in lying:
            raise Refused(f"{short(card)} lies in a trick on the table", public=HARMLESS)


def _check_can_pair(player: str, deal: Deal, table: Table) -> None:
    if deal.holdings[player].hand < 2:
        why = f"{table.name(player)} has one card only and cannot pair; if that is wrong, count their cards"
        raise Refused(why, public=HARMLESS)


def _check_judged(deal: Deal, event: TrickTaken, table: Table) -> None:
    verdict = judged(event.laid)
    if verdict is None and isinstance(event.winner, UnsetType):
        why = f"the rules are silent about these cards: who took trick {event.trick}?"
        raise Silent(why, public=f"Who took trick {event.trick}?")
    if isinstance(event.winner, UnsetType):
        return
    _check_in(event.winner, deal, table)
    if verdict is not None and event.winner != verdict.player:
        raise Refused(f"by these cards {table.name(verdict.player)} takes the trick")
