"""The table: what is next, the buttons that record it, the players, and what only the player's own phone shows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from ..domain import events as of
from ..domain.cards import DECK, JOKER, RANK_WORDS, RANKS
from ..domain.final import finals_corrected
from ..domain.fines import Player, total
from ..domain.games import GAMES
from ..domain.games.game import Game
from ..domain.games.joining import outside
from ..domain.limits import ANYBODY_MAKES_RULES
from ..domain.measure import amount, is_drunk, listed
from ..domain.night import Night, Played
from ..domain.playing import name_of
from ..domain.refused import Refused
from ..domain.rights import is_free
from ..domain.rule_drafts import undecided
from ..domain.seating import Circle, controller
from ..domain.settlement import cost_until_now
from ..domain.visibility import initiated
from .calls import in_force
from .context import ViewContext, Who
from .ending import Between, between
from .fragments import Fragment
from .news import Last, last

MUCH = 10  # what a night has cost each on average once it is time for games that can be stopped at any time
LATE = 3 * 3600  # seconds of play after which it is, too


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


class Again(msgspec.Struct, frozen=True):
    """The game just played, to be played again in one tap with those of its players who are still here.

    `name` is what it was called, `unit` is the one in which it is usually counted, if the night counts in another.
    """

    game: Game
    players: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    name: str
    unit: str = ""


class Next(msgspec.Struct, frozen=True):
    """A game for everybody here; if it `asks`, who plays and with what is chosen on its start page.

    The game just played is for its players and whoever has joined since, if so many can play it.
    """

    game: Game
    players: Circle
    asks: bool


class Record(msgspec.Struct, frozen=True):
    """The buttons at the bottom: what can be recorded next; `phoneless` players need somebody else to tap for them.

    `asking`: a question or right is open. `starts`: enough are here for a game. `rules`: somebody can be caught at a
    house rule. `next` are games that suit those who are here, after one that ended at `at`; `fined` is the night's cost
    until now. `ends`: a game is over, and the night can be. `laws` of the last time are undecided before any game.
    """

    screen: Any
    owing: tuple[Player, ...]
    starts: bool
    again: Again | None
    phoneless: tuple[str, ...]
    asking: bool
    kind: str
    rules: bool
    next: tuple[Next, ...] = ()
    at: str | None = None
    fined: str = ""
    ends: bool = False
    laws: int = 0


class Row(msgspec.Struct, frozen=True):
    """A player at the table: `tricks` taken in this deal, and a short `note` by the game about them.

    `whitebait`: they still owe something before they are dealt in. `sits_out`: they are not dealt in. `held` are their
    tokens in a game for tokens, "left" or "taken". `crown`: they may make a house rule.
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
    points: str = ""
    note: str = ""
    held: int = 0
    held_word: str = ""
    crown: bool = False


class Board(msgspec.Struct, frozen=True):
    """All that an entry changes together: the players, and the last entry, if there is any."""

    rows: tuple[Row, ...]
    last: Last | None


class OwnRight(msgspec.Struct, frozen=True):
    """The number of rule rights that this seat holds, and the phoneless players (`others`) whose right it can use."""

    rights: int
    others: tuple[Who, ...]


class OwnTurn(msgspec.Struct, frozen=True):
    """The `players` for whom the phone of a seat acts and whom the table waits for, in a game of this `kind`."""

    kind: str
    screen: Any
    players: tuple[Who, ...]


class OwnSeat(msgspec.Struct, frozen=True):
    """A seat this phone acts for, and what the game shows it; `covered`: what another phone entered is hidden."""

    who: Who
    mine: Any
    covered: bool


class OwnGame(msgspec.Struct, frozen=True):
    """The game as this phone's seats see it: its own first, then those lent to it; no phone acts for the `phoneless`.

    `screen` is what everybody sees; None unless `Pages.own_sees_screen`. `confirms`: a box takes its player two taps.
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
    )


def _corrected(context: ViewContext) -> tuple[tuple[int | None, str, str], ...]:
    """Each final fact of the game that is on and was corrected, once: its deal or round, its player, and what it is."""
    found = finals_corrected(context.log, context.night.game) if context.night.game else ()
    return tuple(dict.fromkeys((event.part, event.about, why) for event, why in found))


def _evening(night: Night) -> dict[str, int]:
    """Everybody's scores in all games tonight of the kind that is on, together."""
    alike = (played for played in night.played if played.game.id == night.game_id)
    return total(row for played in alike for row in played.game.scores(played.state, {}).items())


def record(context: ViewContext) -> Record:
    """The buttons for what is next."""
    night, following = context.night, what_next(context)
    fined = cost_until_now(context.log) if following else 0
    return Record(
        screen=context.screen,
        owing=tuple(night.players[player] for player in context.whitebait),
        starts=len(night.present()) >= context.fewest,
        again=again(context),
        phoneless=_phoneless(context),
        asking=bool(night.asking or night.rights),
        kind=context.game.id if context.game else "",
        rules=bool(in_force(context)),
        next=following,
        at=context.log.line(night.games[-1].ended or 1).entry.at if following else None,
        fined=amount(fined, night.unit) if fined > 0 else "",
        ends=context.game is None and bool(night.games),
        laws=0 if night.played else len(undecided(context.log)),
    )


