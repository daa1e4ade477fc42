"""Sixty hostile words as names, rules and reasons: on nobody's phone do they run."""

import pytest

from companion.domain.events import Id
from tests.hostile_night import crowded, fitted
from tests.hostile_words import CORPUS

PAGES = (
    "", "drinks", "settle", "preferences", "unit", "rules", "ready-made", "files/rules", "log",
    "log/62", "log/122", "files", "recap", "seats", "share", "privacy", "start", "start/yak", "deal", "pad",
    "tv",
)  # fmt: skip
STRANGE = """() => [...document.querySelectorAll('body, body *, head *')].filter((element) =>
    element.matches('script:not([src]),iframe,object,embed,base,style,video,marquee,math,meta[http-equiv=refresh],img:not([src^="/"])')
    || [...element.attributes].some(({name, value}) => /^(on|hx-|srcdoc)/.test(name)
        || (name === 'style' && !/^--thumb-height: \\d+px;$/.test(value))  // measured by static/thumb.js
        || (/^(href|src|action|formaction)$/.test(name) && !/^https?:$/.test(new URL(value, location).protocol))
        || (/^(href|src|action|formaction)$/.test(name) && new URL(value, location).hostname === 'evil.example')),
).map((element) => element.outerHTML.slice(0, 200))"""


@pytest.mark.thorough
def test_hostile_words_run_on_nobodys_phone(server, phone):
    ann, bob = (phone(server.home) for _ in range(2))
    ann.open_file(crowded(CORPUS), fitted(Id, CORPUS[0]))
    bob.page.goto(ann.invitation())
    bob.page.locator("[name=seat]").first.tap()
    bob.page.wait_for_url("**/n/*/")
    bob.night = bob.page.url
    for page in PAGES:
        ann.go(page)
        assert ann.page.evaluate(STRANGE) == [], page
    ann.go()
    for word in CORPUS[::6]:  # rendered by an update, too
        seq = bob.enter("rule.called", rule=fitted(Id, word), player=fitted(Id, CORPUS[1]))
        ann.shows(seq)
    assert ann.page.evaluate(STRANGE) == []

    assert all(word in "\n".join(ann.log()) for word in CORPUS[-12:])  # and nothing of it is lost
    ann.go("rules")
    said = " ".join(ann.page.locator("main").inner_text().split())
    assert all(" ".join(word.split()) in said for word in CORPUS)
