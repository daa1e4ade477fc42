"""Votes of the table on its phones: whether a new rule is struck, and who is finesmaster."""

from functools import partial

import pytest

from companion.web import rule_books
from tests.conftest import at_once
from tests.table import row
from tests.web.forms import fields, region

SCRIPT = {"HX-Request": "true"}
OVER = "That vote is over"
OPEN = "1 of 3 wants it scrapped. Waiting for "


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
    return "Scrap it" in evening.ann.get().words


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
            assert f"Bob objects. Scrap this rule? “No elbows” {OPEN}Ann and Cal" in words, page
            assert "Scrap it Keep it" in words, page
    assert 'value="yes" aria-pressed="true"' in region(bob, "own-vote")
    assert 'aria-pressed="true"' not in region(ann, "own-vote")


def test_what_becomes_of_an_objection_is_said_and_whoever_ends_the_game_or_the_night_is_reminded(objected, ann, cal):
    assert "If the table doesn’t decide tonight, the rule stays." in cal.get().words
    objected.start("five-card-yak")
    reminder = '<a href="#r-vote">Bob objects: “No elbows”</a> Not decided yet.'
    assert reminder in ann.get("deal").html.split("Enough?")[1]
    ann.tap("game.ended")
    assert "Bob objects. Scrap this rule?" in cal.get().words
    assert reminder in ann.get("settle").html

    ann.tap("night.closed")
    assert "objects" not in region(cal, "vote")
    assert objected.night.rules["r1"].active


def test_a_vote_is_decided_as_soon_as_it_can_be(start_table):
    for votes, active, words in (
        ("ann no", True, f"{OPEN}Cal"),
        ("ann no, ann no", True, f"{OPEN}Cal"),
        ("bob no", True, "0 of 3 want it scrapped"),
        ("bob no, bob yes", True, "1 of 3 wants it scrapped"),
        ("ann no, cal no", True, "The rule stays: only 1 of 3 wants it scrapped."),
        ("ann yes", False, "Rule scrapped by vote: “No elbows”"),
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
        (lambda e: vote(e.ann, True), "That vote is over: see the log."),
        (lambda e: [vote(e.ann, False), vote(e.cal, False)], f"{OVER}. The rule stays."),
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
        ({"acting": "p2"}, "Bob has a phone, and taps that there."),
        ({"acting": "p9"}, "nobody of that name"),
    ):
        assert ann.post("votes", {"entry": 6, "vote": "yes", **given}, SCRIPT).refuses(words), given
    assert objected.night.rules["r1"].active


def test_a_vote_works_without_script_and_after_a_restart_and_updates_nothing_else(objected, ann, new_app):
    form = fields(region(ann, "own-vote", "drinks"), "vote-6")
    before = ann.get("poll?page=table").version
    ann.post("votes", {"entry": 6, "vote": "no"})
    assert set(ann.get(f"poll?page=table&since={before}").regions) == {"r-vote", "r-own-vote"}
    assert "Waiting for <b>Cal</b>." in ann.at(new_app()).get().html

    answer = ann.post("votes", {**form, "vote": "yes"}, {"Referer": f"http://localhost/n/{objected.nid}/drinks"})

    assert (answer.status, answer.goes_to) == (303, f"/n/{objected.nid}/drinks")
    assert not objected.night.rules["r1"].active


def test_a_later_objection_opens_a_new_vote_with_everybody_who_objected(objected, ann, bob, cal):
    assert "The table is voting about that already" in ann.tap("rule.objected", rule="r1", player="p1").says
    vote(ann, False)
    vote(cal, False)
    assert "has objected already" in bob.tap("rule.objected", rule="r1", player="p2").says
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
    assert "Only the finesmaster" in cal.tap("entry.undone", entry=game.seq).says

    assert ann.tap("entry.undone", entry=game.seq).status == 200
    assert game.night.rules["r1"].active


def test_only_those_at_the_table_vote_and_one_alone_decides_at_once(evening, ann, bob, cal):
    ruled(evening)
    ann.tap("rule.made", text="No knees")
    bob.tap("rule.objected", rule="r1", player="p2")
    cal.tap("player.left", player="p3")
    answer = vote(cal, True, entry=7)
    assert (answer.status, "Cal is away and can’t vote." in answer.says) == (422, True)
    assert "1 of 2 wants it scrapped" in bob.get().words

    bob.tap("player.left", player="p2")
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
    assert "Tap for somebody without a phone Dot" in ann.get().words

    assert vote(ann, True, entry=7, acting="p4").status == 200
    assert vote(ann, True, entry=7).status == 200

    assert evening.last.votes == ("p1", "p2", "p4")


