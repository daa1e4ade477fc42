"""Pieces: whatever a region was and is, a phone makes the one of the other."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.survival.regions import whole
from companion.showing.painting import NEVER, Painting, Region, Told, always
from companion.showing.pieces import changes, piece
from companion.showing.scene import Version
from companion.web.packing import Plain

TEXTS = st.lists(
    st.sampled_from(["<b>", "</b>", "Ann", "<i class='x'>", " 3 ", "\n", "<", "&lt;", "\u2028"]), max_size=12
)


@settings(derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TEXTS, TEXTS)
def test_a_phone_makes_of_the_old_text_and_its_changes_the_new_one(old, new):
    one, other = f'<section id="r-x">{"".join(old)}</section>', f'<section id="r-x">{"".join(new)}</section>'
    texts = {"r-x": one}
    pieces = json.dumps([["r-x", changes(one, other)]])

    assert whole(f"\x1e{pieces}", texts) == other
    assert texts == {"r-x": other}


def test_a_piece_that_is_hardly_shorter_than_the_whole_is_not_made():
    assert piece("r-x", "<p>one</p>", "<p>two</p>") == ""
    assert piece("r-x", f"<p>{'a' * 200}</p><b>1</b>", f"<p>{'a' * 200}</p><b>2</b>") == '["r-x",[[3,1,["b>2"]]]]'


def test_a_sign_that_somebody_typed_is_not_taken_for_ours():
    hostile = Told('<section id="r-x">a\x1e[1]</section>', ('["r-y",[[0,1,["b\\u001e"]]]]',))
    event = Plain().painted("1.1.a", hostile, Told("", ()))

    assert event.decode().count("\x1e") == 1


class Look:
    insider, is_torn = True, False

    def __init__(self, seq):
        self.version, self.said = Version(seq, 0), seq

    def is_as(self, other):
        return self.version == other.version


SAME = "<p>always the same</p>" * 10
REGION = Region("x", always("x.html"), lambda scene: scene.said)


def painted():
    return Painting(lambda template, view: f'<section id="r-x">{SAME}<b>{view}</b></section>')


def told(painting, seq, since, start):
    return painting.shared("x", (REGION,), Look(seq), since, start)


def test_what_the_stream_brought_before_comes_in_pieces_the_next_time():
    painting = painted()
    first = told(painting, 1, NEVER, NEVER)
    second = told(painting, 2, Version(1, 0), NEVER)

    assert first.pieces == ()
    assert second.html == ""
    assert second.pieces == ('["r-x",[[22,1,["b>2"]]]]',)


def test_what_was_on_the_page_before_the_stream_comes_whole_the_first_time():
    painting = painted()
    told(painting, 1, NEVER, NEVER)

    assert told(painting, 2, Version(1, 0), start=Version(1, 0)).pieces == ()
    assert told(painting, 3, Version(2, 0), start=Version(1, 0)).html == ""


def test_who_missed_a_painting_is_told_the_whole():
    painting = painted()
    for seq in (1, 2, 3):
        told(painting, seq, NEVER, NEVER)

    late = told(painting, 3, Version(1, 0), NEVER)

    assert late.pieces == ()
    assert "<b>3</b>" in late.html


def test_a_phone_that_keeps_no_text_is_told_the_whole_always():
    painting = painted()
    told(painting, 1, NEVER, None)

    assert "<b>2</b>" in told(painting, 2, Version(1, 0), None).html
    assert told(painting, 2, Version(1, 0), None).pieces is None


def test_where_others_paint_too_a_piece_of_what_was_not_seen_here_is_not_told():
    painting = Painting(lambda template, view: f'<section id="r-x">{SAME}<b>{view}</b></section>', alone=False)
    for seq in (1, 2):
        told(painting, seq, NEVER, NEVER)
    painting._render = lambda template, view: f'<section id="r-x">{SAME}<b>2</b></section>'

    late = told(painting, 5, Version(2, 0), NEVER)

    assert late.pieces == ()
    assert "<b>2</b>" in late.html
