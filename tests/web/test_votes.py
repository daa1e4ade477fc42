"""Votes of the table on its phones: whether a new rule is struck, and who is finesmaster."""

from functools import partial

import pytest

from tests.conftest import at_once
from tests.table import row
from tests.web.forms import fields, region

SCRIPT = {"HX-Request": "true"}
OVER = "That vote is over."
OPEN = "1 of 3 wants it struck. Still to vote: "


def vote(phone, favours, entry=6, **more):
    """A vote about the objection or claim of that entry."""
    return phone.post("votes", {"entry": entry, "vote": "yes" if favours else "no", **more}, SCRIPT)


def ruled(evening):
    """Cal made a rule: entry 5 at a table of three."""
    evening.cal.tap("rule.made", text="No elbows", amount=2)
    return evening


def objects(evening):
    """Bob objects to it, entry 6: one of three is in favour."""
    assert evening.bob.tap("rule.objected", rule="r1", player="p2").status == 200
    return evening


@pytest.fixture
def objected(evening):
    return objects(ruled(evening))


def is_open(evening):
    return "Strike it" in evening.ann.get().words


def test_a_new_rule_asks_whether_anybody_objects(evening, bob):
    ruled(evening)
    html = bob.get().html

    assert 'form="object" name="rule" value="r1"' in region(bob, "last")
    assert bob.post("entries", {**fields(html, "object"), "rule": "r1"}).status == 303
    assert evening.night.rules["r1"].objectors == ("p2",)


def test_an_open_vote_is_on_every_page_of_every_phone_and_the_player_who_objects_is_in_favour(objected, ann, bob, cal):
    for page in ["", "drinks", "rules", "log", "seats", "share", "start", "rules/r1"]:
        for phone in (ann, cal):
            words = phone.get(page).words
            assert f"Bob objects. Strike this rule? “No elbows” {OPEN}Ann and Cal" in words, page
            assert "Strike it Keep it" in words, page
    assert 'value="yes" aria-pressed="true"' in region(bob, "own-vote")
    assert 'aria-pressed="true"' not in region(ann, "own-vote")


def test_a_vote_is_decided_as_soon_as_it_can_be(start_table):
    for votes, active, words in (
        ("ann no", True, f"{OPEN}Cal"),
        ("ann no, ann no", True, f"{OPEN}Cal"),
        ("bob no", True, "0 of 3 want it struck"),
        ("bob no, bob yes", True, "1 of 3 wants it struck"),
        ("ann no, cal no", True, "The rule stays: only 1 of 3 wants it struck."),
        ("ann yes", False, "voted down: “No elbows”"),
    ):
        evening = objects(ruled(start_table()))
        seq = evening.seq
        with row(votes):
            for phone, said in map(str.split, votes.split(", ")):
                assert vote(getattr(evening, phone), said == "yes").status == 200
            assert evening.night.rules["r1"].active is active
            assert words in evening.bob.get().words
            assert is_open(evening) == ("want" in words and "stays" not in words)
            assert evening.seq == seq + (not active)
    assert evening.last.votes == ("p1", "p2")
    assert evening.log.lines[-1].entry.by == "p1"


def test_a_vote_ends_with_the_rule_the_objection_or_the_night(start_table):
    for ends, words in (
        (lambda e: e.bob.tap("entry.undone", entry=6), OVER),
        (lambda e: e.ann.tap("rule.repealed", rule="r1"), OVER),
        (lambda e: e.ann.tap("night.closed"), OVER),
        (lambda e: vote(e.ann, True), f"{OVER} What the table decided stands in the log."),
        (lambda e: [vote(e.ann, False), vote(e.cal, False)], f"{OVER} The rule stays."),
    ):
        evening = objects(ruled(start_table()))
        ends(evening)
        answer = vote(evening.cal, True)

        assert not is_open(evening)
        assert (answer.status, words in answer.says) == (422, True), answer.says


def test_an_invalid_vote_is_refused_in_words(objected, ann):
    for given, words in (
        ({"vote": "maybe"}, "one of the two buttons"),
        ({"vote": ""}, "one of the two buttons"),
        ({"entry": 5}, OVER),
        ({"entry": "x"}, OVER),
        ({"acting": "p2"}, "Bob has a phone: that is for them to tap."),
        ({"acting": "p9"}, "nobody of that name"),
    ):
        assert ann.post("votes", {"entry": 6, "vote": "yes", **given}, SCRIPT).refuses(words), given
    assert objected.night.rules["r1"].active


def test_a_vote_works_without_script_and_after_a_restart_and_updates_nothing_else(objected, ann, new_app):
    form = fields(region(ann, "own-vote", "drinks"), "vote-6")
    before = ann.get("poll?page=table").version
    ann.post("votes", {"entry": 6, "vote": "no"})
    assert set(ann.get(f"poll?page=table&since={before}").regions) == {"r-vote", "r-own-vote"}
    assert "Still to vote: <b>Cal</b>." in ann.at(new_app()).get().html

    answer = ann.post("votes", {**form, "vote": "yes"}, {"Referer": f"http://localhost/n/{objected.nid}/drinks"})

    assert (answer.status, answer.goes_to) == (303, f"/n/{objected.nid}/drinks")
    assert not objected.night.rules["r1"].active


