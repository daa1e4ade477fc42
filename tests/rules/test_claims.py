"""Claiming the finesmaster's office: the newest claim is open until somebody is finesmaster, or the claimant leaves."""

from companion.rules import events as of
from companion.rules.events import Entry, Event
from companion.rules.log import Log
from companion.rules.night import Claim

BOB_CLAIMS = of.OfficeClaimed(player="bob")


def log_of(*events: Event) -> Log:
    """Ann, Bob and Cal are at the table, Ann is finesmaster, and this happens from entry 5 on."""
    log = Log()
    joined = [of.PlayerJoined(player=name.lower(), name=name) for name in ("Ann", "Bob", "Cal")]
    for event in (of.NightOpened(name="Friday"), *joined, *events):
        log.adopt(log.propose(Entry(log.seq + 1, event, by="ann" if log.seq else None)))
    return log


def test_a_claim_says_who_wants_the_office_and_by_which_entry() -> None:
    assert log_of().night.claim is None
    assert log_of(BOB_CLAIMS).night.claim == Claim(5, "bob")
    assert log_of(BOB_CLAIMS).night.finesmaster == "ann"


def test_a_newer_claim_takes_its_place() -> None:
    assert log_of(BOB_CLAIMS, of.OfficeClaimed(player="cal")).night.claim == Claim(6, "cal")


def test_whoever_holds_the_office_claims_nothing() -> None:
    assert log_of(BOB_CLAIMS, of.OfficeClaimed(player="ann")).night.claim == Claim(5, "bob")


def test_a_claim_ends_with_a_finesmaster_voted_or_named() -> None:
    voted = log_of(BOB_CLAIMS, of.OfficeVoted(player="bob", votes=("bob", "cal"))).night

    assert (voted.claim, voted.finesmaster) == (None, "bob")
    assert log_of(BOB_CLAIMS, of.FinesmasterNamed(player="cal")).night.claim is None


def test_a_claim_ends_when_its_claimant_leaves_and_nobody_else() -> None:
    assert log_of(BOB_CLAIMS, of.PlayerLeft(player="bob")).night.claim is None
    assert log_of(BOB_CLAIMS, of.PlayerLeft(player="cal")).night.claim == Claim(5, "bob")


def test_an_undone_claim_was_never_made() -> None:
    assert log_of(BOB_CLAIMS, of.EntryUndone(entry=5)).night.claim is None
