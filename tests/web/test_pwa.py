"""The companion as an app: what a phone needs to install it, and what it keeps for when there is no network."""

import json
import re
import struct
from dataclasses import replace

import pytest

from companion.web.pwa import FOREVER


@pytest.fixture
def phone(web):
    return web.test_client()


@pytest.fixture
def manifest(phone):
    answer = phone.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    return json.loads(answer.data)


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


def test_the_manifest_says_what_a_phone_asks_for_and_has_its_pictures_and_shortcuts(phone, manifest):
    assert (manifest["id"], manifest["scope"], manifest["start_url"]) == ("/", "/", "/")
    assert manifest["display"] == "standalone"
    assert manifest["name"] == "Party Companion"
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"),
    }  # fmt: skip
    assert {shot["form_factor"] for shot in manifest["screenshots"]} == {"narrow", "wide"}
    for picture in [*manifest["icons"], *manifest["screenshots"]]:
        answer = phone.get(picture["src"])
        assert answer.status_code == 200
        assert answer.mimetype == picture["type"]
        assert size_of(answer.data) == picture["sizes"]
        assert answer.headers["Cache-Control"] == FOREVER
        assert len(answer.data) < 64 * 1024
    page = phone.get("/").text
    assert [shortcut["name"] for shortcut in manifest["shortcuts"]] == ["Join a table", "Open a table"]
    assert all(f'id="{shortcut["url"].removeprefix("/#")}"' in page for shortcut in manifest["shortcuts"])


def test_the_service_worker_is_at_the_root_never_cached_and_another_for_every_build(phone, web, monkeypatch):
    answer = phone.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]

    monkeypatch.setitem(web.extensions, "companion", replace(web.extensions["companion"], build="another0"))
    assert phone.get("/sw.js").text != answer.text


def test_the_offline_page_shows_no_night_and_the_service_worker_keeps_all_it_needs(phone, evening, ann):
    page, worker = ann.get("/offline").html, phone.get("/sw.js").text
    needed = json.loads(re.search(r"NEEDED=(\[.*?\]);", worker)[1])
    asked = set(re.findall(r'<(?:link rel="(?:stylesheet|icon)" href|script src)="([^"]+)"', page))

    assert asked == set(needed)
    assert all(phone.get(path).status_code == 200 for path in needed)
    assert "No network" in page
    assert "Friday" not in page
    assert evening.nid not in page


def test_on_plain_http_the_invitation_shows_what_https_would_add_and_its_address_if_there_is_one(
    evening, ann, web, monkeypatch
):
    words = ann.get("share").words
    assert "what https adds" in words
    assert "install the companion as an app" in words
    assert "companion --https" in words
    assert "As an app on this phone" not in words
    assert "its authority" not in words

    monkeypatch.setitem(web.config, "HTTPS_URL", "https://192.168.1.5:8443")
    words = ann.get("share").words
    assert "speaks https at https://192.168.1.5:8443 for devices that trust its authority" in words


def test_on_https_the_invitation_says_how_to_install_it(web):
    phone = web.test_client()
    own = {"base_url": "https://localhost", "headers": {"Origin": "https://localhost"}}
    opened = phone.post("/nights", data={"night": "Friday", "name": "Ann", "unit": "sip"}, **own)
    page = phone.get(opened.headers["Location"], base_url="https://localhost").text

    assert "As an app on this phone" in page
    assert "what https adds" not in page
