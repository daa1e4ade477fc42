"""Fines by hand: to one, several or all in one tap; reasons used before; forgiving; the office of finesmaster."""

from tests.table import row

SCRIPT = {"HX-Request": "true"}


def fine(phone, *players, script=False, **fields):
    """The form of the fines' page, sent."""
    form = {"type": "fine.given", "player": list(players), "amount": 1, "back": "fines", **fields}
    return phone.post("fines", form, SCRIPT if script else None)


def forgive(phone, *debts, **fields):
    return phone.post("fines", {"type": "fine.forgiven", "debt": list(debts), **fields}, SCRIPT)


def test_one_several_or_everybody_here_are_fined_in_one_tap_with_an_entry_each(evening, ann, bob):
    answer = fine(ann, "p2", amount=3, reason="late")
    assert (answer.status, answer.goes_to) == (303, f"/n/{evening.nid}/fines")
    assert evening.owed == {"p2": 3}
    assert "3 – late" in bob.get().words
    before = evening.seq

    fine(ann, "p3", "p2", amount=2, reason="late")

    fines = [(line.entry.by, line.counts.player, line.counts.amount) for line in evening.log.lines[before:]]
    assert fines == [("p1", "p3", 2), ("p1", "p2", 2)]
    ann.tap("player.left", player="p3")
    fine(ann, everybody="yes")
    assert evening.owed == {"p1": 1, "p2": 6, "p3": 2}
    fine(ann, "p2", "p3", everybody="yes")
    assert evening.owed == {"p1": 2, "p2": 7, "p3": 3}


def test_the_same_tap_fines_each_once_even_after_a_restart_and_other_players_are_another_tap(evening, ann, new_app):
    again = new_app()
    for key, times in (("one", 1), ("s5", 2)):
        for phone in (ann, ann, ann.at(again)):
            assert fine(phone, "p2", "p3", key=key).status == 303
        owed = again.extensions["companion"].nights.log(evening.nid).night.players
        assert (owed["p2"].owed, owed["p3"].owed) == (times, times)

    assert fine(ann, "p2", key="one", script=True).refuses("That tap was counted already")
    assert fine(ann, "p2", key="s5").status == 303
    fine(ann.at(again), "p3")  # which does not know the one before
    owed = again.extensions["companion"].nights.log(evening.nid).night.players
    assert (owed["p2"].owed, owed["p3"].owed) == (3, 3)


def test_if_one_fine_is_refused_all_are_and_what_was_typed_stays(evening, ann):
    cases = [
        (["p2", "p9"], {}, "has not joined"),
        (["p2", "p3"], {"amount": 0}, "at least"),
        (["p2", "p3"], {"own_amount": 1001}, "1000 at most"),
        (["p2", "p3"], {"amount": ""}, "fill in the amount"),
        (["p2"], {"amount": "many"}, "number"),
        (["p2", "p3"], {"reason": "x" * 281}, "too long"),
        (["p2", "p3"], {"template": "\x00"}, "can’t be shown"),
        ([], {}, "Tick who is fined"),
        ([""], {}, "Tick who is fined"),
        (["p2"], {"key": "no key;"}, "Reload the page"),
    ]
    before = evening.file
    for people, fields, words in cases:
        with row(people, fields):
            answer = fine(ann, *people, **fields)
            assert answer.refuses(words)
            assert evening.file == before
            assert answer.html.count(' checked> <b class="who') == len({"p2", "p3"} & set(people))


def test_only_the_finesmaster_fines_or_forgives_and_nobody_once_the_night_is_over(evening, ann, bob):
    fine(ann, "p3", amount=2)
    for script in [True, False]:
        for answer in (fine(bob, "p3", script=script), forgive(bob, "p3 1")):
            assert answer.refuses("Only the finesmaster (Ann)"), script
    assert evening.owed == {"p3": 2}
    assert "Only the finesmaster (Ann) fines by hand" in bob.get("fines").words
    assert [phone for phone in (ann, bob) if "Give the fine" in phone.get("fines").words] == [ann]
    assert f"/n/{evening.nid}/fines" in ann.get("drinks").html
    ann.tap("night.closed")

    assert "night is over" in fine(ann, "p2", script=True).says
    assert "No more fines" in ann.get("fines").words


def test_the_ten_newest_reasons_are_buttons_that_fine_in_one_tap(evening, ann, bob, start_evening):
    for player, reason in (("p2", "sang"), ("p3", "Sang"), ("p3", "hummed")):
        fine(ann, player, reason=reason)
    reasons = ann.get("fines").regions["r-reasons"]
    assert 0 < reasons.index(">hummed<") < reasons.index(">Sang<") < reasons.index(">spilled<")
    assert ">sang<" not in reasons
    assert "Sang" not in start_evening().ann.get("fines").words

    for reason in (*(f"reason {number}" for number in range(12)), "from Friday", "4 fingers are 8 pencils"):
        fine(ann, "p2", reason=reason)

    reasons = ann.get("fines").regions["r-reasons"]
    assert reasons.count("<button") == 10
    assert "Friday" not in reasons  # which the companion wrote
    assert "pencils" not in reasons
    fine(ann, "p2", template="late", reason="half typed")
    assert "late" in bob.get().words
    assert "half typed" not in bob.get().words


