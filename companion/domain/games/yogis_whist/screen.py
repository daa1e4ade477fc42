"""What the phones show of Yogi's Whist: what is next, what a deal cost, and each player's own bid on their phone alone.

Which bids are hidden from others is decided here too (docs/night-format.md#hidden-facts).
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from ...cards import DECK, JOKER
from ...events import Event
from ...measure import amount
from ...refused import Refused
from ...seating import Circle, Table, clockwise_from
from ..game import Closing, Throw
from ..screen import Went
from ..trick_game import TrickScreen, TrickTaken, deal_to_show, scores
from ..turns import Turn
from .deal import PACK, Deal, Fined, State, note, seen_by_all, waits_for_bids
from .events import CALL_TEXT, Announcement, Bid, BidPlaced, CallMade, Worth, count_suits, gift, laid, worth
from .fines import cost

Phase = Literal["unfit", "cards", "bidding", "calls", "leader", "tricks", "bids", "votes"]


class Screen(TrickScreen, frozen=True, kw_only=True):
    """The screen of a trick game, and what is next: `phase` is what the table must enter.

    `cards`: the dealer of BFT says how many. `bidding`: bids come next, in BFT in turn. `bids`: the tricks are in, bids
    are missing. `votes`: the members can move the bids. `calling` are those who can still call, `takers` have a card
    for the next trick, `up` is the bid that lies face up. `fresh`: the deal has no bid, call or trick yet. `cards`: how
    many everybody gets, or can get. `fined` is the deal just over. `note`: what the table notes when all bids lie on
    it, or the first card is led, if that turns a bid up.
    """

    phase: Phase
    of_tricks: int = 0
    fresh: bool = False
    bft: bool
    joker: bool = True
    takers: Circle = ()
    turned: str | None = None
    nines: bool = False
    calling: Circle = ()
    announced: Announcement | None = None
    up: Worth | None = None
    missing: Circle = ()
    members: Circle = ()
    cards: int = 0
    fined: Fined | None = None
    note: str = ""


def closing(state: State, charged: Mapping[str, int], table: Table) -> Closing:
    """Who made the most bids."""
    made = scores(state, {})
    most = max(made.values(), default=0)
    best = [player for player in state.players if made.get(player) == most]
    over = "That was Yogi’s Whist"
    if not most:
        return Closing(over, "Not one bid made. It happens to the best.")
    each = " each" if 1 < len(best) < len(made) else ""
    deals = f"{amount(most, 'bid')}{each} in {amount(state.played, 'deal')}"
    if len(best) == len(made) or len(best) > 3:
        return Closing(over, f"{'Everybody' if len(best) == len(made) else table.named(best)} made {deals}.")
    return Closing(f"{table.named(best)} made the most bids", f"{deals}. Well played, all of you!", (tuple(best),))


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """The screen of the deal that is on, or of the next one as if dealt now with the newcomers."""
    bft = state.options.bft
    deal, fields = deal_to_show(state, table, newcomers)
    fields |= {"bft": bft, "fined": state.recent, "went": went(state, table)}
    fields["tallies"] = {player: f"{made} made" for player, made in scores(state, {}).items() if state.played}
    if deal is None:
        return Screen(**fields, phase="unfit")
    unknown = bft and bool(deal.missing)  # how many tricks there are, and who plays them
    return Screen(
        **fields | {"leader": deal.lead},
        phase=phase(state, deal),
        turn=turn(state, deal),
        of_tricks=0 if unknown else deal.length,
        fresh=not (deal.bids or deal.calls or deal.taken),
        order=clockwise_from(deal.lead, deal.playing) if deal.playing and not unknown else (),
        judges=deal.turned is not None,
        takers=deal.playing,
        turned=deal.turned,
        nines=state.options.remind_nines and deal.nines_out,
        calling=deal.calling,
        announced=deal.announced,
        up=next((worth(deal.bids[player], deal.turned) for player in deal.face_up if player in deal.bids), None),
        missing=deal.missing,
        members=tuple(player for player in state.options.members if player in deal.dealt),
        cards=(PACK - 1) // len(deal.dealt) if bft and state.on is None else deal.cards,
        tricks=deal.tricks,
        seen=seen_by_all(deal),
        notes={player: _note(player, deal, bft) for player in deal.dealt},
        note=note(state),
    )


def went(state: State, table: Table) -> tuple[Went, ...]:
    """Who made their bid in the deal just over, those first, and who missed it; whose it was, if bids were moved."""
    last = None if state.on else state.recent
    if last is None:
        return ()
    rows, moved = [], last.deal.moved(table)
    for player in last.deal.dealt:
        bid = moved.get(player)
        did = f"made {bid or 'it'}" if player in last.made else f"missed {bid}" if bid else "missed"
        called = f"{last.announced.did} and " if last.announced and last.announced.player == player else ""
        rows.append(Went(player, last.deal.taken.count(player), called + did))
    return tuple(sorted(rows, key=lambda row: row.player not in last.made))


def phase(state: State, deal: Deal) -> Phase:
    """What the table must enter next."""
    if state.options.bft and state.on is None:
        return "cards"
    if deal.is_played():
        return "bids" if deal.missing else "votes"
    if deal.taken:
        return "tricks"
    if waits_for_bids(state, deal):
        return "bidding"
    if deal.revealer and not deal.chosen:
        return "leader"
    return "calls" if deal.calling else "tricks"


def turn(state: State, deal: Deal) -> Turn:
    """Who says how many cards, bids or calls next, picks the leader, or still has to enter a bid."""
    calls, bids = (deal.number, 1 + len(deal.dealt) - len(deal.calling)), Turn(deal.missing, own="bid")
    return {
        "cards": Turn((deal.dealer,), "deals", "deal: how many cards?", "how many cards", (deal.number, 0)),
        "bidding": Turn(deal.missing[:1], "bids", "turn to bid") if state.options.bft else bids,
        "calls": Turn(deal.calling[:1], "calls", "turn to call", "the call", calls),
        "leader": Turn((deal.revealer,) if deal.revealer else (), "revealed", "reveal: who leads?", "who leads", calls),
        "bids": bids,
    }.get(phase(state, deal), Turn())


def _note(player: str, deal: Deal, bft: bool) -> str:
    """The public facts about a player, in a few words: the call, and whether a bid is laid."""
    call, bid = deal.calls.get(player), deal.bids.get(player)
    if bid is not None and player in deal.face_up:
        return f"bid {worth(bid, deal.turned).tricks}"
    announced = call is not None and call != "no"
    laid = (gift(bid.count) if bft else "bid is in") if bid and not (deal.taken and announced) else None
    called = CALL_TEXT[call] if call and (announced or not deal.taken) else None
    return " · ".join(word for word in (called, laid) if word)


# ---- a player's own bid


Risk = tuple[int, ...]


class Mine(msgspec.Struct, frozen=True):
    """What only the player sees: their bid once it is laid, and the `gift` to say with it in BFT.

    `can_bid`: in the deal, and nothing laid yet. `risks`: while they can still call, a row for each number of others
    who could make theirs. `wear`: the suit of a bid that was `made` in the deal just over.
    """

    can_bid: bool = False
    is_up: bool = False
    bid: Worth | None = None
    gift: str = ""
    risks: tuple[Risk, ...] = ()
    wear: str | None = None
    made: bool = False


def own(state: State, table: Table, seat: str) -> Mine:
    """What only this seat's phone shows of the deal that is on or next."""
    last = state.recent
    made = last is not None and seat in last.made
    wear = last.deal.goal(seat).suit if last and made and last.is_known else None
    deal, _ = deal_to_show(state, table, ())
    if deal is None or seat not in deal.dealt:
        return Mine(made=made, wear=wear)
    bid = deal.bids.get(seat)
    return Mine(
        made=made,
        wear=wear,
        can_bid=bid is None and not (state.options.bft and state.on is None),
        is_up=seat in deal.face_up,
        bid=worth(bid, deal.turned) if bid else None,
        gift=gift(bid.count) if bid and state.options.bft else "",
        risks=risks(len(deal.dealt)) if seat in deal.calling else (),
    )


