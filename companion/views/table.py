"""The table: what is next, the buttons that record it, the players, and what only the player's own phone shows."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from ..domain import events as of
from ..domain.final import finals_corrected
from ..domain.fines import Player, total
from ..domain.games import GAMES
from ..domain.games.game import Game
from ..domain.games.joining import outside
from ..domain.limits import ANYBODY_MAKES_RULES
from ..domain.night import Night, Played
from ..domain.playing import name_of
from ..domain.refused import Refused
from ..domain.rights import is_free
from ..domain.seating import Circle, controller
from ..domain.visibility import initiated
from .calls import in_force
from .context import ViewContext, Who
from .ending import Between, DealOver, between, deal_over
from .fragments import Fragment
from .news import Last, last
from .seats import OwnMark, own_mark


class Status(msgspec.Struct, frozen=True):
    """What is next in the game that is on; `screen` is the view made by the game.

    `date` is the day of the night, if known. `evening` are the scores of all games of this kind tonight. `corrected` is
    what was final and yet corrected in this game: the deal, the player, and what the game says of it.
    """

    screen: Any
    dealer: Who | None
    leader: Who | None
    date: str | None
    evening: dict[str, int]
    corrected: tuple[tuple[int | None, str, str], ...]
    dealt: DealOver | None = None


class Again(msgspec.Struct, frozen=True):
    """The game just played, to be played again in one tap with those of its players who are still here.

    `name` is what it was called, `unit` is the one in which it is usually counted, if the night counts in another.
    """

    game: Game
    players: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    name: str
    unit: str = ""


class Record(msgspec.Struct, frozen=True):
    """The buttons at the bottom: what can be recorded next; `phoneless` players need somebody else to tap for them.

    `starts`: enough are here for a game. `rules`: somebody can be caught at a house rule.
    """

    screen: Any
    owing: tuple[Player, ...]
    starts: bool
    again: Again | None
    phoneless: tuple[str, ...]
    kind: str
    rules: bool


class Row(msgspec.Struct, frozen=True):
    """A player at the table: `tricks` taken in this deal, and a short `note` by the game about them.

    `whitebait`: they still owe something before the next deal. `sits_out`: they are not dealt in. `held` are their
    tokens in a game for tokens, "left" or "taken".
    """

    who: Who
    owed: int
    tricks: int
    away: bool
    deals: bool
    leads: bool
    sits_out: bool
    whitebait: bool
    sneak: bool
    note: str = ""
    held: int = 0
    held_word: str = ""


class Board(msgspec.Struct, frozen=True):
    """All that an entry changes together: the players, and the last entry, if there is any."""

    rows: tuple[Row, ...]
    last: Last | None


class OwnRight(msgspec.Struct, frozen=True):
    """The number of rule rights that this seat holds, and the phoneless players (`others`) whose right it can use."""

    rights: int
    others: tuple[Who, ...]


class OwnTurn(msgspec.Struct, frozen=True):
    """The `players` for whom the phone of a seat acts and whom the table waits for."""

    screen: Any
    players: tuple[Who, ...]


class OwnSeat(msgspec.Struct, frozen=True):
    """A seat this phone acts for, and what the game shows it; `covered`: what another phone entered is hidden."""

    who: Who
    mine: Any
    covered: bool


class OwnGame(msgspec.Struct, frozen=True):
    """The game as this phone's seats see it: its own first, then those lent to it; no phone acts for the `phoneless`.

    `screen` is what everybody sees; None if the template does not use it. `confirms`: its player wants a second tap
    before a box is filled.
    """

    screen: Any
    seats: tuple[OwnSeat, ...]
    phoneless: tuple[str, ...]
    master: bool
    confirms: bool


def status(context: ViewContext) -> Status | Between:
    """What is next at the table."""
    if context.game is None:
        return between(context)
    night, screen = context.night, context.screen
    return Status(
        screen=screen,
        dealer=context.who(screen.dealer),
        leader=context.who(screen.leader),
        date=night.date,
        evening=_evening(night) if night.date else {},
        corrected=_corrected(context),
        dealt=deal_over(context),
    )


def _corrected(context: ViewContext) -> tuple[tuple[int, str, str], ...]:
    """Each final fact of the game that is on and was corrected, once: its deal or round, its player, and what it is."""
    corrected = finals_corrected(context.log, context.night.game) if context.night.game else ()
    rows = ((event.part, event.about, why) for event, why in corrected)
    return tuple(dict.fromkeys(rows))


def _evening(night: Night) -> dict[str, int]:
    """Everybody's scores in all games tonight of the kind that is on, together."""
    kind = night.game.kind if night.game else ""
    alike = (played.state for played in night.played if played.kind == kind)
    return total(row for state in alike for row in GAMES[kind].scores(state, {}).items())


