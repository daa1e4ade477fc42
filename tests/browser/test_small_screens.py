"""Phones as low as many are once the browser's bars count: what a tap means is said, and nothing is said twice."""

import re
from functools import partial
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from companion.domain.games import GAMES
from tests.browser.conftest import night_of

pytestmark = pytest.mark.thorough
OUTSIDE = """() => [...document.querySelectorAll('.scorecard .box')].flatMap((box) => {
    const frame = box.getBoundingClientRect(), words = document.createRange();
    words.selectNodeContents(box);
    const {left, right} = words.getBoundingClientRect();
    const parts = [...box.children].filter((part) => part.checkVisibility()).map((part) => {
        const text = document.createRange();
        text.selectNodeContents(part);
        return text.getBoundingClientRect();
    });
    const over = parts.slice(1).some((part, at) => parts[at].right > part.left && parts[at].bottom > part.top);
    return over || left < frame.left + 3 || right > frame.right - 3 ? [box.textContent] : [];
})"""
READABLE = """() => document.querySelector('#r-mine .primary').getBoundingClientRect().top >= Math.max(
    ...[...document.querySelectorAll('#r-mine > ul, #older-reasons')].map(one => one.getBoundingClientRect().bottom))"""
LONG = "If anybody puts an elbow on the table while the cards are being dealt round, they drink."


@pytest.fixture
def low(server, phone):
    """Ann's and Bob's phones, both of 320 by 568, before any game."""
    return night_of(server.home, partial(phone, viewport={"width": 320, "height": 568}), "Ann", "Bob")


def in_sight(found):
    expect(found).to_be_in_viewport(ratio=1)


def test_whose_turn_it_is_is_said_to_whom_it_concerns(low):
    ann, _ = low
    ann.start(2, "card-yacht")
    in_sight(ann.page.get_by_text("Waiting for Bob"))
    ann.enter("knock.made", round=1, player="p2")
    in_sight(ann.page.get_by_text("Your last turn"))
    ann.enter("game.ended")

    ann.start(2, "yak")
    ann.go()
    ann.lays(1, 2, 3, 4, 5)
    in_sight(ann.button("Throw again"))
    ann.enter("game.ended")
    ann.start(2, "yogis-whist")
    ann.go()
    for key in ("diamonds: no tricks", "clubs: three tricks"):
        in_sight(ann.button(key, "#r-own-turn"))
    ann.enter("bid.placed", deal=1, player="p1", tricks=1)
    ann.button("All bids lie on the table", "#r-record").tap()
    in_sight(ann.page.get_by_text("Waiting for Bob"))
    ann.enter("call.made", deal=1, player="p2", call="no")
    in_sight(ann.page.get_by_text("Your turn to call"))
    ann.says("#r-status", "Ann calls")


def test_help_never_lies_alone_on_a_line_and_the_links_lie_apart_and_in_sight_below_a_fine_with_its_reason(low):
    ann, bob = low
    ann.add("Cal", "Dan")
    ann.enter("rule.made", text="No elbows.")
    ann.enter("fine.given", player="p2", amount=1, reason=LONG)
    for game in ("kings", "card-yacht", "yogis-whist"):
        ann.start(4, game)
        if game == "yogis-whist":
            for one, player in ((ann, "p1"), (bob, "p2"), (ann, "p3"), (ann, "p4")):
                one.enter("bid.placed", deal=1, player=player, tricks=1)
            ann.enter("call.made", deal=1, player=("p2", "p3", "p4", "p1"), call="no")
        if game == "card-yacht":
            for player in ("p2", "p3", "p4"):
                ann.enter("turn.taken", round=1, player=player, turn="draw", count=2)
            ann.enter("knock.made", round=1, player="p1")
        for width, height in ((320, 568), (320, 640), (390, 664)):
            bob.page.set_viewport_size({"width": width, "height": height})
            bob.go()
            bob.page.wait_for_function(READABLE)
            boxes = [link.bounding_box() for link in bob.page.locator(".thumb .more a:visible").all()]
            assert boxes[-1]["y"] + boxes[-1]["height"] <= height, game
            assert [box["y"] for box in boxes].count(boxes[-1]["y"]) > 1, game
            assert all(b["y"] > a["y"] or b["x"] - a["x"] - a["width"] >= 12 for a, b in pairwise(boxes)), game
        ann.enter("game.ended")


