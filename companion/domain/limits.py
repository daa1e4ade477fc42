"""Limits that only new entries must respect: of house rules, of moves in a game, and of the size of a night.

Replay does not check them, so that old nights still open. See docs/games/five-card-yak.md#rules-of-the-house.
"""

import re
from collections import Counter

from .event_log import Candidate, InTheWay, Log
from .events import Event, NightClosed, PlayerLeft
from .house_rules.english import read
from .house_rules.firing import targets
from .house_rules.model import MOST, Called, CardPlayed, Happening, HouseRule, Roles, TrickWon
from .house_rules.names import against, named
from .house_rules.ruling import rule_after
from .night import Night
from .playing import owner
from .refused import Refused

MOST_ENTRIES = 20_000  # as many as a night file can have, so that every night opens from its own file
MOST_PLAYERS = 100
RESERVE = 100  # entries kept free for players who leave and for closing the night
ANYBODY_MAKES_RULES = "anybody makes rules"  # what the table notes about a game at its start, if it chose so


def are_rules_earned(log: Log) -> bool:
    """Whether nobody makes, amends or repeals a rule now without a right: somebody has one, or the game grants them."""
    night = log.night
    if night.rights or night.game is None:
        return bool(night.rights)
    return bool(night.game.game.grants_rights) and ANYBODY_MAKES_RULES not in log.notes.get(night.game.started, ())


def check_limits(night: Night, event: Event) -> None:
    """Refuses a new or amended rule that is not allowed."""
    rule = rule_after(event, night.rules)
    if rule is None:
        return
    for text in filter(None, (rule.text, rule.title)):
        check_words(night, text)
    if (sum_of := most(rule, max(len(night.present()), 2))) > MOST:
        why = f"This rule could cost one player {sum_of} at a time."
        raise Refused(f"{why} {MOST} is the most, all its parts together.")
    for other in night.rules.values():
        if other.active and other.id != rule.id and _same(rule, other):
            raise Refused(f"You have that rule already: “{other.text}”")


def check_possible(night: Night, event: Event, instead_of: Event | None = None) -> None:
    """Refuses a move that exceeds a limit of the game that is on, unless that which it replaces does."""
    if playing := owner(night, event):
        limits, table = playing.game.entering.limits, night.table()
        if instead_of is not None:
            try:
                limits(playing.state, instead_of, table)
            except Refused:
                return
        limits(playing.state, event, table)


def check_picks(night: Night, candidate: Candidate) -> None:
    """Refuses a correction after which a house rule would not have asked for a later pick."""
    after = candidate.night.calls
    for seq, call in night.calls.items():
        if call.answers and seq in after and not after[seq].answers:
            raise InTheWay(seq, f"{night.name_of(call.player)} would not be asked to pick", candidate.entry)


def check_people(night: Night, text: str) -> None:
    """Refuses a rule that names a player, or is against a group of people."""
    if (name := named(text, night.names.values(), night.game_id)) is not None:
        raise Refused(f"House rules are for everybody: leave out {name}.")
    if (group := against(text, night.game_id)) is not None:
        why = f"House rules are for everybody, and not against “{group}”"
        raise Refused(f"{why}. Say what somebody does, whoever it is.")


def check_words(night: Night, text: str) -> None:
    """Refuses a rule about certain people or about how rules are made, and one that asks for too much."""
    check_people(night, text)
    if (reading := read(text, night.game_id)).ask in ("too many", "not allowed"):
        raise Refused(reading.why)


def most(rule: HouseRule, players: int) -> int:
    """The most that one player can be charged when the rule fires once, at a table of this many players."""
    circle = tuple(f"p{number}" for number in range(players))
    player = circle[0]  # the one who sets it off; anybody can be dealer or leader, anybody else who played before
    taker = player if isinstance(rule.when, TrickWon) else None

    def charged(seat: str) -> int:
        before = seat if isinstance(rule.when, CardPlayed) and seat != player else None
        at, roles = Happening(rule.when.on, player, previous=before), Roles(seat, seat, taker)
        return sum(
            MOST if isinstance(part.amount, str) else part.amount
            for part in rule.charges
            if seat in targets(part.who, at, circle, roles, circle)
        )

    return max(map(charged, circle))


def _same(rule: HouseRule, other: HouseRule) -> bool:
    """Whether two rules are the same: in their words, or in when they fire, what they cost and the title they give."""
    alike = (rule.when, rule.title, Counter(rule.charges)) == (other.when, other.title, Counter(other.charges))
    return bare(rule.text) == bare(other.text) or (alike and not isinstance(rule.when, Called))


def bare(text: str) -> str:
    """The words alone, without case and punctuation."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def check_capacity(log: Log, candidate: Candidate) -> None:
    """Refuses a player or an entry above the limits, and what the game that is on or starts cannot be left with."""
    players = len(candidate.night.players)
    if players > MOST_PLAYERS and players > len(log.night.players):
        raise Refused(f"The table is full: {MOST_PLAYERS} players have joined.")
    before, after = log.night.game, candidate.night.game
    if after is not None:
        starts = after.started == candidate.entry.seq
        goes_on = before is not None and before.started == after.started
        why = after.game.entering.excess(before and before.state, after.state) if starts or goes_on else ""
        if why:
            raise Refused(why)
    reserve = 0 if isinstance(candidate.entry.event, NightClosed | PlayerLeft) else RESERVE
    if candidate.entry.seq > MOST_ENTRIES - reserve:
        raise Refused("This night is full. Close it, and open the next one.")
