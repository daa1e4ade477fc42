"""The card pad of Frak You: a trick card after card, clockwise from the leader, with the special ones (rules, 3)."""

from collections.abc import Mapping, Sequence

import msgspec

from ...cards import DECK, RANKS, SUITS
from ...deals import DealStarted, check_dealt
from ...refused import Refused
from ...seating import Circle, Table, clockwise_from
from .deal import SEATS, Deal, State, next_dealt, opened
from .judging import ACE, OPENER, Cards, Play, Taken, judged

Words = Mapping[str, list[str]]


class Pad(msgspec.Struct, frozen=True):
    """The pad as it stands: what was laid, and whose card is asked for (nobody: who leads, or it is `done`).

    `half` is the ace of spades waiting for the card beside it. Of a trick that is done `taken` says who takes it
    and why; None when the rules are silent. `late` says that the trick meant is recorded already.
    """

    deal: int
    trick: int
    in_deal: Circle
    leader: str | None = None
    laid: tuple[Play, ...] = ()
    turn: str | None = None
    half: bool = False
    done: bool = False
    taken: Taken | None = None
    late: bool = False
    dealing: Circle = ()

    @property
    def suits(self) -> tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]:
        """The keys by suit, high cards first, with whether a card is in this trick already."""
        gone = {card for _, cards in self.laid for card in cards} | ({ACE} if self.half else set())
        return tuple((suit, tuple((rank + suit, rank + suit in gone) for rank in reversed(RANKS))) for suit in SUITS)


def pad(state: State, table: Table, seat: str, words: Words) -> Pad:
    """Asks who leads the first trick, then for one card after the other; what was said travels in `words`."""
    dealing = tuple(words.get("dealt", ())) if state.on is None else ()
    deal = _deal(state, table, dealing)
    if deal is None:
        return Pad(state.over + 1, 1, ())
    slot = [str(deal.number)], [str(len(deal.taken) + 1)]
    late = (words.get("deal", slot[0]), words.get("trick", slot[1])) != slot
    asked = _asked(deal, {} if late else words)
    return msgspec.structs.replace(asked, late=late, dealing=dealing)


def _deal(state: State, table: Table, dealing: Circle) -> Deal | None:
    """The deal that is on or due, to newcomers too if they are named; None when it cannot be dealt."""
    started = DealStarted(deal=state.over + 1, players=dealing) if dealing else None
    try:
        if state.on is None:
            check_dealt(next_dealt(state, table, started), SEATS, table)
    except Refused:
        return None
    return opened(state, table, started).deal


def _asked(deal: Deal, words: Words) -> Pad:
    pad = Pad(deal.number, len(deal.taken) + 1, deal.still_in)
    laid, half = _said(words)
    leader = deal.leader or _chosen(deal, words, laid)
    if leader is None:
        return pad
    if not deal.leader and not laid:
        laid = ((ACE, OPENER) if "beside" in words else (OPENER,),)
    turns = clockwise_from(leader, deal.still_in)
    plays = tuple(zip(turns, laid, strict=False))
    done = len(plays) == len(turns)
    turn = None if done else turns[len(plays)]
    if turn and half and deal.holdings[turn].hand < 2:  # nothing can lie beside a last card
        return _asked(deal, {**words, "card": [], "back": [], "half": [], "laid": [*words.get("laid", ()), ACE]})
    taken = judged(plays) if done else None
    return msgspec.structs.replace(pad, leader=leader, laid=plays, turn=turn, half=half, done=done, taken=taken)


def _chosen(deal: Deal, words: Words, laid: Sequence[Cards]) -> str | None:
    """Who is said to lead the first trick; taking back what they led asks again."""
    named = _word(words, "leader")
    taken_back = words.get("back") and not laid
    return named if named in deal.still_in and not taken_back else None


def _said(words: Words) -> tuple[tuple[Cards, ...], bool]:
    """What was laid so far, the newest last, and whether the ace of spades waits for a card; `back` takes one away."""
    laid = tuple(cards for said in words.get("laid", ()) if _is_play(cards := tuple(said.split())))
    half = bool(words.get("half"))
    if words.get("back"):
        return (laid if half else laid[:-1]), False
    if half and words.get("alone"):
        return (*laid, (ACE,)), False
    card = _word(words, "card")
    if card not in DECK or any(card in cards for cards in laid) or (half and card == ACE):
        return laid, half
    if card == ACE:
        return laid, True
    return (*laid, (ACE, card) if half else (card,)), False


def _word(words: Words, name: str) -> str:
    return next(iter(words.get(name, ())), "")


def _is_play(cards: Cards) -> bool:
    return 1 <= len(cards) <= 2 and all(card in DECK for card in cards)