def test_which_trick_is_asked_for_is_said_once_also_under_a_fine_and_with_the_headline_scrolled_away(low):
    ann, bob = low
    ann.start(2, "five-card-yak")
    assert ann.page.locator("#r-status").inner_text().count("Deal 1") == 1
    assert "Dealer" not in ann.page.locator("#r-status").inner_text()
    for player in ("p1", "p2"):
        expect(ann.page.locator(f"#seat-{player}")).to_be_in_viewport(ratio=0.9)
    asked = ann.page.locator("#r-record .ask")
    expect(asked).to_have_text(re.compile("Trick 1: who took it"))
    ann.tricks("p1")
    ann.page.locator("#r-mine:not(.later) h2").wait_for()
    expect(asked).to_have_text("Trick 2: who took it? Just fined: 1.")
    in_sight(asked)
    in_sight(ann.taker("Bob"))
    ann.calm()
    ann.button("Done", "#r-mine").tap()
    ann.is_silent("#r-mine")
    ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    in_sight(asked)
    assert ann.page.inner_text("#r-status").count("who took it") == 0

    ann.enter("rule.made", text=LONG, amount=1)
    called = ann.enter("rule.called", rule="r1", player="p2")
    bob.enter("call.contested", entry=called, player="p2")
    asked = ann.page.locator("#r-own-call .rule-text")
    expect(asked).to_contain_text("they drink.")  # what is voted about can be read to its end
    assert asked.evaluate("one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1")


def test_no_box_is_torn_by_its_name_or_points(low):
    ann, _ = low
    ann.start(2, "yak", **{"options.dice": "real"})
    ann.go("play/turn?dice=3&dice=3&dice=3&dice=3&dice=3")
    expect(ann.page.locator(".scorecard .box").first).to_be_visible()
    assert ann.page.evaluate(OUTSIDE) == []
    ann.page.get_by_text("Advice").tap()
    expect(ann.page.locator(".scorecard .gain").first).to_be_visible()
    assert ann.page.evaluate(OUTSIDE) == []
    ann.enter("game.ended")
    ann.start(2, "card-yacht")
    ann.go("play/score?for=p1&points=")
    fits = "one => one.offsetWidth >= (one.style = 'justify-self: start; width: auto', one.offsetWidth)"
    assert ann.page.locator("#box").evaluate(fits)
    ann.lays("QD", "TD", "9D", "KD", "2S")
    expect(ann.page.get_by_text("Which box?")).to_be_visible()
    expect(ann.page.locator(".scorecard button b").first).to_be_visible()
    assert ann.page.evaluate(OUTSIDE) == []


TURNED = ((844, 390), (390, 844), (320, 640))
REACHED = """one => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    return [[left + 12, top + 9], [right - 12, bottom - 9], [(left + right) / 2, (top + bottom) / 2]]
        .every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
}"""
COVERED_UP = f"(all) => all.filter((one) => !({REACHED})(one)).map((one) => one.textContent)"
SCROLLS = "one => one.getBoundingClientRect().bottom <= innerHeight + 1"
BROKEN = """() => [...document.querySelectorAll('#r-record :is(b, i), #r-players .who')].flatMap((name) => {
    const word = document.createRange();
    word.setStart(name.firstChild, 0);
    word.setEnd(name.firstChild, name.firstChild.length);
    return new Set([...word.getClientRects()].map((line) => line.top)).size > 1 ? [name.textContent] : [];
})"""
UNEVEN = """() => [...document.querySelectorAll('.standings tbody tr')].flatMap((row) => {
    const tops = [row.querySelector('.who').firstChild, ...[...row.cells].slice(1).map((cell) => cell.firstChild)];
    const bottoms = tops.map((words) => {
        const range = document.createRange();
        range.selectNodeContents(words);
        return range.getBoundingClientRect().bottom;
    });
    return Math.max(...bottoms) - Math.min(...bottoms) > 1 ? [row.textContent] : [];
})"""


def test_ten_players_fit_upright_and_lying_and_nothing_covers_what_is_tapped(server, phone):
    ann, bob = night_of(server.home, phone, "Alexandra", "Bartholomew", unit="pencil")
    ann.add("Christopher", "Dominique", "Evangeline", "Featherstone", "Gwendolyn", "Maximilian", "Bernadette", "Theo")
    ann.start(10)
    ann.tricks("p2", "p2", "p2")
    for width, height in (*TURNED, (568, 320)):
        for one in (ann, bob):
            one.page.set_viewport_size({"width": width, "height": height})
            one.goes_live()
            one.calm()
            assert one.page.locator("#r-record .choice").evaluate_all(COVERED_UP) == [], width
            assert one.page.locator(".thumb > :last-child").evaluate(SCROLLS), width
        assert ann.page.evaluate(BROKEN) == []
        assert ann.page.locator("#seat-p1").evaluate("one => one.getBoundingClientRect().top < innerHeight")
        for button in ("Done", "1 of", "Later"):
            assert bob.button(button, "#r-mine").evaluate(REACHED), (width, button)

    ann.tricks("p4", "p5", first=4)
    ann.enter("game.ended")
    ann.start(10, **{"options.tokens.mode": "kegger", "options.tokens.count": "5"})
    ann.shows(ann.tricks("p2", "p1", "p2"))
    for width, height in TURNED:
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.locator(".standings tbody tr").count() == 10
        assert ann.page.evaluate(UNEVEN) == []


