"""Passing on: a drink moves only if both agree on their phones; the sneak reports and the finesmaster decides."""

import pytest

from companion.storage import proposals

SCRIPT = {"HX-Request": "true"}


def ask(phone, player, to, amount=1, script=True, **more):
    """Asks, or offers, that `to` takes over this amount from `player`."""
    fields = {"player": player, "to": to, "amount": amount, **more}
    return phone.post("proposals", fields, SCRIPT if script else None)


def report(phone, player="p3", amount=2, reason="on his phone", **more):
    fields = {"type": "fine.given", "player": player, "amount": amount, "reason": reason, **more}
    return phone.post("proposals", fields, SCRIPT)


def reply(phone, answer, number=None, script=True):
    """Taps yes, no or back on a question, the newest unless it is named."""
    number = number or max(each.id for each in waiting(phone))
    return phone.post(f"proposals/{number}", {"answer": answer}, SCRIPT if script else None)


def waiting(phone):
    return phone.client.application.extensions["companion"].nights.phones(phone.nid).proposals


def question(phone, page=""):
    regions = phone.get(page).regions
    return regions["r-own-call"] + regions["r-proposals"]


@pytest.fixture
def owing(evening, ann):
    """Bob owes 3, Cal 1."""
    ann.tap("fine.given", player="p2", amount=3)
    ann.tap("fine.given", player="p3", amount=1)
    return evening


@pytest.fixture
def dan(owing, ann):
    """Dan sits there without a phone and owes 2."""
    ann.tap("player.joined", name="Dan")
    ann.tap("fine.given", player="p4", amount=2)
    return owing


@pytest.fixture
def sneak(owing, ann, bob):
    """Bob is the sneak."""
    ann.tap("sneak.named", player="p2")
    return bob


def test_a_drink_moves_when_the_player_who_is_asked_agrees(owing, ann, bob, cal):
    assert "Cal is asked ✓ Nothing changes before Cal says yes." in ask(bob, "p2", "p3", 2).words
    assert owing.owed == {"p2": 3, "p3": 1}
    assert "Bob asks you to take over 2 sips." in question(cal)

    assert reply(cal, "yes").status == 200

    assert owing.owed == {"p2": 1, "p3": 3}
    assert (owing.last.type, owing.log.lines[-1].entry.by) == ("drink.moved", "p3")
    assert waiting(cal) == ()
    assert "2 – for Bob" in cal.get().words

    ask(ann, "p2", "p1")
    assert "Ann offers to take over 1 sip of yours." in question(bob, "drinks")
    reply(bob, "yes")
    assert owing.owed == {"p1": 1, "p3": 3}
    assert owing.log.lines[-1].entry.by == "p2"


def test_a_question_is_refused_or_taken_back_once_and_nothing_moves_or_is_shown_to_others(owing, ann, bob, cal):
    pages = ("table", "drinks", "log")

    def shown():
        return {page: ann.get(f"poll?page={page}").regions for page in pages}

    file, before = owing.file, shown()
    ask(bob, "p2", "p3")
    assert shown() == before
    number = waiting(bob)[0].id
    for _ in range(2):  # a double tap is no fault
        assert reply(cal, "no", number).status == 200
    assert waiting(cal) == ()
    assert "<form" not in question(cal)
    assert shown() == before

    ask(bob, "p2", "p3")
    assert "You asked Cal to take over 1 sip." in question(bob)
    number = waiting(bob)[0].id
    for _ in range(2):
        assert reply(bob, "back", number).status == 200
    assert reply(cal, "yes", number).refuses("taken back")
    assert owing.file == file


def test_only_the_player_who_is_asked_answers_and_only_the_one_who_asked_takes_it_back(owing, ann, bob, cal):
    ask(bob, "p2", "p3")

    for phone, says in ((bob, "yes"), (ann, "yes"), (ann, "no"), (cal, "back"), (ann, "back"), (cal, "perhaps")):
        assert reply(phone, says).refuses()
    assert len(waiting(bob)) == 1
    assert owing.owed == {"p2": 3, "p3": 1}


def test_two_phones_that_agree_for_a_seat_without_one_count_once_even_in_two_apps(dan, bob, cal, new_app, monkeypatch):
    assert [ask(bob, "p2", "p4", 2).status for _ in range(2)] == [200, 200]  # a double tap asks once
    (number,) = [each.id for each in waiting(bob)]
    other = new_app()
    other.extensions["companion"].nights.log(dan.nid)
    with monkeypatch.context() as patched:
        patched.setattr(proposals, "end", lambda *_: True)  # as if the first app died in between
        assert reply(cal, "yes", number).status == 200

    assert reply(bob.at(other), "yes", number, script=False).status == 303
    players = other.extensions["companion"].nights.log(dan.nid).night.players
    assert (players["p2"].owed, players["p4"].owed) == (1, 4)