def _phoneless(context: ViewContext) -> tuple[str, ...]:
    """Those present for whom no phone acts."""
    return tuple(player for player in context.night.present() if is_free(context, player))


def again(context: ViewContext) -> Again | None:
    """The last game, if enough of its players are here. One that is a frame for others needs all of its options."""
    night = context.night
    if context.game is not None or night.closed or not night.games:
        return None
    played = night.games[-1]
    game = played.game
    players = tuple(player for player in game.players(played.state) if player not in night.away)
    if len(players) not in game.seats or len(players) < context.fewest:
        return None
    options = _options(context, played, players)
    if game.called and not options:
        return None
    if context.phones.is_noted(played.started, ANYBODY_MAKES_RULES):
        options += (("open_rules", "yes"),)
    unit = game.offer.unit if is_drunk(night.unit) and game.offer.unit != night.unit else ""
    return Again(game, players, options, name_of(played), unit)


def what_next(context: ViewContext) -> tuple[Next, ...]:
    """Three games for those here: the game just played, then those that are best for so many as played it.

    Late, or once it has cost much, games that can be stopped at any time go first. A game that is new tonight asks who
    plays, and so does any if somebody is away or was not in the game just played.
    """
    night, here, once_more = context.night, context.night.present(), again(context)
    if context.game is not None or night.closed or not night.games:
        return ()
    last, is_late = night.games[-1], _late(context)
    number = len(last.game.players(last.state))
    fit = [game for game in GAMES.values() if len(here) in game.seats and len(here) >= context.fewest]
    fit.sort(key=lambda game: (game is not last.game, is_late and not game.offer.stops, number not in game.offer.best))
    old = [one.game for one in night.games if not (one.game.has_insiders or one.game.called or night.away)]
    asks, players = {game.id: game not in old for game in fit}, {game.id: here for game in fit}
    if once_more:
        fit = [once_more.game, *(game for game in fit if game is not once_more.game)]
        asks[once_more.game.id] = bool(night.away) or {*here} != {*once_more.players}
        joined = tuple(player for player in here if player not in (*last.before, *once_more.players))
        fits = len(once_more.players) + len(joined) in once_more.game.seats
        players[once_more.game.id] = once_more.players + (joined if fits else ())
    return tuple(Next(game, players[game.id], asks[game.id]) for game in fit[:3])


def _late(context: ViewContext) -> bool:
    """Whether people have played for three hours, or the night has cost ten each on average."""
    night = context.night
    begun, ended = (context.log.line(seq).entry.at for seq in (night.played[0].started, night.games[-1].ended or 1))
    lasted = (datetime.fromisoformat(ended) - datetime.fromisoformat(begun)).total_seconds() if begun and ended else 0
    return lasted >= LATE or cost_until_now(context.log) >= MUCH * len(night.players)


def _options(context: ViewContext, played: Played, players: Circle) -> tuple[tuple[str, str], ...]:
    """The game's options as fields of a form; empty if these players cannot play with them."""
    game, started = played.game, context.log.line(played.started).counts
    assert isinstance(started, of.GameStarted)
    try:
        options = msgspec.convert(started.options, game.options)
        game.start(of.GameStarted(game=game.id, players=players), options, context.night.table())
    except Refused:
        return ()
    return tuple(option_fields("options", msgspec.to_builtins(options)))


