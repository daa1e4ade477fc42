"""The companion as an app: what a phone is told to install it, and what it keeps for when no network comes."""

import json
import re
import struct
from dataclasses import replace

import pytest

from companion.web import pwa
from companion.web.pwa import FOREVER


@pytest.fixture
def phone(web):
    return web.test_client()


@pytest.fixture
def manifest(phone):
    answer = phone.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    return json.loads(answer.data)


def pictures(manifest):
    return [*manifest["icons"], *manifest["screenshots"]]


def size_of(picture: bytes) -> str:
    """Width and height as the file itself says."""
    if picture.startswith(b"\x89PNG"):
        return "{}x{}".format(*struct.unpack(">II", picture[16:24]))
    frame = re.search(rb"\xff[\xc0-\xc2]..\x08(..)(..)", picture, re.S)
    return "{1}x{0}".format(*(int.from_bytes(side, "big") for side in frame.groups()))


def test_every_page_names_the_manifest_and_the_icon_of_an_iphone(phone, evening, ann):
    for page in (phone.get("/").text, ann.get().html):
        assert '<link rel="manifest" href="/manifest.webmanifest">' in page
        icon = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)[1]
        assert size_of(phone.get(icon).data) == "180x180"


def test_the_manifest_says_what_a_phone_asks_for(manifest):
    assert (manifest["id"], manifest["scope"], manifest["start_url"]) == ("/", "/", "/")
    assert manifest["display"] == "standalone"
    assert manifest["name"] == "Party Companion"
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"),
    }  # fmt: skip
    assert {shot["form_factor"] for shot in manifest["screenshots"]} == {"narrow", "wide"}


def test_every_picture_is_there_is_as_big_as_is_said_and_may_be_kept(phone, manifest):
    for picture in pictures(manifest):
        answer = phone.get(picture["src"])
        assert answer.status_code == 200
        assert answer.mimetype == picture["type"]
        assert size_of(answer.data) == picture["sizes"]
        assert answer.headers["Cache-Control"] == FOREVER
        assert len(answer.data) < 64 * 1024


def test_every_shortcut_leads_to_a_field_of_the_start_page(phone, manifest):
    page = phone.get("/").text

    assert [shortcut["name"] for shortcut in manifest["shortcuts"]] == ["Join a table", "Open a night"]
    for shortcut in manifest["shortcuts"]:
        assert f'id="{shortcut["url"].removeprefix("/#")}"' in page


def test_the_service_worker_stands_at_the_root_and_is_never_kept(phone):
    answer = phone.get("/sw.js")

    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]


def test_every_build_has_a_service_worker_of_its_own(phone, web, monkeypatch):
    before = phone.get("/sw.js").text
    monkeypatch.setitem(web.extensions, "companion", replace(web.extensions["companion"], build="another0"))

    assert phone.get("/sw.js").text != before


def test_what_the_page_without_network_needs_is_what_the_service_worker_keeps(phone, web):
    page, worker = phone.get("/offline").text, phone.get("/sw.js").text
    needed = json.loads(re.search(r"NEEDED=(\[.*?\]);", worker)[1])
    asked = set(re.findall(r'<(?:link rel="(?:stylesheet|icon)" href|script src)="([^"]+)"', page))

    assert asked == set(needed)
    assert all(phone.get(path).status_code == 200 for path in needed)
    assert len(needed) == len(pwa.NEEDED)


def test_the_page_without_network_knows_of_no_night(evening, ann):
    page = ann.get("/offline").html

    assert "No network" in page
    assert "Friday" not in page
    assert evening.nid not in page


def test_on_plain_http_the_invitation_says_honestly_what_https_would_add(evening, ann):
    page = ann.get("share")

    assert "What https would add" in page.words
    assert "install the companion as an app" in page.words
    assert "companion --https" in page.words
    assert "As an app on this phone" not in page.words


def test_with_a_second_door_the_invitation_says_who_may_take_it(evening, ann, web, monkeypatch):
    assert "its authority" not in ann.get("share").words
    monkeypatch.setitem(web.config, "HTTPS_URL", "https://192.168.1.5:8443")

    page = ann.get("share")

    assert "speaks https at https://192.168.1.5:8443 for devices that trust its authority" in page.words


def test_on_https_the_invitation_says_how_to_install_it(web):
    phone = web.test_client()
    own = {"base_url": "https://localhost", "headers": {"Origin": "https://localhost"}}
    opened = phone.post("/nights", data={"night": "Friday", "name": "Ann", "unit": "sip"}, **own)
    page = phone.get(f"{opened.headers['Location']}share", base_url="https://localhost").text

    assert "As an app on this phone" in page
    assert "What https would add" not in page
