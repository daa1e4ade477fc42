"""Phones without script: every tap leads on to a page, and a refusal is the page itself with what was typed."""


def test_a_tap_leads_back_to_the_page_it_was_made_on(game, bob):
    answer = bob.tap("trick.taken", deal=1, trick=1, winner="p2", script=False)

    assert answer.status == 303
    assert answer.goes_to == f"/n/{game.nid}/"
    assert bob.tap("player.left", player="p3", back="seats", script=False).goes_to == f"/n/{game.nid}/seats"


def test_a_form_that_stands_on_every_page_leads_back_to_where_it_was_sent_from(evening, ann):
    ann.tap("fine.given", player="p1", amount=2)

    answer = ann.post(
        "entries",
        {"type": "drink.taken", "player": "p1", "amount": 1},
        {"Referer": f"http://localhost/n/{evening.nid}/rules"},
    )

    assert answer.goes_to == f"/n/{evening.nid}/rules"


def test_a_refusal_is_the_whole_page_with_the_answer(evening):
    for who in ["ann", "bob"]:
        for page in ["table", "drinks", "rules", "log", "seats", "share", "fines", "proposals", "settle"]:
            phone = getattr(evening, who)
            answer = phone.tap("drink.taken", player="p2", amount=9, back=page, script=False)
            assert answer.status == 422, (who, page)
            assert "Bob owes nothing" in answer.says, (who, page)
            assert answer.html.startswith("<!doctype html>"), (who, page)
            assert set(phone.get("" if page == "table" else page).regions) <= set(answer.regions), (who, page)


def test_what_was_typed_of_a_fine_is_kept(evening, ann):
    answer = ann.tap("fine.given", player="p2", amount=1001, reason="for the “song”", back="fines", script=False)

    assert answer.status == 422
    assert 'value="1001"' in answer.html
    assert 'value="for the “song”"' in answer.html
    assert 'value="p2" checked' in answer.html


def test_what_was_typed_of_a_rule_is_kept(evening, ann):
    rule = {"text": "Bob drinks <always>", "who": "left", "amount": "3", "when.on": "card.played", "when.rank": "Q"}

    answer = ann.tap("rule.made", back="rules", script=False, **rule)

    assert answer.status == 422
    assert "Bob drinks &lt;always&gt;</textarea>" in answer.html
    for chosen in ('value="left" checked', 'value="3" checked', 'value="card.played" checked', 'value="Q" checked'):
        assert chosen in answer.html


def test_what_was_typed_of_an_amendment_is_kept_on_its_own_page(evening, ann):
    ann.tap("rule.made", text="No elbows")

    answer = ann.tap("rule.amended", rule="r1", text="Bob never drinks", amount="4", back="rules", script=False)

    assert answer.status == 422
    assert "Bob never drinks</textarea>" in answer.html
    assert 'name="type" value="rule.amended"' in answer.html


def test_a_name_that_was_typed_is_kept(evening, ann):
    answer = ann.tap("player.joined", name="bob", back="seats", script=False)

    assert answer.status == 422
    assert 'value="bob"' in answer.html


def test_typed_text_of_one_form_does_not_appear_in_another(evening, ann):
    answer = ann.tap("drink.taken", player="p2", amount=77, back="drinks", script=False)

    assert 'value="77"' not in answer.html


def test_two_versions_of_a_trick_are_a_page_with_one_button(game, bob, cal):
    bob.tap("trick.taken", deal=1, trick=1, winner="p2", script=False)

    answer = cal.tap("trick.taken", deal=1, trick=1, winner="p3", script=False)
    decided = cal.post("entries", answer.offer)

    assert answer.status == 409
    assert answer.html.startswith("<!doctype html>")
    assert decided.status == 200
    assert game.owed == {"p3": 1}


def test_an_undo_shows_whose_drinks_changed(game, bob):
    game.play("p2")

    answer = bob.tap("entry.undone", entry=game.seq, back="log", script=False)

    assert answer.status == 200
    assert "Bob -1" in answer.says
    assert answer.html.startswith("<!doctype html>")


def test_a_page_and_its_regions_at_one_address_are_told_apart_by_caches(evening, ann):
    for answer in (ann.get(), ann.tap("fine.given", player="p2", amount=1)):
        assert "HX-Request" in answer.response.headers["Vary"]
        assert answer.response.headers["Cache-Control"] == "no-store"