def test_nobody_sends_the_others_away_and_decides_alone(evening, ann, bob, cal):
    for player in ("p1", "p3"):
        assert bob.tap("player.left", player=player).status == 200
    bob.tap("office.claimed", player="p2")
    seq = evening.seq
    assert evening.night.finesmaster == "p1"
    assert "1 of 3 wants Bob to be finesmaster." in bob.get().words
    assert "Stay with Ann" in ann.get().words
    vote(ann, False, entry=seq)
    vote(cal, False, entry=seq)
    assert evening.night.finesmaster == "p1"


def test_whoever_asks_for_a_vote_does_not_vote_for_those_without_a_phone(evening, ann, bob):
    for name in ("Dot", "Eve", "Flo", "Gus"):
        bob.tap("player.joined", name=name)
    bob.tap("office.claimed", player="p2")
    seq = evening.seq
    assert "Tap for somebody without a phone" not in bob.get().words
    for player in ("p4", "p5", "p6", "p7"):
        assert vote(bob, True, seq, acting=player).refuses("It’s your vote, so somebody else taps for")
    assert evening.night.finesmaster == "p1"
    assert vote(ann, True, seq, acting="p4").status == 200


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
    assert "Bob wants to take over from Ann." in cal.get("log").words
    assert "1 of 3 wants Bob to be finesmaster." in cal.get().words

    assert vote(cal, True, entry=5).status == 200

    assert claimed.night.finesmaster == "p2"
    assert claimed.last.votes == ("p2", "p3")
    assert "is finesmaster, by vote" in ann.get().words


def test_a_claim_that_fails_or_is_overtaken_by_a_name_is_over(claimed, ann, cal):
    assert "You’re finesmaster already." in ann.tap("office.claimed", player="p1").says
    assert "voting about that already" in cal.tap("office.claimed", player="p3").says
    assert 'id="claim"' not in region(ann, "office", "seats")
    vote(ann, False, entry=5)
    vote(cal, False, entry=5)
    assert "Ann stays finesmaster: only 1 of 3 wants Bob to be finesmaster." in cal.get().words
    assert f"{OVER}. Ann stays finesmaster." in vote(ann, True, entry=5).says

    ann.tap("finesmaster.named", player="p3")

    assert OVER in vote(cal, True, entry=5).says
    assert claimed.night.finesmaster == "p3"


# ---- rules proposed in a game in which they are earned


ELBOWS = {"text": "No elbows", "amount": 2}
REFUSED = "House rules are for everybody: leave out Cal."


@pytest.fixture
def earned(evening):
    """A game in which rules are earned."""
    return evening.start("five-card-yak", earned=True)


def proposes(phone, kind="rule.made", **fields_):
    answer = phone.tap(kind, **(fields_ or ELBOWS))
    assert answer.status == 202, answer.words
    return answer


def votes_for(evening, favours, *phones, number=None):
    number = number or evening.members.proposals[0].id
    return [vote(getattr(evening, phone), favours, -number) for phone in phones]


def texts(evening):
    return [rule.text for rule in evening.night.rules.values() if rule.active]


def earn(evening, player="p2", deal=1):
    """This player takes four tricks of a deal, and may make a rule."""
    evening.play(*[player] * 4, deal=deal)
    assert [right.player for right in evening.night.rights] == [player]


def test_a_rule_is_proposed_and_made_once_most_are_for_it(earned, ann, bob, cal):
    before = earned.seq
    assert "The table is voting now" in proposes(bob).says
    assert (earned.seq, texts(earned)) == (before, [])
    for phone in (ann, cal):
        words = phone.get().words
        assert "Bob wants to make a rule “No elbows” Whoever is caught drinks 2. 1 of 3 is for it." in words
        assert "For it Against it" in words
        assert "Take it back" not in words
    assert "Take it back" in bob.get().words

    assert votes_for(earned, True, "cal")[0].status == 200
    assert texts(earned) == ["No elbows"]
    assert (earned.log.lines[-1].entry.by, earned.seq) == ("p2", before + 1)
    assert earned.members.proposals == ()
    assert earned.members.ballots == {}
    assert "for it" not in ann.get().words