def record(context: ViewContext) -> Record:
    """The buttons for what is next."""
    night, present = context.night, context.night.present()
    between = context.game is None or context.screen.between
    owing = (night.players[player] for player in present if between)
    return Record(
        screen=context.screen,
        owing=tuple(player for player in owing if player.owed > 0),
        starts=len(present) >= context.fewest,
        again=again(context),
        phoneless=_phoneless(context),
        kind=context.game.id if context.game else "",
        rules=bool(in_force(context)),
    )


def _phoneless(context: ViewContext) -> tuple[str, ...]:
    """Those present for whom no phone acts."""
    return tuple(player for player in context.night.present() if is_free(context, player))


def again(context: ViewContext) -> Again | None:
    """What can be played again: the last game, if enough of its players are here."""
    night = context.night
    if context.game is not None or night.closed or not night.games:
        return None
    played = night.games[-1]
    game = GAMES[played.kind]
    players = tuple(player for player in game.players(played.state) if player not in night.away)
    if len(players) not in game.seats or len(players) < context.fewest:
        return None
    options = _options(context, played, players)
    if context.phones.is_noted(played.started, ANYBODY_MAKES_RULES):
        options += (("open_rules", "yes"),)
    unit = game.offer.unit if game.offer.unit != night.unit else ""
    return Again(game, players, options, name_of(played), unit)


def _options(context: ViewContext, played: Played, players: Circle) -> tuple[tuple[str, str], ...]:
    """The game's options as fields of a form; empty if these players cannot play with them."""
    game, started = GAMES[played.kind], context.log.line(played.started).counts
    assert isinstance(started, of.GameStarted)
    try:
        options = msgspec.convert(started.options, game.options)
        game.start(of.GameStarted(game=game.id, players=players), options, context.night.table())
    except Refused:
        return ()
    return tuple(option_fields("options", msgspec.to_builtins(options)))


