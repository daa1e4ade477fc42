"""Bad input: a sentence, nothing written, and never a fault of ours."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.events import EVENTS
from companion.rules.games import GAMES

EVENT_TYPES = sorted({*EVENTS, *(kind for game in GAMES.values() for kind in game.events)})
FIELDS = sorted(
    {
        name
        for kinds in (EVENTS, *(game.events for game in GAMES.values()))
        for kind in kinds.values()
        for name in kind.__struct_fields__
    }
)
ABSURD = [
    "", " ", "p1", "p9", "-1", "0", "1", "6", "1.5", "true", "null", "1e9", "9" * 40, "9" * 5000, "[]", "{}",
    "p1 QH", "a b c", "\x00", "\ufffd", "\u202e", "\U0001f986", "x" * 300, "<script>", "'; drop table entry; --",
    "٣", "__proto__", "p1:dummy",
]  # fmt: skip
SHAPES = ["{}", "{}.x", "{}.", ".{}", "event.{}", "event.event.{}", "when.{}", "options.{}", "{}.x.y", "{}[]"]


def harmless(night, answer, before, *case):
    """The answer is a refusal in words and the night stands as it stood."""
    assert 400 <= answer.status < 500, (*case, answer.status, answer.words[:300])
    assert answer.says.endswith((".", "!", "?", "again")), (*case, answer.says)
    assert "`" not in answer.says, (*case, answer.says)
    assert night.file == before, case


def test_an_event_without_its_fields_or_with_absurd_ones_is_refused(game, ann, bob):
    ann.tap("fine.given", player="p2", amount=3)
    ann.tap("rule.made", text="No elbows")
    before = game.file

    for kind in [*EVENT_TYPES, "", "nonsense", "trick.taken ", "TRICK.TAKEN", "x" * 1000, "\x00", "event"]:
        for phone in (ann, bob):
            if kind not in ("game.ended", "night.closed"):
                harmless(game, phone.tap(kind), before, kind)
        for absurd in ("\x00", "9" * 900, "{}", "p9"):
            fields = {name: absurd for name in FIELDS if name not in ("event", "options", "when")}
            harmless(game, ann.tap(kind, **fields), before, kind, absurd)


KINDS = ("player.joined", "trick.taken", "game.started", "rule.made", "entry.changed", "seats.moved")
JUNK = [*product(SHAPES[1:], FIELDS, KINDS)]


def refused_as_junk(game, junk):
    before = game.file
    for shape, field, kind in junk:
        fields = {shape.format(field): ["p1", "p2"], "entry": "9", "move": "x"}
        harmless(game, game.ann.tap(kind, **fields), before, kind, shape, field)


def test_nested_junk_is_refused(game):
    refused_as_junk(game, JUNK[::7])


@pytest.mark.thorough
def test_all_of_the_nested_junk_is_refused(game):
    refused_as_junk(game, JUNK)


def test_a_field_given_twice_counts_once_or_not_at_all(evening, ann):
    ann.tap("fine.given", player=["p2", "p3"], amount=["1", "2"])

    assert evening.owed in ({"p2": 1}, {})


def test_a_body_of_seventy_kilobytes_is_refused_in_words(evening, ann):
    for path in ["entries", "seats/lend", "seats/remove"]:
        before = evening.file
        answer = ann.post(path, type="fine.given", player="p2", amount=1, reason="x" * 70_000)
        assert answer.status == 413, path
        assert "Nothing was changed" in answer.words, path
        assert evening.file == before, path


def test_so_is_one_from_a_stranger(stranger):
    for path in ["/nights", "/join"]:
        assert stranger.post(path, night="x" * 70_000).status == 413, path


def test_a_body_that_is_no_form_is_refused(evening, ann):
    cases = ["application/json", "text/plain", "multipart/form-data", "multipart/form-data; boundary=x", ""]
    for kind in cases:
        before = evening.file
        answer = ann.client.post(
            f"/n/{evening.nid}/entries",
            data=b'{"type": "night.closed"}\x00\xff--x',
            content_type=kind,
            headers={"Origin": "http://localhost"},
        )
        assert 400 <= answer.status_code < 500, kind
        assert evening.file == before, kind


def test_a_form_with_a_field_without_a_name_is_refused(evening, ann):
    before = evening.file
    for parts in (("",), ('; name="type"', ""), ('; name="type"', '; name="key"', "", '; name="player"')):
        part = "--x\r\nContent-Disposition: form-data{}\r\n\r\nnight.closed\r\n"
        body = "".join(map(part.format, parts)) + "--x--\r\n"
        answer = ann.post("entries", body.encode(), {"Content-Type": "multipart/form-data; boundary=x"})
        assert (answer.status, "has no name" in answer.words) == (422, True), parts
        assert evening.file == before, parts


def test_a_thousand_fields_are_no_trouble(evening, ann):
    before = evening.file

    harmless(evening, ann.tap("fine.given", **{f"f{number}": "1" for number in range(1500)}), before)


def test_a_page_to_return_to_that_is_none_is_the_table(evening, ann):
    for back in ["nowhere", "../x", "//evil.example", "\x00", "x" * 2000]:
        answer = ann.tap("fine.given", player="p2", amount=1, back=back, script=False)
        assert answer.status == 303, back
        assert answer.goes_to == f"/n/{evening.nid}/", back


def test_a_version_that_is_none_brings_everything(evening, ann):
    for version in ["", "x", "1.2", "1.2.x", "-1.-1.x", "9" * 5000 + ".1.x", "٣.٣.x", "1.2.3.4"]:
        build = evening.app.extensions["companion"].build
        answer = ann.get("poll?page=table&since=" + version.replace("x", build if "9" in version else "x"))
        assert answer.status == 200, version
        assert len(answer.regions) > 4, version


def test_a_stream_of_a_page_that_is_not_there_is_told_so(ann):
    for page in ["poll?page=nowhere", "live?page=nowhere"]:
        assert ann.get(page).status == 404, page


FORMS = st.dictionaries(
    st.one_of(
        st.sampled_from(FIELDS),
        st.builds(str.format, st.sampled_from(SHAPES), st.sampled_from(FIELDS)),
        st.sampled_from(["key", "back", "acting", "again", "move", "dealt", "by", "event.winner", "when.on", "winner"]),
        st.text(max_size=8),
    ),
    st.lists(st.one_of(st.sampled_from(ABSURD), st.text(max_size=12)), max_size=3),
    max_size=7,
)


@pytest.fixture(scope="module")
def playground(start_evening):
    """One night for all forms."""
    night = start_evening()
    night.bob = night.join("Bob")
    night.ann.tap("game.started", game="five-card-yak", players=["p1", "p2"], dealer="p1")
    night.ann.tap("fine.given", player="p2", amount=900)
    night.ann.tap("rule.made", text="No elbows")
    return night


@settings(max_examples=30)
@given(st.sampled_from(EVENT_TYPES), FORMS, st.booleans(), st.booleans())
def test_no_form_whatsoever_is_a_fault_of_ours(playground, kind, form, script, finesmaster):
    phone = playground.ann if finesmaster else playground.bob
    form.pop("type", None)
    if kind in ("night.closed", "finesmaster.named", "game.ended", "player.joined", "entry.undone"):
        form["by"] = "p1"  # would be accepted and end the game for all that follow
    seq = playground.seq

    answer = phone.post("entries", {"type": kind, **form}, {"HX-Request": "true"} if script else None)

    assert answer.status in (200, 303, 409, 413, 422), answer.words[:500]
    if answer.status >= 400:
        assert playground.seq == seq
        assert answer.words
