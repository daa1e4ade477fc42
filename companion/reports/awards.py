"""Awards of a night, for daring, luck and kindness; none says who drank much or little."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import UnsetType

from ..domain import events as of
from ..domain.measure import amount, listed, times
from ..domain.night import Who
from ..domain.settlement import has_fallen
from .recap import Recap, RecapEntry

MOST_EACH = 3  # awards for one player
MOST_SHARING = 3  # players who can share an award
FEWEST = 3  # deals or rounds of a game before it says anything about luck
LUCKY = Fraction(1, 10)  # the least lead over an even share, as a part of that share, that counts as luck
PLACES = {1: "first", 2: "second", 3: "third"}


class Award(NamedTuple):
    """An award, the people who share it, and the reason in a sentence."""

    title: str
    people: tuple[Who, ...]
    because: str


class Claim(NamedTuple):
    """A player's claim to an award: the highest score gets it, shared with players of the same score and `because`.

    `{each}` in `because` becomes "each" if several share the award, `{rule}` the house rule that it was mostly about.
    `game` is the number of the game that the claim is about: claims from two games are not shared.
    """

    score: float | Fraction
    player: str
    because: str
    game: int = 0


Claims = Callable[[Recap], Iterable[Claim]]
Deed = tuple[str, str | None, str | None]


def awards(recap: Recap) -> tuple[Award, ...]:
    """The awards, always the same for the same night, and as far as possible for different people; none for one alone.

    An award first goes to the best who has none yet, and to all who are level with them. One whose best all have
    another goes to the next best without one, and to the best only if nobody without one qualifies. Nobody gets a
    fourth that they do not share.
    """
    if len(recap.night.players) < 2:
        return ()
    given: dict[str, Award] = {}
    held = Counter[str]()
    quoted = set[str]()
    deeds = Counter(_deeds(recap))
    ranked: dict[str, list[tuple[list[str], str]]] = {}
    for title, least, claims in AWARDS:
        found = _counted(recap, deeds, title, claims) if isinstance(claims, str) else claims(recap)
        if ranks := _ranked(found, least):
            ranked[title] = ranks

    def give(title: str, players: Collection[str], because: str, most: int = 0) -> bool:
        """Gives the award to these players, if one of them has no more than this many others."""
        free = any(held[player] <= most for player in players)
        if free:
            because = because.replace("{each}", " each" if len(players) > 1 else "")
            because = because.replace("{rule}", _quoted(recap, deeds, title, players, quoted))
            given[title] = Award(title, tuple(recap.people[player] for player in players), because)
            held.update(players)
        return free

    later = [title for title, ranks in ranked.items() if not give(title, *ranks[0])]
    for title in later:
        ranks = ranked[title]
        for place, (players, because) in enumerate(ranks[1:], start=1):
            ahead = [recap.people[player].name for better, _ in ranks[:place] for player in better]
            why = f"{because} {listed(ahead)} did better, and won other awards."
            if len(players) <= MOST_SHARING and give(title, players, why):
                break
        else:
            give(title, *ranks[0], MOST_EACH - 1)
    return tuple(given[title] for title in ranked if title in given)


def chosen(awards: Sequence[Award], number: int) -> list[Award]:
    """This many awards, for as many different people as possible, in their original order."""
    seen = Counter[Who]()
    turns = []
    for award in awards:
        turns.append(min(seen[who] for who in award.people))
        seen.update(award.people)
    kept = sorted(range(len(awards)), key=lambda place: turns[place])[:number]
    return [awards[place] for place in sorted(kept)]


def _ranked(claims: Iterable[Claim], least: float | Fraction) -> list[tuple[list[str], str]]:
    """The players with equal claims, and their `because`: the best first, nobody twice, none below the least.

    Empty if too many share the best claim.
    """
    best: dict[str, Claim] = {}  # of each player; of equally good ones the first
    for claim in sorted(claims, key=lambda claim: -claim.score):
        best.setdefault(claim.player, claim)
    equal: dict[Claim, list[str]] = {}
    for player, claim in best.items():
        if claim.score >= least:
            equal.setdefault(claim._replace(player=""), []).append(player)
    ranks = [(players, claim.because) for claim, players in equal.items()]
    return ranks if ranks and len(ranks[0][0]) <= MOST_SHARING else []


def figure(number: float) -> str:
    """A number as people say it: with at most one decimal below twenty, and none from there on."""
    rounded = round(number, 1) if abs(number) < 20 else round(number)
    return f"{rounded:g}"


# What is counted


def _quoted(recap: Recap, deeds: Counter[Deed], title: str, players: Collection[str], quoted: set[str]) -> str:
    """The house rule that these deeds were mostly about, to stand after their number; none is quoted twice."""
    found = Counter[str]()
    for (what, player, rule), number in deeds.items():
        if rule and what == title and player in players:
            found[rule] += number
    most = max(found, key=lambda rule: found[rule], default="")
    if not most or most in quoted:
        return ""
    quoted.add(most)
    return f"{', mostly' if len(found) > 1 else ':'} “{recap.night.rules[most].text.rstrip('.')}”"


def _deeds(recap: Recap) -> Iterator[Deed]:
    """Every deed that counts for an award: its title, the player who did it, and the house rule it was about."""
    callers = {entry.line.entry.seq: entry.line.entry.by for entry in recap.entries}
    contested = {entry.event.player for entry in recap.entries if isinstance(entry.event, of.CallContested)}
    for player, bids in recap.bids.items():
        yield from (("Boldest bidder", player, None) for bid in bids if bid.call != "no")
    for cost in recap.costs:
        yield from [("Best lawmaker", cost.rule.maker, cost.rule.id)] * cost.times
    for entry in recap.entries:
        event, by = entry.event, entry.line.entry.by
        yield "Scribe", by, None
        if entry.happened:  # as in a game that counts what is played: a right that came with a card is luck
            yield from (("Table turner", player, None) for player in entry.rights)
        if isinstance(event, of.WaterCalled):
            yield "Water carrier", event.player, None
        elif isinstance(event, of.FineForgiven) and event.player != by:
            yield "Kindest heart", by, None
        yield from _about_calls(recap, entry, callers, contested)


def _about_calls(
    recap: Recap, entry: RecapEntry, callers: Mapping[int, str | None], contested: Collection[str]
) -> Iterator[Deed]:
    """The deeds of an entry that calls, contests or settles a rule.

    `callers` has who entered each entry, `contested` are those who ever contested a call.
    """
    calls, event, by = recap.night.calls, entry.event, entry.line.entry.by
    match event:
        case of.CallSettled():
            call = calls[event.entry]
            if call.contested and by not in (callers[event.entry], call.player, call.contested):
                yield "Peacemaker", by, None
            if not event.stands:
                yield "Kindest heart", by, None
        case of.CallContested() if calls[event.entry].stands is False:
            yield "Best bluff", event.player, calls[event.entry].rule
        # Choosing who drinks for a rule does not count as catching somebody.
        case of.RuleCalled(chosen=UnsetType()) if not has_fallen(recap.night, entry.line):
            if recap.night.rules[event.rule].maker == event.player:
                yield "Own goal", event.player, event.rule
            if event.player != by:
                yield "Sharpest eye", by, event.rule
                yield "Most caught", event.player, event.rule
                if event.player not in contested:
                    yield "Best sport", event.player, event.rule


def _counted(recap: Recap, deeds: Counter[Deed], title: str, because: str) -> Iterator[Claim]:
    """Claims by how often each player did it; the number replaces `{n}` or `{times}` in `because`, `{s}` its plural."""
    done = Counter(player for what, player, _ in deeds.elements() if what == title)
    for player in recap.night.order:
        one, number = done[player] == 1, done[player]
        words = {"n": "one" if one else number, "s": "" if one else "s", "times": times(number)}
        yield Claim(number, player, because.format(**words, each="{each}", rule="{rule}"))


# What is measured


def _steady(recap: Recap) -> Iterator[Claim]:
    """Claims by the share of their bids that players made, for those with at least three bids."""
    for player, bids in recap.bids.items():
        if len(bids) >= 3:
            made = sum(bid.made for bid in bids)
            yield Claim(Fraction(made, len(bids)), player, f"Made {made} of {len(bids)} bids{{each}}.")


def _lucky(recap: Recap) -> Iterator[Claim]:
    """Claims by how far players were ahead of an even share in one game, as a part of that share."""
    for game in recap.games:
        counter = game.game.counter
        for player, got, even in game.luck if counter and counter.better and game.deals >= FEWEST else ():
            if even >= 1:
                assert counter is not None
                ahead = (got - even if counter.better == "more" else even - got) / even
                where = f"{{each}} in {game.name}"
                because = f"{figure(got)} {counter.counts}{where}; average luck would be {figure(even)}."
                if counter.by == "boxes":
                    because = f"{figure(got)} points{where}, {figure(even)} on average."
                yield Claim(round(ahead, 6), player, because, game.number)


def _comeback(recap: Recap) -> Iterator[Claim]:
    """Claims by how many places players rose from the middle of a game to its end."""
    for game in recap.games:
        for player, _, place in game.places:
            if half := game.halfway.get(player):
                was, now = (PLACES.get(number, f"{number}th") for number in (half, place))
                because = f"From {was} at half-time to {now} in {game.name}."
                yield Claim(half - place, player, because, game.number)


def _best_box(recap: Recap) -> Iterator[Claim]:
    """Claims by the points in one box."""
    games = {game.number: game for game in recap.games}
    for entry in recap.entries:
        for box in entry.happened:
            if box.on == "box.scored":
                game = games[entry.game]
                what = f"“{game.game.scoring.boxes[box.box]}” of {game.name}"
                because = f"{amount(box.points, 'point')}{{each}} in {what}."
                yield Claim(box.points, box.player, because, game.number)


def _honoured(recap: Recap) -> Iterator[Claim]:
    """Claims by how often players won a title that a house rule gives."""
    won = Counter(passed for entry in recap.entries for passed in entry.line.titles)
    for (rule, player), number in won.items():
        if player is not None:
            yield Claim(number, player, f"Became {recap.night.rules[rule].title} {times(number)}{{each}}.")


AWARDS: tuple[tuple[str, float | Fraction, str | Claims], ...] = (
    ("Own goal", 1, "Walked into their own rule {times}{each}{rule}."),
    ("Best bluff", 1, "Said “That’s not true”, and got away with it {times}{each}{rule}."),
    ("Boldest bidder", 2, "Declared or revealed {times}{each}."),
    ("Luckiest seat", LUCKY, _lucky),
    ("Comeback", 2, _comeback),
    ("Table turner", 1, "Turned it round {times}{each}."),
    ("Best lawmaker", 2, "Their rules fired {times}{each}{rule}."),
    ("Most honoured", 2, _honoured),
    ("Sharpest eye", 2, "Caught others {times}{each}{rule}."),
    ("Steadiest bidder", Fraction(1, 2), _steady),
    ("Water carrier", 1, "Called {n} water round{s}{each}."),
    ("Best sport", 2, "Never argued, though caught {times}{each}{rule}."),
    ("Peacemaker", 1, "Settled {n} argument{s}{each}."),
    ("Kindest heart", 2, "Let others off {times}{each}."),
    ("Best box", 1, _best_box),
    ("Scribe", 10, "Tapped {n} times{each} for everybody."),
    ("Most caught", 2, "Still smiling, though caught {times}{each}{rule}."),
)
"""Each award, in this order: title, least score, and its `because` if deeds are counted, else what makes its claims."""
