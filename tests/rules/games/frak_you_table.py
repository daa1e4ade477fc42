"""A table at which Frak You is played: what is said becomes entries of a night, and is refused or counts."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from companion.rules.games import GAMES
from companion.rules.games.frak_you import FRAK_YOU
from companion.rules.games.frak_you.deal import Deal, State
from companion.rules.log import Line, Log
from companion.rules.playing import circle, roles_now
from companion.rules.refused import Refused
from companion.rules.replay import entry, main_text, result

ANN, BOB, CAL, DAN, EVE = CAST = ("ann", "bob", "cal", "dan", "eve")


def spoken(plays: str) -> list[list[str]]:
    """The plays as the night file writes them: "ann 4H, bob AS KD"."""
    return [play.split() for play in plays.split(",")]


@contextmanager
def on_the_shelf() -> Iterator[None]:
    """While it lasts Frak You stands on the shelf of games, whether or not the house has it there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, FRAK_YOU.id, FRAK_YOU)
        yield


class FrakYou:
    """A night at which a game of Frak You is on, its players clockwise as named."""

    def __init__(self, *players: str, joined: tuple[str, ...] = CAST, **started: Any) -> None:
        self.log = Log()
        self.raw: list[dict[str, Any]] = []
        self.say("night.opened", name="Friday")
        for player in joined:
            self.say("player.joined", player=player, name=player.title())
        self.say("game.started", game="frak-you", players=list(players), **started)

    def say(self, kind: str, **fields: Any) -> Line:
        """One more entry; raises Refused."""
        raw = {"seq": self.log.seq + 1, "type": kind, **fields}
        with on_the_shelf():
            self.log.adopt(self.log.propose(entry(raw, self.log.seq + 1, self.log)))
        self.raw.append(raw)
        return self.log.lines[-1]

    def refused(self, kind: str, **fields: Any) -> Refused:
        """The refusal of an entry that must not stand."""
        with pytest.raises(Refused) as refused:
            self.say(kind, **fields)
        return refused.value

    def slot(self, plays: str | None, trick: int | None) -> dict[str, Any]:
        """The open or due deal, its next trick, and the cards where they are named."""
        on = self.state.on
        slot: dict[str, Any] = {"deal": self.state.over + 1, "trick": trick or len(on.taken if on else ()) + 1}
        return slot if plays is None else {**slot, "plays": spoken(plays)}

    def trick(self, plays: str | None = None, trick: int | None = None, **told: str) -> Line:
        """The next trick, by its cards or by who took it (and who paired)."""
        return self.say("trick.taken", **self.slot(plays, trick), **told)

    def no_trick(self, plays: str | None = None, trick: int | None = None, **told: str) -> Refused:
        """The refusal of a trick."""
        return self.refused("trick.taken", **self.slot(plays, trick), **told)

    def count(self, player: str, hand: int, table: int = 0) -> Line:
        """Somebody's cards are counted."""
        return self.say("cards.counted", deal=self.state.over + 1, player=player, hand=hand, table=table)

    def counts(self, **held: tuple[int, int]) -> None:
        """Several people's cards are counted: hand and trick in front."""
        for player, (hand, table) in held.items():
            self.count(player, hand, table)

    @property
    def state(self) -> State:
        """The game as it stands."""
        assert self.log.night.game is not None
        state = self.log.night.game.state
        assert isinstance(state, State)
        return state

    @property
    def deal(self) -> Deal:
        """The last deal dealt."""
        assert self.state.deal is not None
        return self.state.deal

    def held(self) -> dict[str, tuple[int, int]]:
        """What those still in hold: cards in hand, cards in the trick in front."""
        return {player: (held.hand, held.front) for player, held in self.deal.holdings.items()}

    def fined(self) -> dict[str, int]:
        """What the last entry charged, and whom."""
        return {charge.player: charge.amount for charge in self.log.lines[-1].charges}

    def roles(self) -> tuple[str | None, str | None]:
        """Who deals and who leads next."""
        with on_the_shelf():
            roles = roles_now(self.log.night)
        return roles.dealer, roles.leader

    def circle(self, player: str) -> tuple[str, ...]:
        """Those among whom house rules count left and right."""
        with on_the_shelf():
            return circle(self.log.night, player)

    def result(self) -> dict[str, Any]:
        """What replay prints of this night."""
        with on_the_shelf():
            return result(self.log)

    def lost(self) -> dict[str, int]:
        """The standings: deals lost, fewest first."""
        (game,) = self.result()["games"]
        return {row["player"]: row["score"] for row in game["standings"]}

    def replayed(self) -> dict[str, Any]:
        """What replay prints of the same night written to a file."""
        with on_the_shelf():
            text = main_text(json.dumps({"format": "companion-night/1", "events": self.raw}).encode())
        return dict(json.loads(text))


def three(**started: Any) -> FrakYou:
    """Ann deals to Bob, Cal and herself."""
    return FrakYou(ANN, BOB, CAL, **started)


def four(**started: Any) -> FrakYou:
    """Ann deals to Bob, Cal, Dan and herself."""
    return FrakYou(ANN, BOB, CAL, DAN, **started)
