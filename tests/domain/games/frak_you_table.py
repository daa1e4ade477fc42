"""A table at which Frak You is played: what is said becomes entries of a night, and is refused or counts.

A step is an event, or short for one: `bob` takes the next trick, and `bob+cal` takes it while Cal pairs;
`ann 4H, bob AS KD` is a trick by its cards, `-> bob` names its taker;
`bob=9/4` counts nine cards in Bob's hand and four in front of him.
"""

from typing import Any

import pytest

from companion.domain.event_log import Line, Log
from companion.domain.games.frak_you.deal import Deal, State
from companion.domain.house_rules.firing import roles_now
from companion.domain.refused import Refused
from companion.domain.replay import entry, result

from ..entries import OPENED, Event, event, joined
from ..nights import replayed, written
from ..people import FIVE

FIRST = 8  # the entry of the first step


def spoken(plays: str) -> list[list[str]]:
    """The plays as the night file writes them: "ann 4H, bob AS KD"."""
    return [play.split() for play in plays.split(",")]


class FrakYou:
    """A night at which a game of Frak You is on, Ann deals, and these steps were taken."""

    def __init__(self, *steps: Event | str, players: str = "ann bob cal", there: str = "", **started: Any) -> None:
        self.log = Log()
        self.raw: list[Event] = []
        self.say(OPENED, *map(joined, there.split() or FIVE))
        self.say(event("game.started", game="frak-you", players=players.split(), **started), *steps)

    def say(self, *steps: Event | str) -> Line:
        """Enters more steps; returns the line of the last one, or raises Refused."""
        for step in steps:
            raw = {"seq": self.log.seq + 1, **(self.event(step) if isinstance(step, str) else step)}
            self.log.adopt(self.log.candidate(entry(raw, self.log.seq + 1, self.log)))
            self.raw.append(raw)
        return self.log.lines[-1]

    def event(self, step: str) -> Event:
        """The event for a short text, in the current or next deal and its next trick."""
        deal, on = self.state.over + 1, self.state.on
        player, counted, cards = step.partition("=")
        if counted:
            hand, _, table = cards.partition("/")
            return event("cards.counted", deal=deal, player=player, hand=int(hand), table=int(table or 0))
        plays, _, winner = step.partition(" -> ")
        told: Event = {"plays": spoken(plays)} if " " in plays else {}
        if not told:
            winner, _, paired = plays.partition("+")
            told = {"paired": paired} if paired else {}
        named = {"winner": winner} if winner else {}
        return event("trick.taken", deal=deal, trick=len(on.taken if on else ()) + 1, **told, **named)

    def refused(self, *steps: Event | str) -> Refused:
        """The refusal of the last of these steps."""
        self.say(*steps[:-1])
        with pytest.raises(Refused) as refused:
            self.say(steps[-1])
        return refused.value

    @property
    def state(self) -> State:
        """The current state of the game."""
        assert self.log.night.game is not None
        state = self.log.night.game.state
        assert isinstance(state, State)
        return state

    @property
    def deal(self) -> Deal:
        """The last deal dealt."""
        assert self.state.deal is not None
        return self.state.deal

    @property
    def table(self) -> Any:
        return self.log.night.table()

    def held(self) -> str:
        """What those still in hold: `ann 12, bob 12+4` for cards in hand, and in the trick in front."""
        holdings = self.deal.holdings.items()
        return ", ".join(f"{player} {held.hand}" + f"+{held.front}" * bool(held.front) for player, held in holdings)

    def fined(self) -> str:
        """What the last entry charged, and whom: `bob 3, cal 3`."""
        return ", ".join(f"{charge.player} {charge.amount}" for charge in self.log.lines[-1].charges)

    def roles(self) -> str:
        """Who deals and who leads next, `-` for nobody."""
        roles = roles_now(self.log.night)
        return f"{roles.dealer or '-'} {roles.leader or '-'}"

    def result(self) -> dict[str, Any]:
        """What replay prints of this night."""
        return result(self.log)

    def lost(self) -> str:
        """The standings, fewest deals lost first: `ann 0, bob 1`."""
        (game,) = self.result()["games"]
        return ", ".join(f"{row['player']} {row['score']}" for row in game["standings"])

    def replayed(self) -> dict[str, Any]:
        """What replay prints of the same night written to a file."""
        return replayed(written(*self.raw))
