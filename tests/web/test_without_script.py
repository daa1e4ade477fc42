"""Phones without script: every tap leads on to a page, and a refusal is the page itself with what was typed."""

from tests.table import row


def test_a_tap_leads_back_to_the_page_it_was_made_on(game, bob):
    answer = bob.tap("trick.taken", deal=1, trick=1, winner="p2", script=False)
    assert (answer.status, answer.goes_to) == (303, f"/n/{game.nid}/")
    assert bob.tap("player.left", player="p3", back="seats", script=False).goes_to == f"/n/{game.nid}/seats"

    on_every_page = {"type": "drink.taken", "player": "p2", "amount": 1}
    answer = bob.post("entries", on_every_page, {"Referer": f"http://localhost/n/{game.nid}/rules"})
    assert answer.goes_to == f"/n/{game.nid}/rules"


def test_a_refusal_is_the_whole_page_with_the_answer(evening):
    pages = ["table", "drinks", "rules", "log", "seats", "share", "settle", "preferences"]
    for who in ["ann", "bob"]:
        for page in pages:
            phone = getattr(evening, who)
            answer = phone.tap("drink.taken", player="p2", amount=9, back=page, script=False)
            assert answer.status == 422, (who, page)
            assert "Bob owes nothing" in answer.says, (who, page)
            assert answer.html.startswith("<!doctype html>"), (who, page)
            assert set(phone.get("" if page == "table" else page).regions) <= set(answer.regions), (who, page)


def test_what_was_typed_is_kept_in_its_own_form_and_no_other(evening, ann):
    ann.tap("rule.made", text="No elbows")
    rule = {"text": "Bob drinks <always>", "who": "left", "amount": "3", "when.on": "card.played", "when.rank": "Q"}
    for kind, back, typed, kept in (
        (
            "rule.made", "rules", rule,
            ("Bob drinks &lt;always&gt;</textarea>",),
        ),
        (
            "rule.amended", "rules", {"rule": "r1", "text": "Bob never drinks", "amount": "4"},
            ("Bob never drinks</textarea>", 'action="/n/NIGHT/rules/r1#card"'),
        ),
        ("player.joined", "share", {"names": "Eve & bob"}, ('value="Eve &amp; bob"',)),
    ):  # fmt: skip
        with row(kind):
            answer = ann.tap(kind, back=back, script=False, **typed)
            assert answer.status == 422
            assert [each for each in kept if each.replace("NIGHT", evening.nid) not in answer.html] == []
    assert 'value="77"' not in ann.tap("drink.taken", player="p2", amount=77, back="drinks", script=False).html
