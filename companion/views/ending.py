"""What stands in the place of a game's headline before the first, between two and after the last; how a deal went."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import dropwhile
from typing import Any

import msgspec

from ..domain.event_log import Line, Log
from ..domain.fines import TOKEN, Charge, Player, total
from ..domain.games.game import Closing, Standings
from ..domain.games.screen import Went
from ..domain.measure import amount, listed, times, titled
from ..domain.night import Night, Played
from ..domain.office import NEW_IN_OFFICE, office_since, why_ending_waits
from ..domain.playing import counts_in, name_of, ranking, stopped_early, winners
from ..domain.seating import Circle
from ..domain.settlement import ahead, charged_in, closing, earned, how_it_ended, let_off, unfinished
from ..reports.awards import Award, awards, chosen
from ..reports.recap import recap
from ..storage.clock import ago
from .context import ViewContext, Who
from .fragments import Fragment
from .report_cache import ReportCache

MOST = 6  # the most players whose deal is told
STEPS = 5  # the most players on a podium
AWARDS = ReportCache(lambda context: tuple(chosen(awards(recap(context.log)), 3)))


class Cost(msgspec.Struct, frozen=True):
    """What a game, or the night, cost a player, in words, and for which reasons, the largest amount first.

    Each reason has its amount and what somebody else did, if it was that; the smallest (`others`, a quarter at most)
    are not named, but each house rule and game is. All add up to the amount: in a game the last are what was forgiven
    or taken over by others, below zero, and what was taken over for them.
    """

    who: Who
    amount: str
    reasons: tuple[tuple[str, int, str], ...]
    others: tuple[int, ...]


class GameOver(msgspec.Struct, frozen=True):
    """The end of game `number` of the night: a headline, what is said below it, and whom it is about, if anybody.

    `podium` are players, their places and their scores, if more than one place is known. `standings` are rows of
    player, score and place, unless the podium has other places, and `counts` is the unit of the scores; both are empty
    if the game counts drinks. Nobody is first in a game that was stopped. `sheet`: it has a score sheet. `cards` ended
    it. `costs` are in the order of the seats. `rule` is the house rule that fired most in it, and how often.
    """

    number: int
    name: str
    headline: str
    says: str
    heroes: tuple[Who, ...] = ()
    podium: tuple[tuple[Who, int, int | None], ...] = ()
    counts: str = ""
    standings: tuple[tuple[Who, int, int], ...] = ()
    stopped: bool = False
    sheet: bool = False
    cards: tuple[str, ...] = ()
    costs: tuple[Cost, ...] = ()
    rule: tuple[str, str] | None = None


class DealOver(msgspec.Struct, frozen=True):
    """How deal `number` of a game went, while the next has not begun: for each player what they did and what it cost.

    There are `more` players than are shown. Once the next has begun there are no `rows` and no `screen`.
    """

    game: str
    number: int
    rows: tuple[tuple[Who, Went, int], ...] = ()
    more: int = 0
    screen: Any = None


class Between(msgspec.Struct, frozen=True):
    """No game is on; `last` is the game that has just been played, if any.

    `games` are those of the night that are over: number, name, and how it ended. Once the night is over, `over` is the
    entry that ended it, and `awards` are the first few. `won` is how many games each won, if several are over.
    """

    name: str
    players: int
    last: GameOver | None
    games: tuple[tuple[int, str, str], ...]
    over: int = 0
    awards: tuple[Award, ...] = ()
    won: tuple[tuple[Who, int], ...] = ()


class End(msgspec.Struct, frozen=True):
    """Who still owes something, why ending the night `waits`, if it does, and since when and from whom `office` is."""

    owing: tuple[Player, ...]
    waits: str
    office: tuple[int, str | None]


def between(context: ViewContext) -> Between:
    """What the last game came to, or the end of the night."""
    night = context.night
    over = [(played, winners(night, played)) for played in night.games]
    # The list of games also says who did best in a game that nobody won: a count of wins would contradict it.
    games = GAMES_OVER.of(context)
    unwon = (nth for nth, (one, won) in enumerate(over) if not (won or one.stopped) and ranking(night, one))
    is_counted = over[1:] and not any(games[nth][2] for nth in unwon)
    wins = Counter(player for _, won in over for player in won)
    return Between(
        name=night.name,
        players=len(night.present()),
        last=game_over(context),
        games=games,
        over=context.log.seq if night.closed else 0,
        awards=AWARDS.of(context) if night.closed else (),
        won=tuple((context.people[player], number) for player, number in wins.most_common() if is_counted),
    )


def end(context: ViewContext, seat: str | None) -> End:
    """What is asked at the end of the night, of whoever acts for the finesmaster."""
    owing = tuple(player for who in context.everybody if (player := context.night.players[who.id]).owed > 0)
    return End(owing, why_ending_waits(context, ago(NEW_IN_OFFICE)), office_since(context.log))


def deal_over(context: ViewContext) -> DealOver | None:
    """How the deal just over went; without rows while one is on, and after a misdeal. None before any is over."""
    went, deal, playing = context.screen.went, context.screen.deal, context.night.game
    if context.game is None or playing is None or not deal or deal == 1:
        return None
    if not went:
        return DealOver(context.game.id, deal - 1)
    game, lines = playing.game, context.log.lines_of(playing)  # those since the first entry of this deal
    begun = dropwhile(lambda line: not (line.counts and game.owns(line.counts) and line.counts.part == deal - 1), lines)
    cost = total((charge.player, charge.amount) for line in begun for charge in earned(context.night, line))
    rows = tuple((context.people[row.player], row, cost.get(row.player, 0)) for row in went[:MOST])
    return DealOver(context.game.id, deal - 1, rows, len(went[MOST:]), context.screen)


def game_over(context: ViewContext) -> GameOver | None:
    """The game that has just been played; None while one is on, before the first, and after the night."""
    night, people = context.night, context.people
    if context.game is not None or night.closed or not night.games:
        return None
    played = night.games[-1]
    game, ranks, won = played.game, ranking(night, played), winners(night, played)
    headline, says, podium, cards = _closing(context, played, ranks, won)
    heroes = won if len(ranks) > 1 else ()
    if len(podium) == 1:
        heroes, podium = podium[0], ()
    is_told = not podium and any(score for _, score, _ in ranks)
    return GameOver(
        number=len(night.games),
        name=name_of(played),
        headline=headline,
        says=says,
        heroes=tuple(people[player] for player in heroes),
        podium=tuple((people[player], place, score) for player, place, score in _places(heroes, ranks, podium)),
        counts=counts_in(played),
        standings=tuple((people[player], score, place) for player, score, place in ranks if is_told),
        stopped=played.stopped,
        sheet=game.pages.sheet is not None,
        cards=cards,
        costs=tuple(costs(context, played)),
        rule=_best_rule(night, [charge for line in context.log.lines_of(played) for charge in earned(night, line)]),
    )


def _closing(context: ViewContext, played: Played, ranks: Standings, won: Circle) -> Closing:
    """What is said of the end of a game."""
    night = context.night
    if played.stopped:
        return _stopped(context.log, played, ranks)
    if len(ranks) == 1:
        return _alone(night, played, ranks[0][1])
    if won:
        verb = "win" if len(won) > 1 else "wins"
        return Closing(f"{listed([night.names[player] for player in won])} {verb}!", _margin(night, played, ranks))
    return closing(context.log, played) or Closing(f"{name_of(played)} is over", "")


def _stopped(log: Log, played: Played, ranks: Standings) -> Closing:
    """What stands when a game is stopped: who was ahead and by how much, as far as it counts that."""
    name, (first, by) = name_of(played), ahead(log, played)
    part, number = played.game.part, played.game.number(played.state)
    at = f"in {part} {number}" if number < 2 or unfinished(log, played) else f"after {amount(number - 1, part)}"
    where = f"{at} of {name}." if number else f"in {name}."
    if len(ranks) == 1:
        return Closing(f"Stopped at {_counted(played, ranks[0][1])}", titled(where))
    if not any(score for _, score, _ in ranks):
        return Closing(f"{name} stopped", f"{titled(at)}." if number else "")
    if not first:
        return Closing("Nobody was ahead", f"{_counted(played, by)} each, {where}")
    names = listed([log.night.names[player] for player in first])
    return Closing(f"{names} {'were' if first[1:] else 'was'} ahead", f"{_ahead_by(played, by)}, {where}")


def _places(heroes: Circle, ranks: Standings, podium: Sequence[Circle]) -> list[tuple[str, int, int | None]]:
    """The first three places with their scores; nobody if all share the first, or too many would stand there."""
    found: list[tuple[str, int, int | None]] = [
        (player, 1 + sum(map(len, podium[:nth])), None) for nth, some in enumerate(podium) for player in some
    ]
    if heroes and len(heroes) < len(ranks):
        found = [(player, place, score) for player, score, place in ranks]
    found = [row for row in found if row[1] < 4]
    return found if len(found) <= STEPS else []


def costs(context: ViewContext, played: Played | None = None) -> Iterator[Cost]:
    """What a game cost everybody, less what they were forgiven or passed on; or the whole night, before that."""
    night = context.night
    games = set() if played else {name_of(one) for one in night.played}
    taken = let_off(context.log, played)[1] if played else Counter[Circle]()
    left = total((charge.player, charge.amount) for _, charge in charged_in(context.log, played))
    lines = context.log.lines_of(played) if played else context.log.lines
    charged = sorted(((line, fine) for line in lines for fine in earned(night, line)), key=lambda one: -one[1].amount)
    for who in context.seated:
        own = [(line, charge) for line, charge in charged if charge.player == who.id]
        reasons, deeds = _reasons(context, played, who, own)
        further = [("forgiven", left.get(who.id, 0) - reasons.total())]
        further += [(f"{context.name(to)} took over", -taken[who.id, to]) for to in night.order]
        further += [(f"taken over from {context.name(other)}", taken[other, who.id]) for other in night.order]
        units = Counter(total((TOKEN if charge.paid else night.unit, charge.amount) for _, charge in own))
        units[night.unit] += sum(number for _, number in further)
        if units := +units:
            told = listed([context.amount(number, who.id, unit) for unit, number in units.items()])
            small = [each for each in reasons.most_common()[3:] if each[0] not in games and each[0][0] != "“"]
            while sum(number for _, number in small) > reasons.total() // 4:
                small = small[1:]
            others = dict(small) if small[1:] else {}
            why = [(one, number, deeds[one]) for one, number in reasons.most_common() if one not in others]
            why += [(one, number, "") for one, number in further if number]
            yield Cost(who, told, tuple(why), tuple(others.values()))


def _reasons(
    context: ViewContext, played: Played | None, who: Who, charged: Sequence[tuple[Line, Charge]]
) -> tuple[Counter[str], dict[str, str]]:
    """What a player was charged for each reason, and of each what somebody else did, if it was that."""
    reasons, deeds = Counter[str](), dict[str, str]()
    for line, charge in charged:
        reason = _reason(context.night, played, line, charge)
        reasons[reason] += charge.amount
        because = charge.because if played and not charge.rule and charge.because != reason else ""
        deeds.setdefault(reason, _deed(context, who, because))
    return reasons, deeds


def _reason(night: Night, played: Played | None, line: Line, charge: Charge) -> str:
    """The reason of a charge, such as a house rule; of a night, the game; if it is a number in a deal, that deal."""
    if charge.rule:
        return f"“{night.rules[charge.rule].text}”"
    before = (one for one in reversed(night.played) if one.started < line.entry.seq)
    of_game = next((one for one in before if line.counts and one.game.owns(line.counts)), None)
    if of_game and not played:
        return name_of(of_game)
    part, quoted = line.counts.part if line.counts else 0, f"“{charge.reason}”"
    said = quoted if quoted in charge.because else charge.reason
    return f"{played.game.part} {part}" if played and part and any(map(str.isdigit, charge.reason)) else said


def _deed(context: ViewContext, who: Who, because: str) -> str:
    """The beginning of a reason that names somebody else, as in "Bob turned it round"."""
    deed = because.partition(":")[0].partition(";")[0].partition(", “")[0]
    return deed if any(other.name in deed for other in context.seated if other != who) else ""


def _best_rule(night: Night, charges: Sequence[Charge]) -> tuple[str, str] | None:
    """The house rule that fired in most of the entries of these charges, by which it charged most if several did."""
    entries = Counter(rule for rule, _ in {(charge.rule, charge.seq) for charge in charges if charge.rule})
    cost = total((charge.rule, charge.amount) for charge in charges if charge.rule)
    best = max(cost, key=lambda rule: (entries[rule], cost[rule]), default=None)
    return (night.rules[best].text, times(entries[best])) if best else None


def _alone(night: Night, played: Played, points: int) -> Closing:
    """What is said to somebody who played alone."""
    before = [one for one in night.games if one is not played and one.game.id == played.game.id and not one.stopped]
    is_best = before and points > max(score for one in before for _, score, _ in ranking(night, one))
    return Closing(_counted(played, points), "Your best tonight!" if is_best else "Well played!")


def _counted(played: Played, number: int) -> str:
    """A score or a difference of scores: "3 points", "1 bid", "1 lost round"."""
    unit, _, done = counts_in(played).partition(" ")
    return amount(number, f"{done} {unit}" if done == "lost" else unit)


def _margin(night: Night, played: Played, ranks: Standings) -> str:
    """By how much somebody won, with a kind word for the others; in a game for tokens how they won."""
    if says := played.game.ending.won_by(played.state):
        return says
    others = [(player, score) for player, score, place in ranks if place > 1]
    if not others:
        return "All of you share it."
    named = listed([night.names[player] for player, _ in others]) if len(others) < 4 else "everybody"
    return f"{_ahead_by(played, abs(ranks[0][1] - others[0][1]))}. Well played, {named}!"


def _ahead_by(played: Played, number: int) -> str:
    """By how much somebody is ahead: "By 3 points", "Fewest rounds lost, by 1"."""
    counts = counts_in(played)
    return f"Fewest {counts}, by {number}" if counts.endswith(("lost", "losses")) else f"By {_counted(played, number)}"


def _games_over(context: ViewContext) -> tuple[tuple[int, str, str], ...]:
    """The games of the night that are over, the one that was on when it was closed included."""
    night = context.night
    over = (played for played in night.played if played.since is not None or stopped_early(night, played))
    return tuple((number, name_of(played), how_it_ended(context.log, played)) for number, played in enumerate(over, 1))


GAMES_OVER = ReportCache(_games_over)
END = Fragment("end", "settle/_end.html", end, own=True)
DEALT = Fragment("dealt", "table/_dealt.html", deal_over)
