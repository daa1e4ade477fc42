"""The recap page of a night and of each of its games: awards, plots, and what the house rules cost."""

import datetime

import msgspec

from ..domain import events as of
from ..domain.event_log import Log
from ..domain.measure import TOKEN, amount, listed, times, units
from ..domain.night import Night
from .awards import Award, awards, figure
from .plots import Plot, bid_plot, fine_plots, luck_plot, trick_plot
from .recap import Cost, GameRecap, Recap, added, recap


class Quote(msgspec.Struct, frozen=True):
    """The rule of the night: its words, who made it, how often it fired and on whom."""

    words: str
    says: str


class RecapPage(msgspec.Struct, frozen=True):
    """The recap page of the night, or of one of its games (`game`); `fines` are the plots of who was fined when."""

    recap: Recap
    awards: tuple[Award, ...]
    plots: tuple[Plot, ...]
    fines: tuple[Plot, ...]
    game: GameRecap | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show yet."""
        return not (self.awards or self.plots or self.fines or self.recap.costs or self.recap.games and not self.game)

    @property
    def facts(self) -> tuple[str, ...]:
        """The numbers of the game; or those of players, games, house rules and cases in the night."""
        return self.numbers(self.game) if self.game else (*facts(self.recap), *cases(self.recap.night))

    @property
    def best(self) -> Quote | None:
        """The rule of the night; a game has none of its own."""
        return None if self.game else best_rule(self.recap)

    @property
    def date(self) -> str:
        """The night's date in words; empty if it has none."""
        return dated(self.recap.night.date)

    def numbers(self, game: GameRecap) -> tuple[str, ...]:
        """How many deals or rounds a game had, what was counted in it, and what it cost the table."""
        said, counter = [amount(game.deals, game.game.part) + " and a part" * game.partly], game.game.counter
        if game.partly and not game.deals:
            said = [f"part of a {game.game.part}"]
        got = sum(share.got for share in game.luck)
        if counter and got > 1 and counter.by in ("tricks", "bids"):
            said.append(f"{figure(got)} {counter.counts}")
        for fines, unit in ((self.recap.fines, self.recap.night.unit), (self.recap.paid, TOKEN)):
            if cost := sum(added(fined for fined in fines if fined.game == game.number).values()):
                forgiven = f" ({game.forgiven} forgiven)" if game.forgiven and unit != TOKEN else ""
                said.append(f"{amount(cost, unit)} in all{forgiven}")
        return tuple(said)

    def without(self, cost: Cost) -> str:
        """Whom a house rule cost most, and what they would have been fined without it; "" if it cost tokens alone."""
        most, night = max(cost.fined.values(), default=0), self.recap.night
        names, hit = night.names, [player for player in night.order if cost.fined.get(player) == most]
        if len(hit) != 1:
            return f"It cost {listed([names[player] for player in hit])} {most} each." if 1 < len(hit) < 4 else ""
        player, fines = hit[0], added(self.recap.fines)
        left = {other: fines.get(other, 0) - cost.fined.get(other, 0) for other in names}
        whose = f"{names[cost.rule.maker]}’s rule" if cost.rule.maker else "It"
        whose = f"{names[player]}’s own rule" if cost.rule.maker == player else whose
        least = all(left[player] < left[other] for other in names if other != player)
        then = "least of all" if least and len(names) > 1 else f"{left[player]}, not {fines[player]}"
        return f"{whose} cost {names[player]} {most}. Without it, {names[player]} would have been fined {then}."

    def cost(self, cost: Cost) -> str:
        """How often a house rule fired, and what it cost, in words."""
        drinks = [amount(cost.cost, self.recap.night.unit)] if cost.cost or not cost.tokens else []
        tokens = [amount(cost.tokens, TOKEN)] if cost.tokens else []
        return f"Fired {times(cost.times)}, {' and '.join([*drinks, *tokens])} in all"


def night_page(log: Log) -> RecapPage:
    """The recap of the night as it is now."""
    found = recap(log)
    return _page(found, (bid_plot(found), trick_plot(found)))


def game_page(log: Log, number: int) -> RecapPage:
    """The recap of one game of the night; LookupError if there is no such game."""
    found = recap(log, number)
    (game,) = found.games
    counter = game.game.counter
    luck = luck_plot(found, game)
    # If luck is counted in tricks, its plot already shows the tricks.
    tricks = None if luck and counter and counter.by == "tricks" else trick_plot(found)
    return _page(found, (bid_plot(found), tricks, luck), game)


def _page(found: Recap, plots: tuple[Plot | None, ...], game: GameRecap | None = None) -> RecapPage:
    per = "game" if len(found.games) > 1 else found.games[0].game.part if found.games else "deal"
    fines = fine_plots(found, per, " and ".join(map(units, found.units)))
    return RecapPage(found, awards(found), tuple(filter(None, plots)), fines, game)


def best_rule(found: Recap) -> Quote | None:
    """The house rule that fired most, of several the costliest; None if none fired."""
    best = max(found.costs, key=lambda cost: cost.times, default=None)
    if best is None:
        return None
    most, names = max(best.hit.values()), found.night.names
    hit = [names[player] for player in found.night.order if best.hit.get(player) == most]
    whose = f"{names[best.rule.maker]}’s rule. " if best.rule.maker else ""
    whom = f", {'most often ' if len(hit) < len(best.hit) else ''}on {listed(hit)}" if len(hit) < 4 else ""
    return Quote(best.rule.text, f"{whose}It fired {times(best.times)}{whom}.")


def facts(found: Recap) -> tuple[str, ...]:
    """The numbers of players, games and house rules, in words, without those that are zero."""
    made = sum(isinstance(entry.event, of.RuleMade) for entry in found.entries)
    counts = ((len(found.night.order), "player"), (len(found.games), "game"), (made, "house rule"))
    return tuple(amount(number, what) for number, what in counts if number)


def cases(night: Night) -> tuple[str, ...]:
    """How the contested calls ended, as in "3 cases: 2 guilty, 1 let go"; empty if there were none."""
    verdicts = [call.stands for call in night.calls.values() if call.contested]
    words = ((True, "guilty"), (False, "let go"), (None, "open"))
    said = ", ".join(f"{verdicts.count(one)} {word}" for one, word in words if one in verdicts)
    return (f"{amount(len(verdicts), 'case')}: {said}",) if verdicts else ()


def dated(date: str | None) -> str:
    """The date in words; empty if there is none."""
    day = datetime.date.fromisoformat(date) if date else None
    return f"{day.day} {day:%B} {day.year}" if day else ""