WIDE_NAMES = ("Wilhelmina Wommelsworth", "WWWWWWWWWWWWMMMMMMMMMMMM", "Maximilianwolfgang", "M" * 24, "Bob", "W" * 24)
TOLD_APART = """() => [...document.querySelectorAll('#r-record .choice:not(.nobody)')].map((button) => {
    const frame = button.getBoundingClientRect(), who = button.querySelector('b');
    const letters = document.createRange(), name = who.firstChild, shape = getComputedStyle(who, '::before');
    letters.setStart(name, 0);
    letters.setEnd(name, 3);
    const fits = parseFloat(shape.width) > 8 && [letters, who].every((part) => {
        const {left, right, top, bottom, width} = part.getBoundingClientRect();
        return width > 8 && left > frame.left && right < frame.right + 1 && top > frame.top && bottom < frame.bottom;
    });
    return [fits, shape.clipPath];
})"""


def test_ten_names_of_wide_letters_are_told_apart_by_shape_and_first_letters(server, phone):
    (ann,) = night_of(server.home, phone, WIDE_NAMES[0])
    ann.add(*WIDE_NAMES[1:], "Cal", "Dan", "Eve", "Fay")
    ann.start(10)
    ann.go()
    for width in (320, 390):
        ann.page.set_viewport_size({"width": width, "height": 640})
        found = ann.page.evaluate(TOLD_APART)
        assert [fits for fits, _ in found] == [True] * 10
        assert len({shape for _, shape in found}) == 10


UNDER_WRONG = """() => {
    const wrong = document.querySelector('#r-last > a').getBoundingClientRect(), under = [];
    const words = document.createTreeWalker(document.querySelector('#r-last > section'), NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        const text = document.createRange();
        text.selectNodeContents(words.currentNode);
        const isBeside = (box) => box.right <= wrong.left || box.bottom <= wrong.top || box.top >= wrong.bottom;
        const isUnder = (box) => box.width && !isBeside(box);
        if ([...text.getClientRects()].some(isUnder)) under.push(words.currentNode.textContent);
    }
    return under;
}"""


def test_wrong_covers_no_word_of_the_last_entry_and_what_is_owed_no_trick(low):
    ann, bob = low
    for entered in (
        lambda: ann.enter("rule.made", text=LONG),
        lambda: ann.enter("rule.made", text="No phones on the table"),
        lambda: bob.enter("rule.called", rule="r2", player="p1"),  # a house rule that fired
        lambda: ann.enter("rule.amended", rule="r1", text=f"{LONG} And whoever swears."),
        lambda: ann.start(2),
        lambda: ann.tricks("p1", "p1"),
    ):
        seq = entered()
        ann.go()
        ann.shows(seq)
        assert ann.page.locator("#r-last > a").is_visible()
        assert ann.page.evaluate(UNDER_WRONG) == []
    ann.shows(ann.enter("fine.given", player="p1", amount=80, reason="a whole barrel"))
    owed, trick = (ann.page.locator(f"#seat-p1 {part}").bounding_box() for part in (".owes", "a + a"))
    assert owed["x"] >= trick["x"] + trick["width"]


COVERED = """() => {
    const thumb = document.querySelector('.thumb');
    const ends = thumb.checkVisibility() ? Math.min(innerHeight, thumb.getBoundingClientRect().top) : innerHeight;
    const entry = ':is(#r-own-game, main .form) :is(.key, .laid button, .hold, .box, [name=throw], .button.primary)';
    return [...document.querySelectorAll(entry)]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > ends)
        .map((one) => one.textContent);
}"""


def covered(one, *, without_boxes=False):
    """What of the entry lies under the thumb zone, or off the screen, of a phone that is not scrolled."""
    one.calm()
    one.page.evaluate("scrollTo(0, 0)")
    assert one.page.locator(".scorecard .box").first.is_visible()
    return one.page.evaluate(COVERED.replace(".box, ", "") if without_boxes else COVERED)


