"""The log: entries in words, undo and change, and whose drinks they change."""

INSTEAD = (
    "Bob instead of Cal: 1 less for Bob, because trick 2, second in a row: only 1; trick 3, third in a row: only 1 "
    "(was: trick 3 costs 3); 2 less for Cal (trick 2 costs 2)"
)


def test_every_entry_is_a_sentence_that_leads_to_its_keys_and_the_hour_stands_once_a_part(owing, bob):
    html = bob.get("log").html

    for text in ("“Friday” began", "Bob joined", "Yak began: Ann, Bob, Cal", "Cal took trick 2", "Tap what is wrong."):
        assert text in html
    assert html.count("<time datetime=") == 2  # of deal 1, and of what came before the game
    for seq in range(1, owing.seq + 1):
        assert f'<a data-sheet href="/n/{owing.nid}/log/{seq}">' in html
    sheet = bob.get(f"log/{owing.seq}").words
    assert sheet.count("Bob took trick 3 of deal 1.") == 1 < sheet.index("Put it right Bob took trick 3")


def test_an_undo_and_its_undo_list_whose_drinks_changed(owing, bob):
    for change, owed in (("Bob -3", 1), ("Bob +3", 4)):
        answer = bob.tap("entry.undone", entry=owing.seq, back="log")
        assert (answer.status, change in answer.says) == (200, True)
        assert owing.owed == {"p2": owed, "p3": 2}
    assert "Bob brought back: Bob took trick 3 of deal 1." in bob.get("log").words
    bob.tap("entry.undone", entry=owing.seq)
    assert (
        bob.get("log").words.count("Bob took back: Bob took trick 3 of deal 1.") == 3
    )  # twice in the log, and on the screen reader
    bob.tap("entry.undone", entry=owing.seq)
    bob.tap("player.left", player="p2")
    assert "Nobody’s total changes" in bob.tap("entry.undone", entry=owing.seq).says


def test_each_change_and_its_undo_say_what_it_made_of_the_entry(owing, bob, cal):
    bob.tap("entry.changed", entry=owing.seq - 2, **{"event.winner": "p1"})
    cal.tap("entry.changed", entry=owing.seq - 3, **{"event.winner": "p3"})
    for said in ("took back", "brought back", "took back"):
        cal.tap("entry.undone", entry=owing.seq)
        log = cal.get("log").words
        assert f"Cal {said}: Cal changed trick 1: Cal, not Ann." in log
        assert "Bob changed trick 1: Ann, not Bob." in log


def test_a_change_of_an_earlier_trick_lists_whose_drinks_changed(owing, cal):
    trick_1 = owing.seq - 2
    assert 'name="winner" value="p3"' in cal.get(f"log/{trick_1}").html

    answer = cal.tap("entry.changed", entry=trick_1, back="log", **{"event.winner": "p3"})

    assert answer.status == 200
    assert "Bob -1" in answer.says
    assert "Cal +0" not in answer.says
    assert owing.owed == {"p2": 3, "p3": 2}  # Cal drinks 1 for trick 1, and so only 1 for trick 2
    assert "Cal took trick 1" in cal.get("log").words
    cal.tap("entry.changed", entry=trick_1 + 2, **{"event.winner": ""})
    assert owing.owed == {"p3": 2}


def test_a_change_changes_only_what_it_names_and_keeps_the_type(evening, ann):
    ann.tap("fine.given", player="p2", amount=3, reason="late")
    fine = evening.seq
    for fields, amount, reason in (
        ({"event.amount": "1"}, 1, "late"),
        ({"event.type": "fine.forgiven", "event.amount": 2}, 2, "late"),
        ({"event.reason": ""}, 2, None),
    ):
        ann.tap("entry.changed", entry=fine, **fields)
        counts = evening.log.line(fine).counts
        assert (counts.type, counts.amount, counts.reason or None) == ("fine.given", amount, reason), fields
    assert "2 – late" not in ann.get("with/p2").words


def test_an_impossible_change_is_refused_in_words(evening, ann):
    ann.tap("fine.given", player="p2", amount=3)
    assert evening.seq == 5
    before = evening.file
    for fields, words in (
        *(({"entry": entry, "event.amount": 1}, "no such entry") for entry in (999, 0, "9" * 5000, "x", "")),
        ({"player": "p9", "event.name": "Zoe"}, "not at this table"),
        ({"entry": 5, "event": "nonsense"}, "no field"),
        ({"entry": 5, "event.player": "p3"}, "keeps what the entry is about"),
        ({"entry": 5, "event.amount": 0}, "at least"),
        ({"entry": 5, "event.amount": ""}, "fill in the amount"),
        ({"entry": 5, "event.colour": "red"}, "no field"),
    ):
        assert ann.tap("entry.changed", **fields).refuses(words), fields
        assert evening.file == before, fields