def test_also_to_amend_and_to_repeal_is_proposed(evening, ann, bob, cal):
    ann.tap("rule.made", text="No knees", amount=2)
    evening.start("five-card-yak", earned=True)
    proposes(bob, "rule.amended", rule="r1", amount=3)
    words = cal.get().words
    assert "Bob wants to change a rule “No knees” Whoever is caught drinks 3. Until now: “No knees” Whoever is" in words
    votes_for(evening, True, "cal")
    assert evening.night.rules["r1"].parts[0].amount == 3
    proposes(cal, "rule.repealed", rule="r1")
    assert "Cal wants to drop a rule “No knees”" in bob.get().words
    votes_for(evening, True, "ann")
    assert texts(evening) == []


@pytest.mark.parametrize("ends", ["used", "game over", "undone", "spent by two"])
def test_what_was_voted_through_waits_until_nobody_holds_a_right(earned, ann, bob, cal, ends):
    earn(earned)
    proposes(cal)
    votes_for(earned, True, "ann")
    assert texts(earned) == []
    for phone in (ann, bob, cal):
        assert "Voted “No elbows” Whoever is caught drinks 2. It counts as soon as Bob has made their rule." in (
            phone.get().words
        )
    assert "Against it" not in ann.get().words
    assert vote(ann, False, -earned.members.proposals[0].id).refuses("That vote is over.")
    ann.tap("drink.taken", player="p1", amount=1)
    assert texts(earned) == []
    if ends == "used":
        assert bob.tap("rule.made", text="No knees").status == 200
    elif ends == "game over":
        ann.tap("game.ended")
    elif ends == "undone":
        ann.tap(
            "entry.undone",
            entry=next(line.entry.seq for line in reversed(earned.log.lines) if hasattr(line.entry.event, "trick")),
        )
    else:
        earned.play("p2", first=5)
        bob.tap("rule.made", text="No knees")
        assert "No elbows" not in texts(earned)
        bob.tap("rule.made", text="No toes")
    assert "No elbows" in texts(earned)
    assert earned.log.lines[-1].entry.by == "p3"
    assert earned.night.rights == ()
    assert earned.members.proposals == ()


def test_a_proposal_is_voted_down_taken_back_or_refused(earned, ann, bob, cal):
    proposes(bob)
    votes_for(earned, False, "ann", "cal")
    assert texts(earned) == []
    assert "The table said no." in bob.get().words
    assert "The table said no." not in ann.get().words
    number = earned.members.proposals[0].id
    assert vote(ann, True, -number).refuses("That vote is over.")
    assert ann.post(f"proposals/{number}", answer="back").refuses("Only who asked can take it back.")
    assert bob.post(f"proposals/{number}", answer="back").status == 303
    assert "The table said no" not in bob.get().words

    proposes(bob)
    number = earned.members.proposals[0].id
    for how in ("yes", "no"):
        assert cal.post(f"proposals/{number}", answer=how).refuses("The table votes about that.")
    assert bob.post(f"proposals/{number}", answer="back").status == 303
    assert earned.members.proposals == ()
    assert earned.members.ballots == {}

    for fields_, words in (
        ({"text": "cal drinks always"}, REFUSED),
        ({"text": "everyone drinks 9"}, "5 at a time"),
    ):
        assert bob.tap("rule.made", **fields_).refuses(words)
    assert bob.tap("rule.repealed", rule="r7").refuses("r7")
    proposes(bob)
    assert cal.tap("rule.made", **ELBOWS).refuses("The table is voting about that already")
    proposes(bob)  # the same tap once more
    for number in range(4):
        proposes(bob, text=f"No {number}")
    assert bob.tap("rule.made", text="No more").refuses("5 of your rules are being voted on.")


def test_a_voted_rule_that_cannot_be_entered_any_more_says_why_to_whoever_proposed_it(earned, ann, bob, cal):
    earn(earned)
    proposes(cal)
    votes_for(earned, True, "ann")
    assert bob.tap("rule.made", **ELBOWS).status == 200  # Bob makes the very same rule
    assert texts(earned) == ["No elbows"]
    why = "The table said yes, but it can’t be made: You have that rule already: “No elbows”"
    assert why in cal.get().words
    assert "The table said yes" not in ann.get().words
    assert cal.post(f"proposals/{earned.members.proposals[0].id}", answer="back").status == 303
    assert "The table said yes" not in cal.get().words