def test_a_whole_turn_of_yak_and_the_keys_of_a_hand_of_card_yacht_are_in_sight(server, phone):
    upright, _ = night_of(server.home, phone, "Ann", "Bob")
    upright.add("Cal", "Dan")  # they have no phone, so that they are asked for in Ann's thumb zone
    upright.start(4, "yak", **{"options.dice": "independent"})
    upright.goes_live()
    assert covered(upright) == []
    for _ in range(3):
        upright.sends(upright.page.locator("#r-own-game .button.primary", has_text="Throw"))
        assert covered(upright) == []
    upright.button("Cal", "#r-record").tap()
    upright.says("#turn", "Cal")
    assert covered(upright) == []
    upright.enter("game.ended")

    upright.start(4, "yak")
    upright.goes_live()
    assert covered(upright) == []
    upright.lays(4, 3, 4, 1, 4)
    upright.page.locator("#r-own-game .scorecard button b").first.wait_for()
    assert covered(upright) == []
    upright.sends(upright.button("Throw again", "#r-own-game"))
    upright.says("#r-own-game", "Throw 2 of 3")
    assert covered(upright) == []

    upright.page.set_viewport_size({"width": 320, "height": 640})
    upright.go("play/turn?for=p3")
    upright.lays(4, 3, 4, 1, 4)
    upright.page.locator(".scorecard button b").first.wait_for()
    assert covered(upright) == []
    upright.page.set_viewport_size({"width": 568, "height": 320})
    upright.enter("game.ended")
    upright.start(4, "card-yacht")
    upright.enter("knock.made", round=1, player="p2")
    for player in ("p3", "p4", "p1"):
        upright.enter("turn.taken", round=1, player=player, turn="pass")
    upright.goes_live()
    assert covered(upright, without_boxes=True) == []
    upright.page.set_viewport_size({"width": 390, "height": 844})
    upright.lays("5H", "6H", "7H", "8H")
    assert covered(upright, without_boxes=True) == []
    upright.lays("9H")
    upright.page.locator("#r-own-game .scorecard button b").first.wait_for()
    assert covered(upright) == []


def test_on_a_phone_that_lies_on_its_side_the_sheet_lies_beside_the_dice_and_a_page_shows_what_it_is_for(server, phone):
    ann, bob = night_of(server.home, partial(phone, viewport={"width": 844, "height": 390}), "Ann", "Bob")
    ann.add("Christopher", "Wilhelmina")  # for whom they play
    ann.enter("rule.made", text="No elbows.")
    ann.start(4, "yak")
    ann.goes_live()
    for width, height, what in ((568, 320, ".key"), (667, 375, ".key"), (844, 390, ".key, .box")):
        ann.page.set_viewport_size({"width": width, "height": height})
        tapped = ann.page.locator(f":is(#r-own-game :is({what}), .record > .others button, .thumb .more a)")
        for box in tapped.all():
            expect(box).to_be_in_viewport(ratio=0.99)
        assert tapped.evaluate_all(COVERED_UP) == [], width
    ann.page.evaluate("(said) => { document.querySelector('#r-answer').innerHTML = `<p>${said}</p>`; }", 3 * LONG)
    assert ann.page.locator("#r-own-game .keypad .key").evaluate_all(COVERED_UP) == []
    ann.page.evaluate("document.querySelector('#r-answer').replaceChildren()")
    ann.lays(4, 3, 4, 1, 4)
    ann.page.locator("#r-own-game .scorecard .zero").first.tap()
    ann.sends(ann.button("Fill it with 0", "#r-own-game"))
    ann.page.locator("#seat-p2 a").first.tap()
    in_sight(ann.sheet().get_by_role("button", name="5", exact=True))
    guest = phone(server.home, viewport={"width": 568, "height": 320})
    bob.page.set_viewport_size({"width": 568, "height": 320})
    asked = (ann, "share", ".qr"), (ann, "deal", "main .panel"), (bob, "", ".my-turn .key")
    ann.enter("game.ended")
    ann.start(3, "kings")
    for each, page, what in (*asked, (guest, ann.invitation(), "main .button")):
        each.go(page)
        for one in each.page.locator(what).all():
            in_sight(one)


CUT_OFF = """() => [...document.querySelectorAll('main table')].flatMap((table) => {
    const isCut = table.scrollWidth > table.clientWidth;
    const narrow = [...table.querySelectorAll('td:last-child')].some((one) => one.offsetHeight > 200);
    return isCut || narrow ? [table.innerText] : [];
})"""


@pytest.mark.each_game
def test_the_last_column_of_a_help_table_is_readable_no_word_on_a_key_is_broken_and_no_key_moves(low):
    ann, _ = low
    ann.add("Cal")
    ann.start(3, "yogis-whist")
    for game in GAMES:
        ann.go(f"help/{game}")
        assert ann.page.evaluate(CUT_OFF) == [], game
    ann.go()
    key = ann.page.locator("#r-own-turn .key").first
    assert key.evaluate("(one) => { one.textContent = 'Mexico'; return one.getBoundingClientRect().height; }") <= 64
    assert key.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
    ann.enter("game.ended")
    ann.start(3, "yogis-whist", **{"options.variant": "bft"})
    ann.enter("deal.started", deal=1, players=("p1", "p2", "p3"), cards=4)
    ann.go("play/lay")
    key = ann.page.locator(".keypad .keys .key").first
    place = key.bounding_box()
    ann.lays(1, 2)
    assert (key.bounding_box(), "= 3 tricks" in ann.page.locator(".laid").inner_text()) == (place, True)