def risks(players: int) -> tuple[Risk, ...]:
    """Rows from all others to none: how many make their bid, and the cost of a missed bid after each of three calls."""
    return tuple(
        (makers, *(cost(False, makers, call, called=True) for call in CALL_TEXT)) for makers in reversed(range(players))
    )


def hidden(state: State, event: Event) -> str | None:
    """The only player whose phone shows a bid: it is hidden until it lies face up or its deal is over.

    A bid that was undone stays hidden as well.
    """
    if not isinstance(event, BidPlaced) or event.deal <= state.over:
        return None
    deal = state.on
    is_up = deal is not None and event.player in deal.face_up and deal.bids.get(event.player) == laid(event)
    return None if is_up else event.player


def final(state: State, event: Event, changed: Event | None, written: Iterable[Event]) -> str:
    """A bid is final from the first call of its deal on; a call once its first card is led or trick 1 is taken.

    That holds even if those were undone.
    """
    if not isinstance(event, BidPlaced | CallMade):
        return ""
    what = "bid" if isinstance(event, BidPlaced) else "call"
    after = {type(one) for one in written if isinstance(one, TrickTaken | CallMade) and one.deal == event.deal}
    if TrickTaken in after:
        return f"{what} changed after trick 1"
    if state.on is not None and state.on.led and event.deal == state.on.number:
        return f"{what} changed after the first card"
    return "bid changed after the first call" if what == "bid" and CallMade in after else ""