def option_fields(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """An option as form fields such as `options.tokens.count`; dice thrown by the app are left out and thrown again."""
    match value:
        case dict():
            for part, inner in value.items():
                yield from option_fields(f"{name}.{part}", inner)
        case [*values] if all(isinstance(one, str) for one in values):
            yield from ((name, one) for one in values)
        case True:
            yield name, "true"
        case str() | int() if value is not False:
            yield name, str(value)


def players(context: ViewContext) -> tuple[Row, ...]:
    """Everybody in seat order; the rows never change places while a game is on."""
    night, screen = context.night, context.screen
    tricks = total((controller(hand), count) for hand, count in screen.tricks.items())
    leader = controller(screen.leader or "")
    dealt = {*screen.dealt, *screen.out} if context.game else night.order
    rows = []
    for who in context.seated:
        player, owed = who.id, night.players[who.id].owed
        row = Row(
            who=who,
            owed=owed,
            tricks=tricks.get(player, 0),
            away=player in night.away,
            deals=player == screen.dealer,
            leads=player == leader,
            sits_out=player not in dealt,
            whitebait=owed > 0 and screen.between,
            sneak=player == night.sneak,
            note=screen.notes.get(player, ""),
            held=screen.held.get(player, 0),
            held_word=screen.held_word,
        )
        rows.append(row)
    return tuple(rows)


def board(context: ViewContext) -> Board:
    """The players and the last entry."""
    return Board(players(context), last(context))


def titles(context: ViewContext) -> tuple[tuple[str, Who, bool], ...]:
    """Every title that somebody holds, with its holder and whether they are away."""
    held = ((rule.title, rule.holder) for rule in context.night.rules.values() if rule.title and rule.holder)
    return tuple((title, context.people[holder], holder in context.night.away) for title, holder in held)


def holders(context: ViewContext) -> tuple[Who, ...]:
    """Everybody who holds a rule right, each once."""
    return tuple(context.people[player] for player in dict.fromkeys(right.player for right in context.night.rights))


def phoneless_holders(context: ViewContext) -> tuple[Who, ...]:
    """Those who hold a rule right and have no phone to use it."""
    return tuple(who for who in holders(context) if who.id not in context.with_phone)


def own_right(context: ViewContext, seat: str | None) -> OwnRight | None:
    """The rule rights that this phone can use: its own, and those of seats without a phone."""
    if not context.night.rights:
        return None
    others = tuple(who for who in phoneless_holders(context) if who.id != seat)
    return OwnRight(sum(right.player == seat for right in context.night.rights), others)


def sitting_in(context: ViewContext, seat: str | None) -> tuple[Who, ...]:
    """Those here who do not play, and can sit in by this phone: its own player, lent seats, and players without one."""
    game, playing = context.game, context.night.game
    if game is None or playing is None or not game.joins or seat is None:
        return ()
    here = outside(game.players(playing.state), game.seats, context.night.table())
    mine = [who for who in here if seat in (who, context.phones.lent_to(who)) or is_free(context, who)]
    return tuple(context.people[who] for who in mine)


def own_turn(context: ViewContext, seat: str | None) -> OwnTurn | None:
    """Those for whom this phone acts and whom the table waits for; None if it waits for others."""
    if context.game is None or not context.game.pages.by_turns or seat is None:
        return None
    mine = (who for who in context.seated if seat in (who.id, context.phones.lent_to(who.id)))
    players = tuple(who for who in mine if who.id in context.screen.awaited)
    return OwnTurn(context.screen, players) if players else None


def own_game(context: ViewContext, seat: str | None) -> OwnGame | OwnMark | None:
    """The game as this phone sees it; None if the game has no private part, or this phone has no seat.

    Before the first game it is the mark by which all know them.
    """
    if context.game is None:
        return own_mark(context, seat)
    game, playing = context.game, context.night.game
    if playing is None or game.pages.own is None or seat is None:
        return None
    own, acts_for = (
        game.pages.own,
        (seat, *(who.id for who in context.seated if context.phones.lent_to(who.id) == seat)),
    )
    table = context.night.table()
    shown = ((player, context.seen_as(seat, player)) for player in acts_for)
    seats = tuple(OwnSeat(context.people[who], own(playing.state, table, as_), not as_) for who, as_ in shown)
    return OwnGame(
        screen=None if game.pages.own_alone else context.screen,
        seats=seats,
        phoneless=_phoneless(context),
        master=context.night.finesmaster == seat,
        confirms=context.phones.preferences_of(seat).confirms,
    )


def game_page(context: ViewContext, name: str, own: str, seat: str, words: Mapping[str, list[str]]) -> dict[str, Any]:
    """The data of a page of the running game for a `seat`, on the phone of its `own` player.

    Who is `initiated` is told only to those who are.
    """
    assert (playing := context.night.game) is not None
    return {
        "seat": context.people[seat],
        "page": GAMES[playing.kind].pages.further[name](
            playing.state, context.night.table(), context.seen_as(own, seat), words
        ),
        "screen": context.screen,
        "initiated": initiated(context.night) if context.insider else frozenset(),
        "confirms": context.phones.preferences_of(own).confirms,
    }


def _by_game(part: str, between_games: str) -> Callable[[ViewContext], str]:
    """Chooses the running game's template for a part of the table, or the one for between games."""

    def choose(context: ViewContext) -> str:
        return f"games/{context.game.id}/_{part}.html" if context.game else between_games

    return choose


def _own_template(context: ViewContext) -> str:
    if context.game is None:
        return "seats/_own_mark.html"
    return f"games/{context.game.id}/_own.html" if context.game.pages.own else "table/_own_none.html"


def _turn_template(context: ViewContext) -> str:
    game = context.game
    return f"games/{game.id}/_your_turn.html" if game and game.pages.by_turns else "table/_no_turn.html"


STATUS = Fragment("status", _by_game("status", "table/_ending.html"), status)
BOARD = Fragment("board", "table/_board.html", board)
TITLES = Fragment("titles", "table/_titles.html", titles)
RIGHTS = Fragment("rights", "table/_rights.html", holders)
RECORD = Fragment("record", _by_game("record", "table/_record.html"), record)
WAYS = Fragment("ways", "table/_ways.html", record)
OWN_RIGHT = Fragment("own-right", "table/_own_right.html", own_right, own=True)
SIT_IN = Fragment("sit-in", "table/_sit_in.html", sitting_in, own=True)
OWN_GAME = Fragment("own-game", _own_template, own_game, own=True)
OWN_TURN = Fragment("own-turn", _turn_template, own_turn, own=True)
