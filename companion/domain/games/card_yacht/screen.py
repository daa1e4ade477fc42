"""The screens of Card Yacht: the round, a hand to score, the turns, the score sheet; and its events in words."""

from collections.abc import Mapping

import msgspec

from ...cards import DECK
from ...events import Event
from ...seating import Circle, Table
from ..event_text import event_text
from ..screen import GameScreen
from ..turns import Turn
from ..yacht_game import Columns, Line, Sheet
from .events import BOXES, HandScored, TurnTaken
from .round import BONUS, BONUS_AT, HAND, SEATS, Round, State, grand_total, is_worthless, next_dealer, opened, suited
from .round import Sheet as Column

Words = Mapping[str, list[str]]
Givers = tuple[tuple[str, int], ...]


class Hand(msgspec.Struct, frozen=True):
    """A player's card, and the `cards` picked so far of their hand; with all five the boxes show what each would score.

    It is `due` once all hands are shown. `seen` are the cards of other hands, `bonus` the way to the suited bonus.
    """

    player: str
    round: int
    due: bool
    cards: Circle
    seen: frozenset[str]
    columns: Columns
    bonus: str
    total: int


class Scores(msgspec.Struct, frozen=True):
    """The page of a hand: whose it is (None: the page asks), which `others` still have to score, points are `typed`."""

    hand: Hand | None
    others: Circle
    typed: bool


def own(state: State, table: Table, seat: str, cards: Circle = ()) -> Hand | None:
    """The card of a seat, with the `cards` picked so far; None for somebody who is not in the game."""
    if seat not in state.players:
        return None
    on, sheet = opened(state, table) or Round(state.over + 1, (), ""), state.sheets[seat]
    return Hand(
        player=seat,
        round=on.number,
        due=on.phase == "hands" and seat in on.dealt and seat not in on.shown,
        cards=cards,
        seen=on.seen,
        columns=BOXES.card(cards, sheet),
        bonus=_bonus(sheet),
        total=grand_total(sheet),
    )


def score(state: State, table: Table, seat: str, words: Words) -> Scores:
    """The hand of the player named in `for`, else of the phone's own seat, if they still have to score."""
    on = opened(state, table) or Round(state.over + 1, (), "")
    waiting = tuple(player for player in on.dealt if player not in on.shown)
    named = words.get("for", words.get("player", [seat]))[0]
    player = named if named in waiting else seat if seat in waiting else ""
    cards = tuple(card for card in dict.fromkeys(words.get("cards", ())) if card in DECK and card not in on.seen)[:HAND]
    others = tuple(other for other in waiting if other != player)
    return Scores(own(state, table, player, cards), others, "points" in words)


class Turns(msgspec.Struct, frozen=True):
    """The page of a turn: the `player` (None: nobody has one), and `others` who have a turn."""

    player: str | None
    others: Circle


def turns(state: State, table: Table, seat: str, words: Words) -> Turns:
    """The turn of the player named in `for`, else of the player whose turn it is."""
    on = opened(state, table)
    if on is None or not on.turns:
        return Turns(None, ())
    named = words.get("for", [""])[0]
    player = named if named in on.turns else (table.present(on.turns) or on.turns)[0]
    return Turns(player, tuple(other for other in on.turns if other != player))


def _givers(on: Round, player: str) -> Givers:
    """Whom a player can exchange with, each with the number of cards that can be taken from their harbor."""
    harbors = ((other, on.harbor(other, player)) for other in on.dealt if other != player)
    return tuple((other, cards) for other, cards in harbors if cards)


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
    return str(way.bonus or f"{way.points}/{BONUS_AT}") if way.most >= BONUS_AT else "–"


class Screen(GameScreen, frozen=True, kw_only=True):
    """The round that is `on`, or the next one if nothing of it is entered yet (`between`).

    `turns` are the players here who still have a turn, whose turn it is first, and
    `givers` whom everybody with a turn can exchange with; `to_score` those whose hands are not entered yet.
    """

    on: Round
    turns: Circle
    givers: dict[str, Givers]
    to_score: Circle


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """The table now; between rounds, as if the next round were dealt now."""
    playing = opened(state, table)
    on = playing or Round(state.over + 1, (), "")
    left = on.turns if playing else ()
    turns, to_score = table.present(left) or left, tuple(one for one in table.present(on.dealt) if one not in on.shown)
    own, at = "last turn" if on.knocked else "turn", (on.number, on.taken)
    return Screen(
        on=on,
        between=state.on is None,
        dealer=on.dealer or next_dealer(state, table),
        turns=turns,
        givers={player: _givers(on, player) for player in left},
        to_score=to_score,
        turn=Turn(to_score) if on.phase == "hands" else Turn(turns[:1], own=own, what="the turn", at=at),
        dealt=state.players,
        totals={player: str(grand_total(state.sheets[player])) for player in state.players},
        notes={player: _note(state, on, player) for player in state.players},
    )


def _note(state: State, on: Round, player: str) -> str:
    """What a player still has to do in this round, or did."""
    if player not in on.dealt:
        return "not in this round" if state.on else ""
    if on.shown:
        return "has scored" if player in on.shown else "still to score"
    if player in on.knocked:
        return "knocked"
    return "" if not on.knocked else "last turn" if player in on.turns else "ready"


def sentence(state: State, event: Event, table: Table) -> str:
    """That the player of this hand had knocked with it, although it scored nothing in any open box; else ""."""
    if not isinstance(event, HandScored) or state.round is None or event.player not in state.round.knocked:
        return ""
    said = f"{describe(event, table)} {table.name(event.player)}’s hand scores nothing, so it was no knock."
    return said if is_worthless(event, state.sheets[event.player]) else ""


TURNS = {"draw": "drew {taken}", "exchange": "swapped {taken} with {giver}’s harbor", "pass": "ended their turn"}


def describe(event: Event, table: Table) -> str:
    """The event in one sentence."""
    if isinstance(event, TurnTaken):
        taken = f"{event.count} card{'' if event.count == 1 else 's'}"
        return event_text(f"{{player}} {TURNS[event.turn]} in round {{round}}.", event, table, taken=taken)
    if isinstance(event, HandScored):
        line = "{player} scored {worth} in {title} in round {round}[: {cards}]."
        return event_text(line, event, table, title=BOXES.titles[event.box])
    return event_text("{player} knocked in round {round}.", event, table)
