"""What a page of a night shows, and what a form on it would send from a phone without script."""

import re
from html import unescape

from tests.conftest import Phone


def region(phone: Phone, name: str, page: str = "") -> str:
    """A region of a page as this phone sees it now."""
    return phone.get(page).regions[f"r-{name}"]


def fields(html: str, form: str = "") -> dict[str, str]:
    """The hidden fields of a form, or of the first pad, as it would send them."""
    found = re.search(rf'<form id="{form}".*?</form>' if form else r"<form [^>]*data-pad.*?</form>", html, re.S)
    assert found, f"there is no form {form}"
    return dict(re.findall(r'<input (?:type="hidden" )?name="([^"]*)" value="([^"]*)">', found[0]))


def sent(html: str, form: str) -> dict[str, list[str]]:
    """The fields of a form with what is chosen in it, as a phone without script would send them."""
    (found,) = re.findall(rf'<form [^>]*id="{form}".*?</form>', html, re.S)
    sending: dict[str, list[str]] = {}
    for field in re.findall(r"<input ([^>]*)>", found):
        has = dict(re.findall(r'([\w-]+)="([^"]*)"', field))
        if has.get("type") not in ("radio", "checkbox") or field.endswith((" checked", " checked required")):
            sending.setdefault(has["name"], []).append(unescape(has.get("value", "")))
    return sending


def ticked(html: str, field: str) -> dict[str, bool]:
    """The values of the boxes of that name, and whether each is ticked."""
    found = re.findall(rf'name="{re.escape(field)}" value="([^"]*)"( checked)?', html)
    return {value: bool(mark) for value, mark in found}
