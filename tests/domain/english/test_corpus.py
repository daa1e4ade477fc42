"""House rules as tables word them: none is taken for another one, and most are read at once."""

from collections import Counter

import msgspec
import pytest

from companion.domain.games import GAMES, NAMED
from companion.domain.house_rules.english import printed
from companion.domain.house_rules.english.readback import is_kept
from companion.domain.house_rules.english.sentences import prepared
from companion.domain.house_rules.model import MOST, HouseRule, Part, Trigger, When, Who, check_sense
from companion.domain.limits import most
from companion.domain.rule_drafts import drafted

from .corpus import CHARGES, IN_WORDS, NEVER_IN_GAMES, NEVER_WATCHED, RULES, SENTENCES, UNDERSTOOD, lines, pairs, read

READ_AT_ONCE = 0.9


def in_any_order(value):
    """The same rule with every list of ranks or suits sorted, because it means the same in any order."""
    when = {key: sorted(named) if isinstance(named, list | tuple) else named for key, named in value["when"].items()}
    return value | {"when": when}


def test_a_sentence_is_understood_as_the_table_means_it_or_left_to_people_or_asked_about():
    watched = [(sentence, rule) for sentence, rule in RULES if read(sentence).verdict == "watches"]
    wrong = [one for one, rule in watched if in_any_order(printed(read(one))) != in_any_order(rule)]

    assert wrong == []
    assert len(watched) >= READ_AT_ONCE * sum(rule["when"]["on"] != "called" for _, rule in RULES)


def test_what_the_app_cannot_see_never_fires_by_itself():
    assert [sentence for sentence in NEVER_WATCHED if read(sentence).verdict == "watches"] == []
    assert [sentence for sentence in NEVER_WATCHED if not read(sentence).why and not read(sentence).offers] == []
    assert [one for one, game in NEVER_IN_GAMES if read(one, game).verdict in ("watches", "did you mean")] == []


def test_of_a_rule_that_people_call_the_charge_is_read_unless_it_is_in_doubt():
    said = [(sentence, charged, read(sentence)) for sentence, charged in CHARGES]
    wrong = [
        (sentence, reading.meaning)
        for sentence, charged, reading in said
        if reading.meaning and ", ".join(f"{part.who} {part.amount}" for part in reading.meaning.parts) != charged
    ]

    assert wrong == []
    assert {reading.verdict for *_, reading in said} == {"called", "question"}


def test_a_rule_that_people_call_costs_the_number_that_stands_in_its_sentence_with_the_fine():
    for text, cost in pairs("fines.txt"):
        who, amount, unit = cost.split(" ", 2)
        assert drafted(text, None, unit=unit).rules[0].parts == (Part(who, int(amount)),), text


@pytest.mark.parametrize("sentences", [[one for one, _ in RULES], [one for _, one in IN_WORDS], SENTENCES])
def test_a_rule_has_all_that_was_typed_as_often_and_nothing_else(sentences):
    read_at_once = [(prepared(one, None), read(one).meaning) for one in sentences if read(one).verdict == "watches"]

    assert len(read_at_once) > 20
    assert [told for told, meaning in read_at_once if not is_kept(told.words, meaning)] == []
    for told, meaning in read_at_once[::7]:  # nor is it any of the other rules on file that say something else
        others = [other for _, other in read_at_once if other.when != meaning.when and other.when.on == meaning.when.on]
        kept = [other for other in others[:40] if is_kept(told.words, other)]
        assert len(kept) <= len(others[:40]) / 2, told.words


def test_what_the_corpus_expects_are_rules_that_the_table_may_have():
    for sentence, rule in UNDERSTOOD:
        first = {"who": rule["who"], "amount": rule["amount"]}
        when = msgspec.convert(rule["when"], When)
        parts = msgspec.convert([first, *rule.get("also", [])], tuple[Part, ...])
        check_sense(HouseRule("r1", sentence, when, parts), NAMED)

        assert set(rule) <= {"when", "who", "amount", "also"}, sentence
        assert all(most(HouseRule("r1", sentence, when, parts), players) <= MOST for players in range(2, 7)), sentence


def test_the_corpus_has_every_happening_and_every_drinker():
    rules = [rule for _, rule in UNDERSTOOD]

    happenings = {kind.__struct_config__.tag for kind in Trigger.__subclasses__()}
    assert happenings - {rule["when"]["on"] for rule in rules} == set()
    assert {part["who"] for rule in rules for part in [rule, *rule.get("also", [])]} == {*Who.__args__}


def test_no_sentence_stands_in_two_files_or_twice():
    own = [one for file in ("understood.txt", "charges.txt") for one in lines(file)]
    texts = [one.rpartition(" => ")[0] for one in own]
    texts += [line.strip() for line in lines("wordings.txt") if not line.startswith("{")] + NEVER_WATCHED
    texts += {text for game in GAMES.values() for text in game.starters.values()}
    said = Counter(texts)

    assert [one for one, times in said.items() if times > 1] == []
    assert [one for one in SENTENCES if one in said] == []
