"""A player with only a keyboard: each focused control must be visible, and none may trap the focus."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.browser.phone import Phone

MOST = 80  # stops on the longest page
AT = """() => {
    const at = document.activeElement;
    if (!at || at === document.body) return null;
    const words = (one) => (one?.getAttribute('aria-label') || one?.innerText || one?.textContent || '')
        .replace(/\\s+/g, ' ').trim();
    const ringed = (one) => {
        const {outlineWidth, outlineStyle} = getComputedStyle(one);
        return parseFloat(outlineWidth) >= 2 && outlineStyle !== 'none';
    };
    const label = at.getAttribute('aria-label') ? at : at.labels?.[0] || at;
    const shown = at.labels?.[0] && getComputedStyle(at).opacity === '0' ? at.labels[0] : at;
    const {x, y, width, height} = shown.getBoundingClientRect();
    const points = [[.5, .5], [.1, .5], [.9, .5], [.5, .15], [.5, .85]]
        .map(([right, down]) => document.elementFromPoint(x + width * right, y + height * down));
    return {
        name: words(label), tag: at.localName,
        ringed: [at, shown, ...(shown === at ? [] : shown.querySelectorAll('*'))].some(ringed),
        seen: points.some((one) => shown.contains(one) || (one?.contains(shown) && one.closest('a,button,label'))),
    };
}"""


FETCHED = """() => !document.querySelector('script[src*="/every."]')
    || performance.getEntriesByType('resource').some((one) => one.name.endsWith('/static/keyboard.js'))"""


class Keys:
    """The keyboard of one phone; `faults` are the controls whose focus could not be seen."""

    def __init__(self, one: Phone) -> None:
        self.one, self.page, self.faults = one, one.page, list[str]()

    @property
    def at(self) -> Any:
        """The control that has the focus, or None."""
        return self.page.evaluate(AT)

    def to(self, name: str, key: str = "Tab", tag: str = "") -> None:
        """Moves the focus to the control, if named of this tag, whose text begins with `name`."""
        for _ in range(MOST):
            self.page.keyboard.press(key)
            self.page.wait_for_function(FETCHED)  # nobody is quicker with the next key than the script for keys
            at = self.at
            if at is None:  # the browser's own bar
                continue
            self.notice(at)
            if re.match(re.escape(name), at["name"]) and tag in ("", at["tag"]):
                return
        raise AssertionError(f"No way by {key} to “{name}” on {self.page.url}.")

    def notice(self, at: Any) -> None:
        for fault in ("ringed", "seen"):
            if not at[fault]:
                self.faults.append(f"{self.page.url}: “{at['name'][:40]}” ({at['tag']}) is not {fault}")

    def press(self, name: str, key: str = "Enter") -> None:
        """Moves to a control and presses it, once no buttons are paused any more."""
        self.to(name)
        self.one.calm()
        self.page.keyboard.press(key)

    def records(self, name: str, key: str = "Enter") -> int:
        """Presses a button that records; returns the seq of the night after that."""
        self.to(name, tag="button")
        self.one.calm()
        with self.page.expect_response(lambda answer: answer.url.endswith("/entries")) as sent:
            self.page.keyboard.press(key)
        assert sent.value.status == 200, sent.value.text()
        seq = int(sent.value.headers["x-version"].partition(".")[0])
        self.one.shows(seq)
        return seq

    def types(self, label: str, words: str) -> None:
        self.to(label)
        self.page.keyboard.type(words)
