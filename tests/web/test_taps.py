"""The first five minutes: how many taps and typed fields they take, as docs/taps.md says."""

import re
from urllib.parse import urlsplit

import pytest

from tests.conftest import OWN, plain
from tests.servers import ROOT
from tests.web.forms import attributes, untouched


class Walker:
    """Somebody with a phone without script, who counts what they tap and type."""

    def __init__(self, client, address):
        self.client, self.taps, self.fields = client, 0, 0
        self.goes(address)

    def goes(self, address):
        answer = self.client.get(address, follow_redirects=True)
        assert answer.status_code == 200
        self.address, self.html = answer.request.path, answer.get_data(as_text=True)

    def finds(self, tag, words):
        """The first link or button that begins with these words, and its attributes."""
        found = re.finditer(rf"<{tag}\b([^>]*)>(.*?)</{tag}>", self.html, re.S)
        return next((one, attributes(one[1])) for one in found if plain(one[2]).startswith(words))

    def follows(self, words):
        self.taps += 1
        self.goes(self.finds("a", words)[1]["href"])

    def sends(self, words, **typed):
        """Taps the button that begins with these words; everything its form asks for must be typed."""
        button, own = self.finds("button", words)
        form, has = next(
            (one[0], has)
            for one in re.finditer(r"<form ([^>]*)>.*?</form>", self.html, re.S)
            for has in [attributes(one[1])]
            if (has.get("id") == own["form"] if "form" in own else one.start() < button.start() < one.end())
        )
        fields = map(attributes, re.findall(r"<input ([^>]*)>", form))
        asked = {one["name"] for one in fields if "required" in one and not one.get("value")}
        assert asked <= {*typed}, "this has to be typed as well"
        data = {**untouched(form), **typed} | ({own["name"]: own.get("value", "")} if "name" in own else {})
        answer = self.client.post(has["action"], data=data, headers=OWN)
        assert answer.status_code == 303, answer.get_data(as_text=True)
        self.taps, self.fields = self.taps + 1, self.fields + len(typed)
        self.goes(urlsplit(answer.headers["Location"]).path)


@pytest.fixture
def said():
    """Whether docs/taps.md says so many taps and fields of this."""
    text = (ROOT / "docs" / "taps.md").read_text(encoding="utf-8")
    return lambda what, walker: f"| {what} | {walker.taps} | {walker.fields} |" in text


def test_from_the_start_page_to_the_first_trick(web, said):
    host = Walker(web.test_client(), "/")
    host.sends("Open a table", name="Ann")
    link = next(href for href in host.html.split('"') if "/j/" in href)
    guest = Walker(web.test_client(), urlsplit(link).path)
    guest.sends("Sit down", name="Bob")
    assert said("scan the code and sit down", guest)
    assert (guest.taps, guest.fields) == (1, 1)
    host.goes(host.address)  # which its script does by itself
    host.follows("Start")
    host.follows("Five-Card Yak")
    host.sends("Play Five-Card Yak")

    assert "Trick 1: who took it" in host.html
    assert said("open a night and start the first game", host)
    assert host.taps <= 4
    assert host.fields <= 1


def test_on_one_phone_and_without_anybody(web, said):
    alone = Walker(web.test_client(), "/")
    alone.sends("Open a table", name="Ann")
    alone.sends("Add", names="Bob, Cal and Dan")
    assert all(name in alone.html for name in ("Bob", "Cal", "Dan"))
    alone.follows("Start")
    alone.follows("Yogi")
    alone.sends("Play Yogi’s Whist")
    assert said("the same on one phone for everybody", alone)

    visitor = Walker(web.test_client(), "/")
    visitor.sends("Watch a sample night")
    assert said("watch a sample night", visitor)