def by_finesmaster(state: State, event: Event) -> bool:
    """Whether the finesmaster can enter somebody else's bid: one that the deal waits for, or one of an earlier deal.

    The deal waits for a missing bid once all tricks are in, and in BFT before the first.
    """
    if not isinstance(event, BidPlaced):
        return False
    if event.deal <= state.over:
        return True
    deal = state.on
    return deal is not None and event.player in deal.missing and (deal.is_played() or state.options.bft)


def lies_open(state: State, event: Event) -> bool:
    """Whether this is a bid that the deal waits for once all tricks are in: everybody sees the card on the table."""
    deal = state.on
    return isinstance(event, BidPlaced) and deal is not None and event.player in deal.missing and deal.is_played()


def fill(state: State | None, raw: dict[str, Any], throw: Throw, written: Iterable[Event]) -> None:
    """Replaces the card of a bid, or the suits of several, by the number of tricks it is for.

    If the log had the card itself, anybody who entered the same card would learn from the refusal that it was bid.
    """
    if state is None:
        return
    count_suits(raw)
    if raw["type"] == "bid.placed" and _is_pack(raw.get("cards")):
        cards = tuple(raw["cards"])
        if state.on is None or not seen_by_all(state.on).intersection(cards):
            raw.update(_worth(state, cards))
            del raw["cards"]
    new = raw.get("event")
    if isinstance(new, dict) and new.get("type") == "bid.placed" and _is_pack(new.get("cards")):
        _hide_changed(state, new, tuple(new["cards"]), written)


def _hide_changed(state: State, new: dict[str, Any], cards: tuple[str, ...], written: Iterable[Event]) -> None:
    bid = new["deal"], new["player"], cards
    if any(isinstance(one, BidPlaced) and (one.deal, one.player, one.cards) == bid for one in written):
        return  # the log has them already
    deal = state.on if state.on is not None and state.on.number == new["deal"] else None
    if deal is None and JOKER in cards or deal is not None and seen_by_all(deal).intersection(cards):
        return
    del new["cards"]
    new.update(_worth(state, cards))


def _is_pack(cards: object) -> bool:
    """Whether these are different cards of the pack; anything else is left for the rules to refuse."""
    return isinstance(cards, list | tuple) and len(set(cards)) == len(cards) > 0 and {*DECK, JOKER}.issuperset(cards)


def _worth(state: State, cards: tuple[str, ...]) -> dict[str, int]:
    turned = state.on.turned if state.on else None
    if JOKER in cards and turned is None:
        raise Refused("the joker counts as the trump card: enter that first")
    tricks = {"tricks": worth(Bid(len(cards), cards), turned).tricks}
    return {**tricks, "count": len(cards)} if state.options.bft or len(cards) > 1 else tricks


Words = Mapping[str, list[str]]


def lay(state: State, table: Table, seat: str, words: Words) -> tuple[str | None, tuple[str, ...]]:
    """Who lays a bid of BFT: this seat or the player in `for` (None: nobody can); and the gift by number of cards."""
    named, deal = words.get("for", [seat])[0], state.on if state.options.bft else None
    whose = named if deal and named in deal.missing else None
    return whose, tuple(gift(count) for count in range(1, deal.cards + 1)) if deal else ()
