"""Put it right where you see it: the keys that entered a fact, filled in."""

from tests.web.test_change_form import changes


def right(phone, seq, **fields):
    """Sends the first form of an entry with these fields changed."""
    form = {**changes(phone, seq)[0], **{name: [str(value)] for name, value in fields.items()}}
    return phone.post("entries", form, {"HX-Request": "true"})


def test_the_tricks_of_a_player_are_one_tap_on_their_pips_away(owing, ann):
    only, several = ann.get("took/p3"), ann.get("took/p2")
    assert 'aria-pressed="true"' in only.html
    assert "Trick 2: who took it" in only.words
    assert several.words.index("Bob took trick 3") < several.words.index("Bob took trick 1")
    assert 'href="took/p2"' in ann.get().html
    assert ann.get("took/p9").status == 200


def test_a_filled_box_and_a_cell_of_the_sheet_lead_to_their_keys(evening, ann, bob):
    evening.start("yak", "p1", "p2", dice="real")
    assert ann.tap("throw.scored", player="p1", round=1, box="all", dice=[6, 6, 6, 6, 1]).status == 200
    scored = evening.seq
    assert f'href="/n/{evening.nid}/filled?player=p1&amp;box=all"' in ann.get().html
    assert f"filled?game={scored - 1}&amp;box=all&amp;player=p1" in bob.get("sheet").html
    for address in ("filled?player=p1&box=all", f"filled?game={scored - 1}&box=all&player=p1"):
        assert f'name="corrects" value="{scored}"' in bob.get(address).html
    assert bob.get("filled?player=p1&box=1s").status == 303
    assert right(bob, scored, box="6s").status == 200
    assert dict(evening.night.game.state.cards["p1"].filled) == {"6s": 24}
