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
    """The fields of the form of that id as a phone without script would send them."""
    (found,) = re.findall(rf'<form [^>]*id="{form}".*?</form>', html, re.S)
    return untouched(found)


FIELD = re.compile(r"<(input|button|select)\b([^>]*)>((?:[^<]|</?opt)*)")


def untouched(form: str) -> dict[str, list[str]]:
    """What a form would send before anybody touches it: fields, what is ticked or selected, and keys that are down."""
    sending: dict[str, list[str]] = {}
    for tag, field, inside in FIELD.findall(form):
        has = attributes(field)
        if tag == "select":
            listed = [(attributes(one), text) for one, text in re.findall(r"<option\b([^>]*)>([^<]*)", inside)]
            chosen, text = next((one for one in listed if "selected" in one[0]), listed[0])
            has["value"] = chosen.get("value", text)
        may_be_off = tag == "button" or has.get("type") in ("radio", "checkbox")
        if "name" in has and (not may_be_off or has.keys() & {"checked", "aria-pressed"}):
            sending.setdefault(has["name"], []).append(has.get("value", ""))
    return sending


def attributes(tag: str) -> dict[str, str]:
    """The attributes of a tag; one without a value has an empty one."""
    return {name: unescape(value) for name, value in re.findall(r'([\w-]+)(?:="([^"]*)")?', tag)}


def ticked(html: str, field: str) -> dict[str, bool]:
    """The values of the boxes of that name, and whether each is ticked."""
    found = re.findall(rf'name="{re.escape(field)}" value="([^"]*)"( checked)?', html)
    return {value: bool(mark) for value, mark in found}
