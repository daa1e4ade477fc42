"""The screens of Card Yacht: the round, a hand to score, the turns, the score sheet; and its events in words."""

from collections.abc import Mapping

import msgspec

from ...cards import DECK
from ...events import Event
from ...seating import Circle, Table
from ..event_text import event_text
from ..yacht_game import Line, Offer, Sheet
from .events import BOXES, HandScored, TurnTaken
from .round import BONUS, BONUS_AT, HAND, SEATS, Round, State, grand_total, next_dealer, opened, suited
from .round import Sheet as Column

Words = Mapping[str, list[str]]


class Scores(msgspec.Struct, frozen=True):
    """A hand being entered: whose it is (None: the page asks), and which `others` still have to score.

    `cards` are those picked so far. With all five, `boxes` show what each would score, the best first.
    """

    player: str | None
    others: Circle
    cards: Circle
    boxes: tuple[Offer, ...]


def score(state: State, table: Table, seat: str, words: Words) -> Scores:
    """The hand of the player named in `for`, else of the phone's own seat, if they still have to score."""
    on = opened(state, table) or Round(state.over + 1, (), "")
    waiting = tuple(player for player in on.dealt if player not in on.shown)
    named = words.get("for", words.get("player", [seat]))[0]
    player = named if named in waiting else seat if seat in waiting else None
    cards = tuple(card for card in dict.fromkeys(words.get("cards", ())) if card in DECK and card not in on.seen)[:HAND]
    return Scores(
        player=player,
        others=tuple(other for other in waiting if other != player),
        cards=cards,
        boxes=BOXES.offers(cards, state.sheets[player]) if player else (),
    )


class Turns(msgspec.Struct, frozen=True):
    """The turns of the round: whose turn it is (None: nobody has one), and who else has one.

    `givers` are the players to exchange with, each with the number of cards that can be taken from their harbor.
    """

    player: str | None
    others: Circle
    givers: tuple[tuple[str, int], ...]


def turns(state: State, table: Table, seat: str, words: Words) -> Turns:
    """The turn of the player named in `for`, else of the player whose turn it is."""
    on = opened(state, table)
    if on is None or not on.turns:
        return Turns(None, (), ())
    named = words.get("for", [""])[0]
    player = named if named in on.turns else (table.present(on.turns) or on.turns)[0]
    others = tuple(other for other in on.turns if other != player)
    harbors = ((other, on.harbor(other, player)) for other in on.dealt if other != player)
    return Turns(player, others, tuple((other, cards) for other, cards in harbors if cards))


def sheet(state: State | None, table: Table, seat: str | None) -> Sheet:
    """The score sheet, the same for everybody; without a game an empty one to print."""
    columns = state.players if state else ("",) * SEATS[-1]
    sheets = [state.sheets[player] if state else None for player in columns]
    bonus = tuple("" if one is None else _bonus(one) for one in sheets)
    totals = tuple("" if one is None else str(grand_total(one)) for one in sheets)
    sums = Line("Suited bonus", f"{BONUS_AT} in the four suits: {BONUS}", bonus), Line("Grand total", "", totals)
    return BOXES.sheet("Card Yacht", columns, sheets, *sums)


def _bonus(column: Column) -> str:
    """The bonus once it is earned, before that the points towards it, and a dash once it is out of reach."""
    way = suited(column)
    if way.bonus:
        return str(way.bonus)
    return f"{way.points}/{BONUS_AT}" if way.most >= BONUS_AT else "–"


class Screen(msgspec.Struct, frozen=True):
    """The round that is `on`, or the next one if nothing of it is entered yet (`between`).

    `few`: all players are away. `turns` are the players here who still have a turn, whose turn it is first; `to_score`
    those whose hands are not entered yet.
    """

    on: Round
    between: bool
    few: bool
    dealer: str | None
    turns: Circle
    to_score: Circle
    dealt: Circle
    notes: dict[str, str]
    sheet: Sheet

    @property
    def awaited(self) -> frozenset[str]:
        """Whom the table waits for: the player whose turn it is, all with a last turn, or all who have not scored."""
        return frozenset({"turns": self.turns[:1], "last": self.turns, "hands": self.to_score}[self.on.phase])


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """The table now; between rounds, as if the next round were dealt now."""
    playing = opened(state, table)
    on = playing or Round(state.over + 1, (), "")
    return Screen(
        on=on,
        between=state.on is None,
        few=playing is None,
        dealer=on.dealer or next_dealer(state, table),
        turns=table.present(on.turns) or on.turns if playing else (),
        to_score=tuple(player for player in table.present(on.dealt) if player not in on.shown),
        dealt=state.players,
        notes={player: _note(state, on, player) for player in state.players},
        sheet=sheet(state, table, None),
    )


def _note(state: State, on: Round, player: str) -> str:
    """A player's total, and what they still have to do or did."""
    total = f"{grand_total(state.sheets[player])} points"
    if player not in on.dealt:
        return f"{total}, not in this round" if state.on else total
    if on.shown:
        return f"{total}, has scored" if player in on.shown else f"{total}, still to score"
    if player in on.knocked:
        return f"{total}, knocked"
    return f"{total}, {'last turn' if player in on.turns else 'ready'}" if on.knocked else total


def remark(state: State, event: Event, table: Table) -> str:
    """That the player of this hand had knocked with it, although it scored nothing in any open box; else ""."""
    if not isinstance(event, HandScored) or (event.round, event.player) not in state.empty_knocks:
        return ""
    return f"{table.name(event.player)} knocked with a hand that scores nothing in any open box."


TURNS = {"draw": "drew {taken}", "exchange": "exchanged {taken} with the harbor of {giver}", "pass": "passed"}


def describe(event: Event, table: Table) -> str:
    """The event in one sentence."""
    if isinstance(event, TurnTaken):
        taken = f"{event.count} card{'' if event.count == 1 else 's'}"
        return event_text(f"{{player}} {TURNS[event.turn]} in round {{round}}.", event, table, taken=taken)
    if isinstance(event, HandScored):
        line = "{player} scored {worth} in {spoken} in round {round}[: {cards}]."
        return event_text(line, event, table, spoken=BOXES.spoken[event.box])
    return event_text("{player} knocked in round {round}.", event, table)