def test_what_several_got_at_once_is_shown_together_on_every_phone(evening, ann, bob):
    fine(ann, "p2", reason="hummed")
    fine(ann, everybody="yes", reason="whistled")
    fine(ann, "p2", "p3", amount=2, reason="sang")

    assert "Bob and Cal 2 sang Everybody 1 whistled Bob 1 hummed" in ann.get("fines").words
    assert "Bob and Cal were fined 2 sips each: sang. Bob and Cal drink 2 each · sang" in bob.get().words
    assert "Bob and Cal drink 2 sips each." in bob.get("log").regions["r-say"]

    ann.tap("entry.undone", entry=evening.seq)
    assert "Bob and Cal were fined" not in bob.get().words


def test_one_sip_a_whole_debt_or_all_debts_are_forgiven_once(evening, ann):
    fine(ann, "p2", "p3", amount=3)
    forgive(ann, "p2 1")
    forgive(ann, "p3 3")
    assert evening.owed == {"p2": 2}

    keys = set()
    for _ in range(2):  # the same debts once more have another key
        fine(ann, "p3", amount=2)
        page = ann.get("fines")
        assert page.html.count('name="debt" value="p2 2"') == 2  # Bob's own, and the one for everybody
        keys.add(page.regions["r-forgiving"].split('name="key" value="')[1].split('"')[0])
        for _ in range(2):
            assert forgive(ann, "p2 2", "p3 2", key=max(keys)).status == 200
        assert evening.owed == {}
        fine(ann, "p2", amount=2)
    assert len(keys) == 2


def test_if_one_cannot_be_forgiven_nobody_is(evening, ann):
    fine(ann, "p2", "p3", amount=2)
    for debts, words in (
        (["p2 2", "p3 9"], "owes 2 only, not 9"),
        (["p2 2", "p9 1"], "has not joined"),
        (["p2 2", "p3"], "too long, empty"),
        (["p2 2", "p3 x"], "number"),
        ([], "Nobody owes anything"),
    ):
        assert forgive(ann, *debts).refuses(words), debts
        assert evening.owed == {"p2": 2, "p3": 2}, debts


def test_the_office_passes_once_to_the_next_seat_on_the_left_that_is_here_and_has_a_phone(game, ann, bob):
    assert "Next finesmaster" not in ann.get().words
    ann.tap("game.ended")
    assert "Next finesmaster: Bob" in ann.get().words
    assert "Next finesmaster" not in bob.get().words
    assert "Pass it on to Bob" in ann.get("fines").words
    for _ in range(2):
        ann.tap("finesmaster.named", player="p2", key="s7", script=False)
    assert game.night.finesmaster == "p2"
    assert "Pass it on to Cal" in bob.get("fines").words

    bob.tap("player.joined", name="Dan")
    bob.tap("seats.moved", order=["p2", "p4", "p3", "p1"])
    bob.tap("player.left", player="p3")

    assert "Pass it on to Ann" in bob.get("fines").words


def test_a_seat_lent_to_a_phone_fines_from_there_and_from_no_other(evening, ann, bob):
    ann.tap("player.joined", name="Dan")
    ann.post("seats/lend", player="p4", to="p2")
    ann.tap("finesmaster.named", player="p4")

    assert fine(bob, "p1").status == 303
    assert fine(ann, "p2", script=True).status == 422

    assert evening.log.lines[-1].entry.by == "p4"
    assert "Give the fine" in bob.get("fines").words
    assert "Give the fine" not in ann.get("fines").words


def test_anybody_calls_a_water_round_in_their_own_name_once_a_minute(evening, ann, bob, cal, monkeypatch):
    assert "own phone" in cal.tap("water.called", player="p2").says
    for _ in range(2):
        assert bob.tap("water.called", player="p2", key="one").status == 200

    for phone in (ann, bob, cal):
        assert "Water round, says Bob!" in phone.get().regions["r-last"]
        assert "Water round, says Bob!" in phone.get("rules").regions["r-say"]
    assert "Water round, says Bob!" in cal.get("log").words
    assert [line.entry.event.type for line in evening.log.lines].count("water.called") == 1
    assert evening.owed == {}

    assert cal.tap("water.called", player="p3").refuses("Bob’s water round is still on")
    monkeypatch.setattr("companion.commands.verdict.WATER_PAUSE", 0)
    assert cal.tap("water.called", player="p3").status == 200


def test_the_health_note_is_on_the_pages_about_drinks(evening, bob, stranger):
    assert "during a pregnancy can harm the child" in bob.get("drinks").words
    for page in (stranger.get("/"), stranger.get(f"/j/{evening.links.token}")):
        assert "for those old enough where you are" in page.words
    assert "do not drive" in bob.get("seats").words
    evening.ann.tap("night.closed")
    assert "don’t drive" in bob.get().words