def test_anybody_answers_or_asks_for_one_without_a_phone_and_for_a_lent_seat_only_its_phone(dan, ann, bob, cal):
    ask(bob, "p2", "p4")
    assert "Tap for Dan: Bob asks Dan to take over 1 sip." in question(ann)
    assert "covers" not in question(ann)
    ask(cal, "p3", "p1")
    assert question(ann).index("Cal asks you") < question(ann).index("Tap for Dan")  # one’s own covers the others
    reply(ann, "no")
    reply(ann, "yes")
    assert dan.owed == {"p2": 2, "p3": 1, "p4": 3}
    assert dan.log.lines[-1].entry.by == "p4"

    assert ask(ann, "p4", "p2", 2).status == 200
    assert "Dan asks you to take over 2 sips." in question(bob)
    assert ("Take back" in question(bob), "Take back" in question(ann)) == (False, True)
    reply(bob, "yes")
    assert dan.owed == {"p2": 4, "p3": 1, "p4": 1}

    ann.post("seats/lend", player="p4", to="p3")  # now only Cal speaks for Dan
    ask(bob, "p2", "p4")
    assert "Bob asks Dan" in question(cal)
    assert "Dan" not in question(ann)
    assert "Dan answers that" in reply(ann, "yes").says
    assert reply(cal, "yes").status == 200


def test_what_cannot_be_asked_or_reported_is_refused_in_words(owing, ann, bob, cal):
    for player, to, amount, words in (
        ("p2", "p3", 4, "Bob owes 3 only, not 4"),
        ("p2", "p2", 1, "somebody else"),
        ("p3", "p1", 1, "Only those two"),
        ("p1", "p2", 1, "Ann owes nothing"),
        ("p2", "p9", 1, "has not joined"),
        ("p2", "", 1, "fill in the to"),
        ("p2", "p3", 0, "at least"),
        ("p2", "p3", "all", "number"),
        ("p2", "<b>", 1, "has not joined"),
    ):
        answer = ask(bob, player, to, amount)
        assert answer.refuses(words), (player, to, amount)
        assert "<b>" not in answer.regions["r-answer"], player
    assert ask(bob, "p2", "p3", 9, script=False, back="drinks").refuses("Bob owes 3 only")
    ann.tap("sneak.named", player="p2")
    for fields, words in (
        ({"amount": 6}, "5 at most"),
        ({"reason": " "}, "say what it was"),
        ({"reason": "x" * 281}, "too long"),
        ({"player": "p9"}, "has not joined"),
    ):
        assert report(bob, **fields).refuses(words), fields
    cal.tap("player.left", player="p3")
    assert "Cal has left the table" in ask(bob, "p2", "p3").says
    assert waiting(bob) == ()


def test_a_question_that_is_out_of_date_is_gone_and_refused_when_it_is_agreed_to(owing, ann, bob, cal):
    ask(bob, "p2", "p3", 3)
    bob.tap("drink.taken", player="p2", amount=1)
    assert "<form" not in question(cal) + question(bob)  # it cannot be agreed to any more
    assert "Bob owes 2 only, not 3" in reply(cal, "yes").says
    ann.tap("fine.given", player="p2", amount=1, reason="late")
    assert "<form" not in question(cal)  # it was about another fine
    ask(bob, "p2", "p3", 3)
    assert "Bob asks you to take over 3" in question(cal)

    bob.tap("player.left", player="p2")
    assert "Bob has left the table" in reply(cal, "yes").says

    ann.tap("night.closed")
    assert reply(cal, "yes").status == 422
    assert "<form" not in question(cal)
    assert owing.owed == {"p2": 3, "p3": 1}


def test_nobody_is_flooded_with_questions(owing, ann, bob, cal):
    ann.tap("fine.given", player="p2", amount=9)
    for amount in range(1, 6):
        asked = ask(bob, "p2", "p3", amount, script=False, back="drinks")
        assert (asked.status, asked.goes_to) == (303, f"/n/{owing.nid}/drinks")
    assert ask(bob, "p2", "p1", 6).refuses("Take one back first")

    reply(cal, "no")
    assert ask(bob, "p2", "p1", 6).status == 200


def test_the_sneak_reports_without_a_name_and_the_finesmaster_decides(sneak, owing, ann, cal):
    assert "You’re the sneak: tap a name to tell the finesmaster." in question(sneak)
    before = owing.file
    assert report(sneak).status == 200
    assert owing.file == before
    assert "Fine Cal 2 sips: on his phone – reported by the sneak" in question(ann)
    assert [one in question(ann) for one in ("Bob", "p2")] == [False, False]
    assert "<form" not in question(cal)

    assert reply(ann, "yes").status == 200
    assert owing.owed == {"p2": 3, "p3": 3}
    assert owing.log.lines[-1].entry.by == "p1"
    assert "on his phone" in cal.get().words


def test_the_sneak_takes_a_report_back_and_the_finesmaster_of_now_answers(sneak, owing, ann, cal):
    report(sneak, reason=["", "late"])
    assert "Fine Cal 2 sips: late" in question(ann)
    reply(ann, "no")
    report(sneak)
    assert "Reported to the finesmaster: Cal, 2 sips, on his phone" in question(sneak)
    reply(sneak, "back")
    assert waiting(ann) == ()
    assert owing.owed == {"p2": 3, "p3": 1}

    report(sneak)
    ann.tap("finesmaster.named", player="p3")
    assert "Cal answers that." in reply(ann, "yes").says
    assert reply(cal, "yes").status == 200
    assert owing.owed == {"p2": 3, "p3": 3}


def test_only_the_sneak_reports_and_not_to_a_finesmaster_without_a_phone(owing, ann, bob, cal):
    assert "Only the sneak can report" in report(cal).says
    ann.tap("sneak.named", player="p2")
    assert "Only the sneak can report" in report(cal, player="p1").says
    assert ["tell the finesmaster" in phone.get().words for phone in (bob, cal)] == [True, False]

    ann.tap("player.joined", name="Dan")
    ann.tap("finesmaster.named", player="p4")

    assert "Dan has no phone: just say it" in report(bob).says