def test_anybody_makes_rules_where_the_table_chose_so_between_games_and_in_other_games(start_table):
    evening = start_table()
    assert evening.bob.tap("rule.made", text="No knees").status == 200
    evening.start("yak", dice="real")
    assert evening.bob.tap("rule.made", text="No elbows").status == 200

    evening = start_table()
    page = evening.ann.get("start/five-card-yak")
    assert 'name="open_rules"' in page.html
    assert 'name="open_rules"' not in evening.ann.get("start/yogis-whist").html
    file = evening.file
    started = {"game": "five-card-yak", "players": ["p1", "p2", "p3"], "dealer": "p1", "open_rules": "yes", "key": "a"}
    assert evening.ann.tap("game.started", **started).status == 200
    assert evening.ann.tap("game.started", **started).status == 200  # sent again
    assert b"anybody" not in evening.file[len(file) :]
    assert "Anybody may make, change and drop rules now." in evening.bob.get("rules").words
    assert evening.bob.tap("rule.made", text="No elbows").status == 200
    earn(evening)
    proposes(evening.cal, text="No knees")  # while somebody holds a right nobody else makes one
    evening.ann.tap("game.ended")
    assert 'name="open_rules" value="yes"' in evening.ann.get().regions["r-record"]  # to play it again
    evening.start("five-card-yak", earned=True)  # the choice was for that game
    proposes(evening.cal, text="No toes")


def test_the_choice_is_made_when_a_game_starts_and_not_later_by_starting_it_again(earned, ann):
    again = {"game": "five-card-yak", "players": ["p1", "p2", "p3"], "dealer": "p1", "open_rules": "yes"}
    assert "You started it already" in ann.tap("game.started", **again).says
    proposes(ann)


def test_who_cannot_make_a_rule_cannot_change_or_undo_one_of_another_phone(evening, ann, bob, cal):
    bob.tap("rule.made", text="No elbows")
    seq = evening.seq
    evening.start("five-card-yak", earned=True)
    assert cal.tap("entry.changed", entry=seq, **{"event.text": "No knees"}).refuses("Bob made that rule.")
    assert cal.tap("entry.undone", entry=seq).refuses("Bob made that rule.")
    assert bob.tap("entry.changed", entry=seq, **{"event.text": "No knees"}).status == 200
    assert ann.tap("entry.undone", entry=seq, again="yes").status == 200  # the finesmaster


def test_a_rule_stands_as_the_table_voted_it_through(earned, ann, bob):
    proposes(bob)
    votes_for(earned, True, "ann")
    seq = earned.seq
    assert texts(earned) == ["No elbows"]
    for phone in (ann, bob):
        assert phone.tap("entry.changed", entry=seq, **{"event.text": "No knees"}).status == 422
    assert bob.tap("entry.undone", entry=seq).refuses("It’s too late to undo that.")
    assert ann.tap("entry.undone", entry=seq).status == 200  # the finesmaster


def test_a_rule_that_was_made_on_a_right_is_put_right_for_a_minute(earned, bob, seconds_pass):
    earn(earned)
    bob.tap("rule.made", text="No elbow")
    assert bob.tap("entry.changed", entry=earned.seq, **{"event.text": "No elbows"}).status == 200
    made = earned.seq - 1
    seconds_pass(61)
    assert bob.tap("entry.changed", entry=made, **{"event.text": "No knees"}).refuses("It’s too late to undo that.")
    assert bob.tap("entry.undone", entry=made).refuses("It’s too late to undo that.")
    assert texts(earned) == ["No elbows"]


def test_who_proposes_for_somebody_without_a_phone_proposes_themselves(earned, ann, bob):
    bob.tap("player.joined", name="Dot")
    proposes(bob, acting="p4", **ELBOWS)
    assert [each.maker for each in earned.members.proposals] == ["p2"]


def test_several_rules_are_not_brought_at_once_where_they_are_earned(earned, bob):
    page = bob.get("rules/bring?game=five-card-yak")
    assert "Add all" not in page.words
    book = {"all": "yes", "book": rule_books.packed(b'{"format": "companion-rules/1", "rules": [{"text": "A"}]}')}
    assert bob.post("rules/bring", book).refuses("In this game rules are earned.")


def test_the_texts_about_who_may_make_rules_agree(earned, ann, bob, cal):
    assert "You can propose one, and the table votes." in cal.get("rules").words
    assert "nybody may" not in cal.get("rules").words
    earn(earned)
    for page in ("rules", "rules/bring"):
        words = cal.get(page).words
        assert "Bob may make a rule." in words
        assert "it is made once the right is used" in words
        assert "You can propose" not in bob.get(page).words
    ann.tap("game.ended")
    assert "Anybody may make, change and drop rules now." in cal.get("rules").words


def test_a_proposal_without_script_is_answered_on_the_page(earned, bob):
    answer = bob.post("entries", type="rule.made", back="rules", **ELBOWS)
    assert answer.status == 202
    assert "The table is voting now" in answer.says
    assert "Take it back" in answer.words
