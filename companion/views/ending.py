"""What stands in the place of a game's headline while none is on: before the first, between two, after the night."""

import msgspec

from ..domain.fines import Player
from ..domain.games import GAMES
from ..domain.games.game import Standings
from ..domain.games.screen import Went
from ..domain.measure import amount, listed
from ..domain.night import Night, Played
from ..domain.playing import counts_in, ending, name_of, ranking, since, stopped_early, winners
from ..domain.seating import Circle
from ..reports.awards import Award, awards, chosen
from ..reports.recap import recap
from .context import ViewContext, Who
from .drinks import became
from .report_cache import ReportCache
from .settling import fined

MOST = 6  # the most players whose deal is told
AWARDS = ReportCache(lambda context: tuple(chosen(awards(recap(context.log)), 3)))


class Ended(msgspec.Struct, frozen=True):
    """A game of the night that is over, with its number; `winners` are names, "" if nobody won."""

    number: int
    name: str
    winners: str
    stopped: bool


class GameOver(msgspec.Struct, frozen=True):
    """The end of game `number` of the night: a headline, what is said below it, and whom it is about, if anybody.

    `podium` are players and their places, if more than one place is known. `standings` are rows of player, score, which
    `counts` something, and place; empty if the game counts drinks. Nobody is first in a game that was stopped. `sheet`
    means that the game has a score sheet. `cards` are those that ended the game.
    """

    number: int
    name: str
    headline: str
    says: str
    heroes: tuple[Who, ...] = ()
    podium: tuple[tuple[Who, int], ...] = ()
    counts: str = ""
    standings: tuple[tuple[Who, int, int], ...] = ()
    stopped: bool = False
    sheet: bool = False
    cards: tuple[str, ...] = ()


class DealOver(msgspec.Struct, frozen=True):
    """How deal `number` went, while the next has not begun: for each player what they did and still owe.

    There are `more` players than are shown.
    """

    number: int
    rows: tuple[tuple[Who, Went, int], ...]
    more: int


class Between(msgspec.Struct, frozen=True):
    """No game is on; `last` is the game that has just been played, if any.

    `games` are those of the night that are over. Once the night is over, `sums` are everybody's fines and accounts, and
    `awards` the first few.
    """

    name: str
    players: int
    last: GameOver | None
    games: tuple[Ended, ...]
    sums: tuple[tuple[Player, str, int], ...]
    awards: tuple[Award, ...] = ()


def between(context: ViewContext) -> Between:
    """What the last game came to, or the end of the night."""
    night = context.night
    return Between(
        name=night.name,
        players=len(night.present()),
        last=_game_over(context, night.games[-1]) if night.games and not night.closed else None,
        games=_games_over(context),
        sums=_sums(context) if night.closed else (),
        awards=AWARDS.of(context) if night.closed else (),
    )


def deal_over(context: ViewContext) -> DealOver | None:
    """How the deal just over went; None while one is on, and after a misdeal."""
    went, deal = context.screen.went, context.screen.deal
    rows = ((context.people[row.player], row, context.night.players[row.player].owed) for row in went[:MOST])
    return DealOver(deal - 1, tuple(rows), len(went[MOST:])) if went and deal else None


def _game_over(context: ViewContext, played: Played) -> GameOver:
    night, game, people = context.night, GAMES[played.kind], context.people
    ranks = ranking(night, played)
    won = winners(night, played)
    headline, says = f"{name_of(played)} is over", ""
    podium: tuple[Circle, ...] = ()
    cards: tuple[str, ...] = ()
    if played.stopped:
        alone = len(ranks) == 1
        headline, says = "Stopped early", f"At {amount(ranks[0][1], 'point')}." if alone else "Nobody won this one."
    elif len(ranks) == 1:
        headline, says = _alone(night, played, ranks[0][1])
    elif won:
        verb = "win" if len(won) > 1 else "wins"
        headline, says = f"{listed([night.names[player] for player in won])} {verb}!", _margin(night, played, ranks)
    elif game.ending.closing:
        headline, says, podium, cards = game.ending.closing(played.state, since(night, played), night.table())
    heroes = won if len(ranks) > 1 else ()
    if len(podium) == 1:
        heroes, podium = podium[0], ()
    places = [(player, 1 + sum(map(len, podium[:nth]))) for nth, some in enumerate(podium) for player in some]
    return GameOver(
        number=len(night.games),
        name=name_of(played),
        headline=headline,
        says=says,
        heroes=tuple(people[player] for player in heroes),
        podium=tuple((people[player], place) for player, place in places if place < 4),
        counts=counts_in(played),
        standings=tuple((people[player], score, place) for player, score, place in ranks),
        stopped=played.stopped,
        sheet=game.pages.sheet is not None,
        cards=cards,
    )


def _alone(night: Night, played: Played, points: int) -> tuple[str, str]:
    """What is said to somebody who played alone."""
    before = [one for one in night.games if one is not played and one.kind == played.kind and not one.stopped]
    scores = [score for one in before for _, score, _ in ranking(night, one)]
    best = "Your best tonight!" if scores and points > max(scores) else "Well played!"
    return amount(points, "point"), best


def _margin(night: Night, played: Played, ranks: Standings) -> str:
    """By how much somebody won, with a kind word for the others; in a game for tokens how they won."""
    if says := ending(night, played):
        return says
    others = [(player, score) for player, score, place in ranks if place > 1]
    if not others:
        return "All of you share it."
    by = amount(abs(ranks[0][1] - others[0][1]), "point")
    named = listed([night.names[player] for player, _ in others]) if len(others) < 4 else "everybody"
    return f"By {by}. Well played, {named}!"


def _sums(context: ViewContext) -> tuple[tuple[Player, str, int], ...]:
    """Everybody in seat order, what they were fined in words, and how much of it they settled."""
    numbers = became(context.night)[1]
    players = (context.night.players[who.id] for who in context.seated)
    return tuple((player, fined(context, player), numbers[player.id][0]) for player in players)


def _games_over(context: ViewContext) -> tuple[Ended, ...]:
    """The games of the night that are over, the one that was on when it was closed included."""
    night, found = context.night, []
    for number, played in enumerate(night.played, start=1):
        stopped = stopped_early(night, played)
        if stopped or played.since is not None:
            won = listed([night.names[player] for player in winners(night, played)])
            found.append(Ended(number, name_of(played), won, stopped))
    return tuple(found)
