"""Rules on offer: those of an opened book, and the shelf of starters of every game, with what each costs a deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import urlencode

import msgspec

from ..commands.rule_forms import Pairs, chips_of, encoded, hidden_fields
from ..native import aside
from ..reports import forecast
from ..rules.games import GAMES
from ..rules.house_rules import Called
from ..rules.limits import bare
from ..rules.measure import units
from ..rules.refused import Refused
from ..rules.sentences import Meaning, said
from ..rules.sentences.starters import Starter, starters
from ..showing.scene import Scene
from . import auth
from .books import BookRule

LEAST = 0.05  # drinks a deal; below, there is nothing to tell


class Offer(msgspec.Struct, frozen=True):
    """A rule that one tap brings in: its form's fields, what it does where its words do not say just that, its bite.

    `bare` are its words alone, by which a phone tells whether it is `in_force`; `change` is the form with it typed in.
    """

    text: str
    says: str
    watched: bool
    bare: str
    fields: Pairs
    change: str
    title: str = ""
    in_force: bool = False
    bite: str = ""
    hard: bool = False


class Shelf(msgspec.Struct, frozen=True):
    """The starters of one game; `noted` once it is known how hard they bite, `acting` whose right brings them in."""

    night_id: str
    key: str
    acting: str
    game: str
    name: str
    noted: bool
    offers: tuple[Offer, ...]


def offer(
    rule: BookRule | Starter, title: str = "", in_force: bool = False, bite: str = "", hard: bool = False
) -> Offer:
    """One rule on offer."""
    means = rule.meaning if isinstance(rule, BookRule) else Meaning(rule.when, rule.parts)
    chips, says = chips_of(means), said(means) if isinstance(rule, BookRule) else rule.text  # a starter says it all
    fields = (("text", rule.text), *hidden_fields(chips))
    return Offer(
        text=rule.text,
        says="" if bare(says) == bare(rule.text) else says,
        watched=not isinstance(means.when, Called),
        bare=bare(rule.text),
        fields=fields,
        change=urlencode([*fields, ("read", rule.text), ("chips", encoded(chips))]),
        title=title,
        in_force=in_force,
        bite=bite,
        hard=hard,
    )


def offers(scene: Scene, rules: Iterable[BookRule]) -> Iterator[Offer]:
    """The rules of a book, as this night could take them."""
    active = _active(scene)
    for rule in rules:
        yield offer(rule, in_force=bare(rule.text) in active)


def _active(scene: Scene) -> set[str]:
    return {bare(rule.text) for rule in scene.night.rules.values() if rule.active}


def shelves() -> dict[str, str]:
    """The games that have starters, and their names."""
    return {game.id: game.name for game in GAMES.values() if game.starters}


def game_of(scene: Scene, asked: str) -> str:
    """The game whose shelf is shown first: the one asked for, else the one that is on, else any."""
    found = shelves()
    running = scene.game.id if scene.game else ""
    return next((game for game in (asked, running) if game in found), next(iter(found), ""))


def shelf(scene: Scene, game: str, acting: str, noted: bool) -> Shelf:
    """The starters of a game; `noted` waits until it is worked out how hard they bite, while others are served."""
    own = aside(starters, game)
    bites = _bites(scene, game) if noted else {}
    active = _active(scene)
    found = (offer(one, one.title, bare(one.text) in active, *bites.get(one.text, ("", False))) for one in own)
    name = GAMES[game].name if game in GAMES else ""
    return Shelf(scene.night_id, auth.forms_key(scene.log), acting, game, name, noted, tuple(found))


def _bites(scene: Scene, game: str) -> dict[str, tuple[str, bool]]:
    """What each starter adds to a deal for each player, in words, and whether that is hard."""
    seats = GAMES[game].seats
    players = min(max(len(scene.night.present()), seats.start), seats.stop - 1)
    try:
        found = aside(forecast.shelf, game, players)
    except Refused:
        return {}
    return {starter.text: (_in_words(scene, game, bite), bite.is_hard) for starter, bite in found}


def _in_words(scene: Scene, game: str, bite: forecast.Bite) -> str:
    if bite.caught or bite.each < LEAST:
        return ""
    return f"about {bite.each:.1f} {units(scene.night.unit)} each a {'round' if GAMES[game].boxes else 'deal'}"
