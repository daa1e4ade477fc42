"""The first five minutes: how many taps and typed fields they take, as docs/taps.md says."""

from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

from tests.conftest import OWN
from tests.servers import ROOT


class Page(HTMLParser):
    """The links of a page, and its forms: their fields as they are sent, what must be typed, and their buttons."""

    def __init__(self, html):
        super().__init__()
        self.links, self.forms, self._form, self._texts = [], {}, None, []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "form":
            self._form = given.get("id") or f"form {len(self.forms)}"
            self.forms[self._form] = {"action": given.get("action"), "fields": [], "typed": [], "buttons": []}
        if tag in ("a", "button"):
            self._texts.append((tag, given, []))
        form = self.forms.get(given.get("form") or self._form)
        kind = given.get("type", "text")
        if form is None or tag not in ("input", "option"):
            return
        if tag == "option" or kind in ("checkbox", "radio"):
            if "checked" in given or "selected" in given:
                form["fields"].append((given.get("name"), given.get("value", "on")))
        elif kind == "text" and "required" in given and not given.get("value"):
            form["typed"].append(given["name"])
        elif given.get("name"):
            form["fields"].append((given["name"], given.get("value", "")))

    def handle_data(self, data):
        for *_, words in self._texts:
            words.append(data)

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None
        if self._texts and self._texts[-1][0] == tag:
            _, given, words = self._texts.pop()
            text = " ".join("".join(words).split())
            if tag == "a":
                self.links.append((text, given.get("href")))
            elif form := self.forms.get(given.get("form") or self._form):
                form["buttons"].append((text, given))


class Walker:
    """Somebody with a phone without script, who counts what they tap and type."""

    def __init__(self, client, address):
        self.client, self.taps, self.fields = client, 0, 0
        self.goes(address)

    def goes(self, address):
        answer = self.client.get(address, follow_redirects=True)
        assert answer.status_code == 200
        self.address, self.html = answer.request.path, answer.get_data(as_text=True)
        self.page = Page(self.html)

    def follows(self, words):
        self.taps += 1
        self.goes(next(href for text, href in self.page.links if text.startswith(words)))

    def sends(self, words, **typed):
        """Taps the button that begins with these words; everything its form asks for must be typed."""
        form, button = next(
            (form, given)
            for form in self.page.forms.values()
            for text, given in form["buttons"]
            if text.startswith(words)
        )
        assert set(form["typed"]) <= set(typed), "this has to be typed as well"
        fields = [*((name, value) for name, value in form["fields"] if name not in typed), *typed.items()]
        if button.get("name"):
            fields.append((button["name"], button.get("value", "")))
        data = {}
        for name, value in fields:
            data.setdefault(name, []).append(value)
        answer = self.client.post(form["action"], data=data, headers=OWN)
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