def option_fields(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """An option as form fields such as `options.tokens.count`; dice thrown by the app are left out and thrown again.

    Each player in a list of teams has the number of their team.
    """
    match value:
        case [[*_], *_]:
            teams = enumerate(value, start=1)
            yield from ((f"{name}.{player}", str(number)) for number, team in teams for player in team)
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
    """Who plays in the order of play, then the others by seat. Once the night is over, nobody is shown to owe any."""
    night, screen = context.night, context.screen
    circle = night.game.game.players(night.game.state) if night.game else ()
    tricks = total((controller(hand), count) for hand, count in screen.tricks.items())
    leader = controller(screen.leader or "")
    dealt = {*screen.dealt, *screen.out} if context.game else night.order
    crowned = {who.id for who in holders(context)}
    rows = []
    for who in sorted(context.seated, key=lambda who: circle.index(who.id) if who.id in circle else len(circle)):
        player, owed = who.id, 0 if night.closed else night.players[who.id].owed
        row = Row(
            who=who,
            owed=owed,
            tricks=tricks.get(player, 0),
            away=player in night.away,
            deals=player == screen.dealer,
            leads=player == leader,
            sits_out=player not in dealt,
            whitebait=player in context.whitebait,
            sneak=player == night.sneak,
            points=screen.totals.get(player, "") if screen.ranks else "",
            note=screen.notes.get(player, ""),
            held=screen.held.get(player, 0),
            held_word=screen.held_word,
            crown=player in crowned,
        )
        rows.append(row)
    return tuple(rows)


def board(context: ViewContext) -> Board:
    """The players, by their points where the game ranks them, and the last entry."""
    place = {player: number for number, player in enumerate(context.screen.ranks)}
    rows = sorted(players(context), key=lambda row: place.get(row.who.id, len(place)))
    return Board(tuple(rows), last(context))


def titles(context: ViewContext) -> tuple[tuple[str, Who, bool], ...]:
    """Every title that somebody holds, with its holder and whether they are away."""
    held = ((rule.title, rule.holder) for rule in context.night.rules.values() if rule.title and rule.holder)
    return tuple((title, context.people[holder], holder in context.night.away) for title, holder in held)


def holders(context: ViewContext) -> tuple[Who, ...]:
    """Everybody who holds a rule right, each once; nobody once the night is over."""
    rights = () if context.night.closed else context.night.rights
    return tuple(context.people[player] for player in dict.fromkeys(right.player for right in rights))


def phoneless_holders(context: ViewContext) -> tuple[Who, ...]:
    """Those who hold a rule right and have no phone to use it."""
    return tuple(who for who in holders(context) if who.id not in context.with_phone)


def own_right(context: ViewContext, seat: str | None) -> OwnRight | None:
    """The rule rights that this phone can use: its own, and those of seats without a phone."""
    if not holders(context):
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
    if context.game is None or not context.screen.turn.own or seat is None:
        return None
    mine = (who for who in context.seated if seat in (who.id, context.phones.lent_to(who.id)))
    players = tuple(who for who in mine if who.id in context.screen.turn.players)
    return OwnTurn(context.game.id, context.screen, players) if players else None


def own_game(context: ViewContext, seat: str | None) -> OwnGame | None:
    """The game as this phone sees it; None if the game has no private part, or this phone has no seat."""
    game, playing = context.game, context.night.game
    if game is None or playing is None or game.pages.own is None or seat is None:
        return None
    own, lent = game.pages.own, (who.id for who in context.seated if context.phones.lent_to(who.id) == seat)
    table = context.night.table()
    shown = ((player, context.seen_as(seat, player)) for player in (seat, *lent))
    seats = tuple(OwnSeat(context.people[who], own(playing.state, table, as_), not as_) for who, as_ in shown)
    return OwnGame(
        screen=context.screen if game.pages.own_sees_screen else None,
        seats=seats,
        phoneless=_phoneless(context),
        master=context.night.finesmaster == seat,
        confirms=context.phones.preferences_of(seat).confirms,
    )


def judged(context: ViewContext, plays: Sequence[str]) -> str:
    """Who takes the next trick by its cards, and which cancel; "" if they do not decide it, or one is missing."""
    game, playing = context.game, context.night.game
    laid = tuple((hand, card) for hand, _, card in (play.rpartition(" ") for play in plays) if card in (*DECK, JOKER))
    if game is None or playing is None or game.judged is None or {hand for hand, _ in laid} != {*context.screen.order}:
        return ""
    found = game.judged(playing.state, laid) if len(laid) == len(plays) == len(context.screen.order) else None
    if found is None:
        return ""
    ranks = [rank for rank in reversed(RANKS) if any(card[0] == rank for card in found.cancelled)]
    cancel = listed([f"{RANK_WORDS[rank]}{'es' if rank == '6' else 's'}" for rank in ranks])
    taker = context.name(found.taker) if found.taker else "Nobody"
    return f"{taker} takes it: the {cancel} cancel." if ranks else f"{taker} takes it."


def game_page(context: ViewContext, name: str, own: str, seat: str, words: Mapping[str, list[str]]) -> dict[str, Any]:
    """The data of a page of the running game for a `seat`, on the phone of its `own` player.

    Who is `initiated` is told only to those who are.
    """
    assert (playing := context.night.game) is not None
    page = playing.game.pages.further[name]
    return {
        "seat": context.people[seat],
        "page": page(playing.state, context.night.table(), context.seen_as(own, seat), words),
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
    game = context.game
    return f"games/{game.id}/_own.html" if game and game.pages.own else "table/_own_none.html"


STATUS = Fragment("status", _by_game("status", "table/_ending.html"), status)
BOARD = Fragment("board", "table/_board.html", board)
TITLES = Fragment("titles", "table/_titles.html", titles)
RIGHTS = Fragment("rights", "table/_rights.html", holders)
RECORD = Fragment("record", _by_game("record", "table/_record.html"), record)
WAYS = Fragment("ways", "table/_ways.html", record)
OWN_RIGHT = Fragment("own-right", "table/_own_right.html", own_right, own=True)
SIT_IN = Fragment("sit-in", "table/_sit_in.html", sitting_in, own=True)
OWN_GAME = Fragment("own-game", _own_template, own_game, own=True)
OWN_TURN = Fragment("own-turn", "table/_your_turn.html", own_turn, own=True)
