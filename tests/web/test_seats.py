"""Seats: their order, players without a phone, leaving and coming back, names and the finesmaster's office."""


def test_a_button_moves_a_player_one_seat_also_round_the_table_and_the_order_can_be_sent_at_once(evening, bob):
    for fields, order in (
        ({"move": "p3 up", "order": ["p1", "p2", "p3"]}, "p1 p3 p2"),
        ({"move": "p1 down"}, "p3 p1 p2"),
        ({"move": "p3 up"}, "p1 p2 p3"),
        ({"order": ["p3", "p1", "p2"]}, "p3 p1 p2"),
    ):
        bob.tap("seats.moved", **fields)
        assert " ".join(evening.night.order) == order, fields


def test_an_order_that_leaves_somebody_out_or_names_a_stranger_is_refused(evening, bob):
    for order in [["p1", "p2"], ["p1", "p2", "p2"], ["p1", "p2", "p9"], ["p1", "p2", "p3", "p3"], []]:
        answer = bob.tap("seats.moved", order=order)
        assert answer.status == 422, order
        assert answer.says, order
        assert evening.night.order == ("p1", "p2", "p3"), order
    assert "not at this table" in bob.tap("seats.moved", move="p9 up").says


def test_anybody_adds_a_player_without_a_phone_and_acts_for_them(game, bob, cal):
    assert bob.tap("player.joined", name="Dan").status == 200
    game.ann.tap("fine.given", player="p4", amount=2)

    assert cal.tap("drink.taken", player="p4", amount=2, acting="p4").status == 200

    assert game.log.lines[-1].entry.by == "p4"
    assert game.owed == {}


def test_nobody_acts_for_a_player_who_has_a_phone_or_is_not_there(evening, bob):
    answer = bob.tap("player.left", player="p3", acting="p3")

    assert (answer.status, "Cal has a phone" in answer.says) == (422, True)
    assert bob.tap("player.left", player="p3", acting="p9").status == 422


def test_the_finesmaster_renames_a_player_and_every_phone_reads_it(evening, ann, bob):
    assert ann.tap("entry.changed", player="p2", back="seats", **{"event.name": "Robert"}).status == 200

    assert evening.night.names["p2"] == "Robert"
    assert "Robert" in bob.get().words
    assert "Bob" not in evening.cal.get().words


def test_everybody_may_rename_themselves_and_one_without_a_phone_but_nobody_else(evening, ann, bob, cal):
    ann.tap("player.joined", name="Dan")

    assert bob.tap("entry.changed", player="p2", **{"event.name": "Bobby"}).status == 200
    assert bob.tap("entry.changed", player="p4", **{"event.name": "Daniel"}).status == 200
    answer = cal.tap("entry.changed", player="p2", **{"event.name": "Silly"})

    assert "for the finesmaster, Ann" in answer.says
    assert evening.night.names["p2"] == "Bobby"


def test_a_bad_new_name_is_refused_and_the_old_one_stays(evening, ann):
    for name in ["", "ann", "Ａｎｎ", "A\u200bnn", "x" * 25]:
        answer = ann.tap("entry.changed", player="p2", **{"event.name": name})
        assert answer.status == 422, name
        assert "name" in answer.says.lower(), name
        assert evening.night.names["p2"] == "Bob", name


def test_the_office_is_handed_over_by_its_holder_only_and_nobody_taps_for_one_without_a_phone(evening, ann, bob):
    assert "for the finesmaster, Ann" in bob.tap("finesmaster.named", player="p2").says
    ann.tap("finesmaster.named", player="p2")

    assert evening.night.finesmaster == "p2"
    assert bob.tap("fine.given", player="p1", amount=1).status == 200
    assert "for the finesmaster, Bob" in ann.tap("fine.given", player="p2", amount=1).says

    ann.tap("player.joined", name="Dan")
    bob.tap("finesmaster.named", player="p4")

    assert "for the finesmaster, Dan" in bob.tap("fine.given", player="p1", amount=5, acting="p4").says
    assert evening.owed == {"p1": 1}


def test_leaving_and_coming_back_once_each(evening, bob, cal):
    assert "here already" in cal.tap("player.returned", player="p2").says
    assert cal.tap("player.left", player="p2").status == 200
    assert "has already left" in cal.tap("player.left", player="p2").says
    assert "away" in bob.get().words
    assert evening.night.present() == ("p1", "p3")

    assert bob.tap("player.returned", player="p2").status == 200
    assert evening.night.present() == ("p1", "p2", "p3")


def test_one_who_is_away_is_not_dealt_in_from_the_next_deal(game, ann):
    ann.tap("trick.taken", deal=1, trick=1, winner="p3")
    ann.tap("player.left", player="p3")
    assert ann.tap("trick.taken", deal=1, trick=2, winner="p3").status == 200
    game.play("p1", "p1", "p1", first=3)

    answer = ann.tap("trick.taken", deal=2, trick=1, winner="p3")

    assert "Cal is not in this deal" in answer.says


def test_a_late_joiner_is_dealt_in_from_the_next_deal_by_the_page_itself(game, ann):
    game.play("p1", "p2")
    game.join("Dan")
    assert "Dan is not in this deal" in ann.tap("trick.taken", deal=1, trick=3, winner="p4").says
    game.play("p3", "p1", "p2", first=3)
    assert ann.get().html.count('name="dealt"') == 4

    answer = ann.tap("trick.taken", deal=2, trick=1, winner="p4", dealt=["p1", "p2", "p3", "p4"])

    assert (answer.status, game.last.winner) == (200, "p4")
    assert game.night.game.state.on.dealt == ("p1", "p2", "p3", "p4")


def test_a_refused_trick_deals_nothing_and_two_phones_deal_the_same_deal_once(game, ann, bob):
    before = game.file
    assert ann.tap("trick.taken", deal=1, trick=1, winner="p9", dealt=["p1", "p2"]).status == 422
    assert game.file == before

    for phone in (ann, bob):
        assert phone.tap("trick.taken", deal=1, trick=1, winner="p2", dealt=["p1", "p2"]).status == 200

    kinds = [line.entry.event.type for line in game.log.lines]
    assert kinds.count("deal.started") == kinds.count("trick.taken") == 1
