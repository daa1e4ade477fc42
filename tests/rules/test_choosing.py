"""Choosing: a rule that lets somebody choose who drinks asks them, and goes on asking until they did."""

from companion.rules import events as of
from companion.rules.events import Entry, Event
from companion.rules.house_rules import CardPlayed
from companion.rules.log import Log
from companion.rules.tricks import TrickTaken

JACKS = of.RuleMade("r1", "Whoever plays a jack hands out two", CardPlayed(rank="J"), "chosen", 2)
TWO_JACKS = TrickTaken(1, 1, plays=(("ann", "JH"), ("bob", "JC"), ("cal", "3D")))
ANN_CHOOSES_CAL = of.RuleCalled("r1", "ann", ("cal",))


def log_of(*events: Event) -> Log:
    """Ann, Bob and Cal play Five-Card Yak, Ann leads, and this happens from entry 7 on."""
    log = Log()
    joined = [of.PlayerJoined(name.lower(), name) for name in ("Ann", "Bob", "Cal")]
    started = of.GameStarted("five-card-yak", ("ann", "bob", "cal"), dealer="ann")
    for event in (of.NightOpened("Friday"), *joined, JACKS, started, *events):
        log.adopt(log.propose(Entry(log.seq + 1, event)))
    return log


def asked(log: Log) -> list[tuple[int, str]]:
    return [(asking.seq, asking.player) for asking in log.night.asking]


def test_everybody_whom_the_rule_struck_is_asked_and_nobody_is_charged_by_it_yet() -> None:
    log = log_of(TWO_JACKS)

    assert asked(log) == [(7, "ann"), (7, "bob")]
    assert [charge.rule for charge in log.lines[-1].charges] == [None]


def test_an_answer_ends_the_question_to_that_player_only() -> None:
    log = log_of(TWO_JACKS, ANN_CHOOSES_CAL)

    assert asked(log) == [(7, "bob")]
    assert [(charge.player, charge.amount) for charge in log.lines[-1].charges] == [("cal", 2)]


def test_an_answer_answers_the_oldest_question_first() -> None:
    log = log_of(TWO_JACKS, TrickTaken(1, 2, plays=(("cal", "9D"), ("ann", "JS"), ("bob", "4C"))), ANN_CHOOSES_CAL)

    assert asked(log) == [(7, "bob"), (8, "ann")]


def test_an_answer_undone_is_asked_again() -> None:
    assert asked(log_of(TWO_JACKS, ANN_CHOOSES_CAL, of.EntryUndone(8))) == [(7, "ann"), (7, "bob")]


def test_a_trick_undone_asks_nobody() -> None:
    assert asked(log_of(TWO_JACKS, of.EntryUndone(7))) == []


def test_nobody_is_asked_for_a_rule_that_is_gone_or_after_the_game() -> None:
    assert asked(log_of(TWO_JACKS, of.RuleRepealed("r1"))) == []
    assert asked(log_of(TWO_JACKS, of.RuleStruck("r1", ("bob", "cal")))) == []
    assert asked(log_of(TWO_JACKS, of.GameEnded())) == []


def test_a_call_by_somebody_else_answers_no_question() -> None:
    assert asked(log_of(TWO_JACKS, of.RuleCalled("r1", "cal", ("ann",)))) == [(7, "ann"), (7, "bob")]


def test_a_rule_remembers_the_entries_that_made_it_what_it_is() -> None:
    night = log_of(of.RuleAmended("r1", amount=3), of.RuleObjected("r1", "bob"), of.RuleStruck("r1", ("bob",))).night

    assert night.rules["r1"].entries == (5, 7, 9)
    assert night.rules["r1"].objected == 8