def test_a_refused_undo_says_what_depends_on_it_and_nothing_is_undone_twice(owing, bob):
    start, trick_1, trick_3 = owing.seq - 3, owing.seq - 2, owing.seq
    before = owing.file
    needed = bob.tap("entry.undone", entry=trick_1)
    assert needed.refuses("Trick 2 of deal 1 was played after it. Take that back first, or change this one.")
    assert f'href="/n/{owing.nid}/log/{trick_1 + 1}">Show it' in needed.html
    assert bob.tap("entry.undone", entry=start).refuses("Trick 1 of deal 1 was played after it.")
    opening = owing.ann.tap("entry.undone", entry=1).status, "Take it back" in bob.get("log/1").words
    assert opening == (422, False)
    assert owing.file == before

    bob.tap("entry.undone", entry=trick_3)

    assert "already undone" in bob.tap("entry.undone", entry=trick_3).says
    assert bob.tap("entry.changed", entry=trick_3, **{"event.winner": "p1"}).status == 422


def test_only_the_finesmaster_can_undo_or_change_what_only_the_finesmaster_can_enter(evening, ann, bob):
    ann.tap("fine.given", player="p2", amount=3)
    for kind, fields in (("entry.undone", {}), ("entry.changed", {"event.amount": 1})):
        assert "Only the finesmaster (Ann)" in bob.tap(kind, entry=evening.seq, **fields).says, kind
        assert evening.owed == {"p2": 3}, kind
    for tap in ({"type": "entry.undone", "entry": evening.seq}, {"type": "night.closed"}):
        ann.tap(**tap)
        assert bob.tap("entry.undone", entry=evening.seq).status == 422
        assert ann.tap("entry.undone", entry=evening.seq).status == 200


def test_only_the_player_and_the_finesmaster_undo_the_joining_of_a_player_with_a_phone(evening, ann, bob, cal):
    bob_joined = 3
    bob.tap("player.joined", name="Dann")
    assert cal.tap("entry.undone", entry=evening.seq).status == 200  # added by mistake, and without a phone
    assert "p4" not in evening.night.players

    assert "Only the finesmaster" in cal.tap("entry.undone", entry=bob_joined).says
    assert bob.tap("entry.undone", entry=bob_joined).status == 403  # done, and Bob is at the table no more
    assert "p2" not in evening.night.players
    assert bob.get().status == 403


def test_older_entries_are_on_another_page_and_an_unknown_entry_is_not_found(evening, ann):
    for _ in range(90):
        ann.tap("fine.given", player="p2", amount=1)

    newest, older = ann.get("log"), ann.get("log?before=31")

    assert "/log?before=61" in newest.html
    assert "“Friday” began" not in newest.words
    assert "“Friday” began" in older.words
    for entry in ("0", "999", "x", "-1", "9" * 5000, "٣" * 3):
        assert ann.get(f"log/{entry}").status == 404, entry
    for before in ("0", "-5", "x", "9" * 30, "9" * 5000):
        assert ann.get(f"log?before={before}").status == 200, before


def test_before_an_older_entry_is_changed_or_undone_the_phone_shows_what_that_would_do(owing, ann, bob):
    trick_2, before = owing.seq - 1, owing.file

    asked = bob.tap("entry.changed", entry=trick_2, again="", **{"event.winner": "p2"})

    assert asked.refuses(f"{INSTEAD}. Do it?", 409)
    assert owing.file == before
    assert bob.says_yes(asked).status == 200
    assert owing.owed == {"p2": 3}
    ann.tap("fine.given", player="p3", amount=3)
    ann.tap("game.ended")
    in_the_end = ann.tap("entry.changed", entry=trick_2, again="", **{"event.winner": ""})
    assert in_the_end.refuses("Nobody instead of Bob: ", 409)
    assert in_the_end.refuses("That game is over. Do it?", 409)
    fine = owing.seq - 1
    reason = ann.tap("entry.changed", entry=fine, again="", **{"event.reason": "late"})
    assert reason.refuses("Cal was fined 3 sips: late. Nobody’s total changes. Do it?", 409)
    assert ann.tap("entry.undone", entry=fine, again="").refuses("3 less for Cal", 409)
    assert ann.says_yes(ann.tap("entry.undone", entry=fine, again="", script=False, back="log")).status == 200
    assert owing.owed == {"p2": 3}


def test_that_a_correction_opens_a_game_again_or_ends_it_is_said_before(owing, ann):
    ann.tap("game.ended")
    for said in ("Five-Card Yak goes on.", "Five-Card Yak is over then."):
        ended = owing.seq
        ann.tap("fine.given", player="p3", amount=1)
        asked = ann.tap("entry.undone", entry=ended, again="")
        assert asked.refuses(f"{said} Do it?", 409), asked.words
        assert ann.says_yes(asked).status == 200