def test_a_later_objection_opens_a_new_vote_with_everybody_who_objected(objected, ann, bob, cal):
    assert "The table is voting about that already" in ann.tap("rule.objected", rule="r1", player="p1").says
    vote(ann, False)
    vote(cal, False)
    assert "has already objected" in bob.tap("rule.objected", rule="r1", player="p2").says
    before = objected.seq

    for _ in range(2):  # sent twice it counts once
        assert ann.tap("rule.objected", key="one", rule="r1", player="p1").status == 200

    assert not objected.night.rules["r1"].active  # Ann and Bob are two of three
    assert objected.last.votes == ("p1", "p2")
    assert objected.seq == before + 2


def test_the_finesmaster_undoes_a_vote_and_the_rule_is_back(game, ann, bob, cal):
    game.play("p2", "p2", "p2", "p2")
    bob.tap("rule.made", text="No elbows", amount=2)
    cal.tap("rule.objected", rule="r1", player="p3")
    vote(ann, True, entry=game.seq)
    assert [right.player for right in game.night.rights] == ["p2"]
    assert "for the finesmaster" in cal.tap("entry.undone", entry=game.seq).says

    assert ann.tap("entry.undone", entry=game.seq).status == 200
    assert game.night.rules["r1"].active


def test_only_those_at_the_table_vote_and_one_alone_decides_at_once(evening, ann, bob, cal):
    ruled(evening)
    ann.tap("rule.made", text="No knees")
    bob.tap("rule.objected", rule="r1", player="p2")
    ann.tap("player.left", player="p3")
    answer = vote(cal, True, entry=7)
    assert (answer.status, "Cal is away: only those at the table vote." in answer.says) == (422, True)
    assert "1 of 2 wants it struck" in bob.get().words

    ann.tap("player.left", player="p2")
    ann.tap("rule.objected", rule="r2", player="p1")

    assert not evening.night.rules["r2"].active


def test_a_vote_is_decided_when_somebody_leaves_but_a_rule_that_was_kept_stays(start_table):
    for votes, active in (("ann yes", False), ("ann yes, cal no, dan no", True)):
        evening = start_table()
        evening.dan = evening.join("Dan")
        objects(ruled(evening))  # entry 7
        for phone, said in map(str.split, votes.split(", ")):
            vote(getattr(evening, phone), said == "yes", entry=7)
        assert evening.night.rules["r1"].active  # two of four is no majority

        evening.dan.tap("player.left", player="p4")

        assert evening.night.rules["r1"].active is active
        assert not is_open(evening)


def test_anybody_votes_for_a_seat_without_a_phone(evening, ann, bob):
    ann.tap("player.joined", name="Dot")
    objects(ruled(evening))
    assert "Vote for somebody without a phone Dot" in bob.get().words

    assert vote(bob, True, entry=7, acting="p4").status == 200
    assert vote(ann, True, entry=7).status == 200

    assert evening.last.votes == ("p1", "p2", "p4")


def test_last_votes_that_come_at_once_make_one_entry(evening, ann, cal):
    dan = evening.join("Dan")
    objects(ruled(evening))
    answers = at_once(*(partial(vote, phone, True, entry=7) for phone in (ann, cal, dan)))
    statuses = {answer.status for answer in answers}

    assert len([line for line in evening.log.lines if line.entry.event.type == "rule.struck"]) == 1
    assert 200 in statuses
    assert statuses <= {200, 422}


@pytest.fixture
def claimed(evening, bob):
    """Bob claims the finesmaster's office, entry 5."""
    form = fields(region(bob, "office", "seats"), "claim")
    assert bob.post("entries", {**form, "player": "p2"}).status == 303
    return evening


def test_a_claim_to_the_finesmasters_office_is_voted_about(claimed, ann, cal):
    assert "Bob claims the office from Ann." in cal.get("log").words
    assert "1 of 3 wants Bob to be finesmaster." in cal.get().words

    assert vote(cal, True, entry=5).status == 200

    assert claimed.night.finesmaster == "p2"
    assert claimed.last.votes == ("p2", "p3")
    assert "was voted finesmaster" in ann.get().words


def test_a_claim_that_fails_or_is_overtaken_by_a_name_is_over(claimed, ann, cal):
    assert "You are the finesmaster already." in ann.tap("office.claimed", player="p1").says
    assert "voting about that already" in cal.tap("office.claimed", player="p3").says
    assert 'id="claim"' not in region(ann, "office", "seats")
    vote(ann, False, entry=5)
    vote(cal, False, entry=5)
    assert "Ann stays finesmaster: only 1 of 3 wants Bob to be finesmaster." in cal.get().words
    assert f"{OVER} Ann stays finesmaster." in vote(ann, True, entry=5).says

    ann.tap("finesmaster.named", player="p3")

    assert OVER in vote(cal, True, entry=5).says
    assert claimed.night.finesmaster == "p3"
