"""A made-up night of any length, entered through the command handler as phones would: tricks, drinks, calls, fines."""

from __future__ import annotations

import itertools
import random

from companion.commands.authorization import Sender
from companion.commands.handler import Command, CommandHandler
from companion.rules import events as of
from companion.rules.events import Event
from companion.rules.games.five_card_yak import FIVE_CARD_YAK
from companion.rules.house_rules import CardPlayed
from companion.rules.log import Log
from companion.rules.tricks import TrickTaken
from companion.store import nights
from companion.store.database import Database

PLAYERS = tuple(f"p{number}" for number in range(1, 11))
OLD_DEBTOR = "p10"  # goes home early and owes three all night: nobody may pay for that with every tap
EARLY_FINE = 14
TRICKS = 5
KEYS = itertools.count()

OPENING: tuple[Event, ...] = (
    of.NightOpened(name="Bench", unit="sip"),
    *(of.PlayerJoined(player=player, name=f"Player {player[1:]}") for player in PLAYERS),
    of.RuleMade(rule="r1", text="No phones but this one", amount=2),
    of.RuleMade(rule="r2", text="A queen makes the table drink", when=CardPlayed(rank="Q"), who="everyone"),
    of.FineGiven(player=OLD_DEBTOR, amount=3, reason="late"),
    of.PlayerLeft(player=OLD_DEBTOR),
    of.GameStarted(game=FIVE_CARD_YAK.id, players=PLAYERS[:-1]),
)


def next_event(log: Log, chance: random.Random) -> Event:
    """What a table would enter next: first the opening, then drinks before tricks, now and then a call or a fine."""
    if log.seq < len(OPENING):
        return OPENING[log.seq]
    here = [log.night.players[player] for player in log.night.present()]
    debtor = next((player for player in here if player.owed > 0), None)
    if debtor is not None:
        return of.DrinkTaken(player=debtor.id, amount=debtor.owed)
    kind = chance.random()
    if kind < 0.03:
        return of.RuleCalled(rule="r1", player=chance.choice(here).id)
    if kind < 0.05:
        return of.FineGiven(player=chance.choice(here).id, amount=1, reason="spilled")
    return next_trick(log, chance)


def next_trick(log: Log, chance: random.Random) -> Event:
    assert log.night.game is not None
    deal = log.night.game.state.on
    number, trick = (deal.number, len(deal.taken) + 1) if deal else (log.night.game.state.over + 1, 1)
    winner = chance.choice([*log.night.present(), None])
    return TrickTaken(deal=number, trick=trick, winner=winner)


def tap(commands: CommandHandler, night_id: str, event: Event) -> int:
    """Enters one event as a phone does, with a key of its own."""
    return commands.handle(night_id, Command(lambda night: [event], f"k{next(KEYS)}", again=True), Sender("p1")).seq


def night_of(commands: CommandHandler, disk: Database, length: int, seed: int = 1) -> str:
    """A night with so many entries; answers its id."""
    night_id = nights.open_night(disk).id
    chance = random.Random(seed)
    while commands.nights.log(night_id).seq < length:
        tap(commands, night_id, next_event(commands.nights.log(night_id), chance))
    return night_id