def test_what_becomes_of_a_title_and_of_a_right_to_make_a_rule_is_said_before(owing, ann):
    ann.tap(
        "rule.made", text="Whoever takes a trick becomes the mayor", title="the mayor", **{"when.on": "trick.taken"}
    )
    owing.play("p1", first=4)
    ann.tap("fine.given", player="p3", amount=1)
    asked = ann.tap("entry.changed", entry=owing.seq - 1, again="", **{"event.winner": "p2"})
    assert asked.refuses("Bob is the mayor then. Do it?", 409), asked.words
    ann.tap("game.ended")
    ann.tap("game.started", game="kings", players=["p1", "p2", "p3"])
    ann.tap("card.drawn", draw=1, player="p2", card="J")
    ann.tap("card.drawn", draw=2, player="p3", card="3")
    asked = ann.tap("entry.changed", entry=owing.seq - 1, again="", **{"event.card": "3"})
    assert asked.refuses("Bob loses the right to make a house rule. Do it?", 409), asked.words


def test_a_yes_answers_only_the_question_that_was_shown(owing, ann, bob, cal):
    trick_2, before = owing.seq - 1, owing.seq
    change = {"entry": trick_2, "event.winner": "p2"}
    old_page = bob.post("entries", {"corrects": trick_2, "winner": "p2", "again": "yes"}, {"HX-Request": "true"})
    assert old_page.refuses(INSTEAD, 409)
    asked = bob.tap("entry.changed", again="", **change)
    assert cal.tap("entry.changed", entry=trick_2 - 1, **{"event.winner": "p1"}).status == 200

    other = bob.says_yes(asked)

    assert other.refuses("Bob instead of Cal: 2 less for Cal (trick 2 costs 2). Do it?", 409), other
    assert owing.seq == before + 1
    assert bob.says_yes(other).status == 200


def test_the_newest_entry_and_a_name_are_corrected_without_a_question(owing, bob):
    assert bob.tap("entry.changed", again="", player="p2", **{"event.name": "Bobby"}).status == 200
    assert bob.tap("entry.undone", entry=owing.seq, again="").status == 200
    owing.play("p1", first=4)
    assert bob.tap("entry.changed", entry=owing.seq, again="", **{"event.winner": "p2"}).status == 200
    assert bob.tap("entry.undone", entry=owing.seq, again="").status == 200


def test_points_that_a_correction_would_change_are_told_and_what_it_would_turn_up_is_not(evening, ann, bob):
    evening.start("yak", "p1", "p2", dice="real")
    for player in ("p1", "p2"):
        ann.tap("throw.scored", player=player, round=1, box="all", dice=[6, 6, 6, 6, 1])
    asked = ann.tap("entry.changed", entry=evening.seq - 1, again="", **{"event.dice": [6, 6, 6, 6, 6]})
    assert asked.refuses(": this changes points, but no fines. Do it? Ann +5", 409)
    assert ann.says_yes(asked).status == 200


def test_what_was_drunk_forgiven_or_taken_over_is_told_for_everybody_when_it_is_corrected(owing, ann, bob):
    ann.tap("drink.taken", player="p2", amount=3)
    drunk = owing.seq
    ann.tap("fine.forgiven", player="p3", amount=1)
    forgiven = owing.seq
    ann.tap("player.left", player="p3")
    for entry, told in ((drunk, "Bob +3"), (forgiven, "Cal +1")):
        asked = ann.tap("entry.undone", entry=entry, again="")
        assert asked.refuses(f"This changes what is owed. Do it? {told} Leave it", 409)
        assert f"Done. This changed what is owed: {told}" in ann.says_yes(asked).words
    assert owing.owed == {"p2": 4, "p3": 2}


def test_the_last_entry_is_on_every_phone_with_who_changed_what_and_wrong_until_the_next(owing, bob, cal, seconds_pass):
    for _ in range(2):
        assert f'<a href="log/{owing.seq}">Wrong?</a>' in bob.get().html
        seconds_pass(3600)
    bob.tap("entry.changed", entry=owing.seq, **{"event.winner": "p1"})
    changed = owing.seq
    assert "Bob changed trick 3: Ann, not Bob." in cal.get().words
    assert f'<a href="log/{changed}">Wrong?</a>' in cal.get().html
    assert "An earlier one?" in cal.get(f"log/{changed}", **{"HX-Request": "true"}).words
    owing.play("p1", first=4)
    html = bob.get().html
    assert f'<a href="log/{owing.seq}">Wrong?</a>' in html
    assert f"log/{changed}" not in html
