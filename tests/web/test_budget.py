"""The first page stays small enough for a bad network, and brings nothing that the content policy stops."""

import hashlib
import re
from pathlib import Path

from companion.web.assets import asset_of

ROOT = Path(__file__).parents[2]
STATIC, TEMPLATES = ROOT / "static", ROOT / "templates"
BASE = (TEMPLATES / "base.html").read_text() + (TEMPLATES / "_htmx.html").read_text()
ASSETS = re.findall(r"asset\('([^']+)'\)", BASE)
KB = 1024
HTML_ALLOWANCE = 4 * KB
AT_HOME = "icons/apple-touch-180.png"  # fetched once the companion is put on a home screen
ONLY_HTTPS = {"secure.js"}  # on plain http no phone asks for it

FORBIDDEN = {
    "a style attribute": re.compile(r"\sstyle\s*=", re.I),
    "an inline script": re.compile(r"<script(?![^>]*\ssrc=)", re.I),
    "a style element": re.compile(r"<style\b", re.I),
    "an inline handler": re.compile(r"\s(?:data-)?hx-on\b|\son[a-z]+\s*=", re.I),
    "another host": re.compile(r"""(?:src|href|action|url)\s*[=(]\s*["']?\s*(?:https?:)?//""", re.I),
}


def weight(name: str) -> int:
    """The bytes of a file as they go over the wire."""
    asset = asset_of(name, (STATIC / name).read_bytes())
    return len(asset.packed or asset.body)


def templates() -> list[Path]:
    return sorted(TEMPLATES.rglob("*.html"))


def test_our_own_script_on_a_page_of_a_night_weighs_at_most_9_and_a_half_kb():
    ours = [name for name in ASSETS if name.endswith(".js") and not name.startswith("vendor/")]

    assert {"page.js", "outbox.js", "connection.js"} <= set(ours)
    assert sum(weight(name) for name in ours if name not in ONLY_HTTPS) <= 9.5 * KB


def test_the_two_extensions_of_htmx_are_short():
    ours = [(STATIC / name).read_text().splitlines() for name in ("connection.js", "outbox.js")]

    assert sum(map(len, ours)) <= 350


def test_the_first_table_with_all_its_files_weighs_at_most_38_kb():
    assert {"app.css", "page.js", "vendor/htmx-4.0.1.min.js", "vendor/hx-sse-4.0.1.min.js", *ONLY_HTTPS} <= set(ASSETS)
    assert sum(weight(name) for name in ASSETS if name != AT_HOME) + HTML_ALLOWANCE <= 38 * KB


def test_the_first_page_loads_no_htmx(web):
    page = web.test_client().get("/").get_data(as_text=True)

    assert re.findall(r'<script src="/static/([a-z]+)', page) == ["page"]


def test_with_all_that_a_phone_fetches_besides_on_https_it_does_too(web):
    asks = web.test_client()
    pages = [asks.get(page, headers={"Accept-Encoding": "gzip"}) for page in ("/offline", "/manifest.webmanifest")]
    assert [page.status_code for page in pages] == [200, 200]

    besides = sum(weight(name) for name in ("sw.js", "shell.js")) + sum(len(page.data) for page in pages)

    assert sum(weight(name) for name in ASSETS if name != AT_HOME) + HTML_ALLOWANCE + besides <= 41 * KB


def test_the_style_sheet_weighs_at_most_7_and_a_tenth_kb():
    assert weight("app.css") <= 7.1 * KB


def test_every_vendored_file_is_the_one_written_down():
    table = (STATIC / "vendor/VENDORED.md").read_text()
    rows = re.findall(r"^\| `([^`]+)` \|.*\| `([0-9a-f]{64})` \|$", table, re.M)
    found = {path.name for path in (STATIC / "vendor").iterdir() if path.suffix != ".md"}

    assert found
    assert {name for name, _ in rows} == found
    for name, written in rows:
        assert hashlib.sha256((STATIC / "vendor" / name).read_bytes()).hexdigest() == written


def test_no_template_brings_what_the_content_policy_stops():
    guilty = [
        (path.name, what) for path in templates() for what in FORBIDDEN if FORBIDDEN[what].search(path.read_text())
    ]

    assert templates()
    assert guilty == []


def test_such_a_line_would_be_noticed():
    cases = [
        ("a style attribute", '<p style="color:red">'),
        ("an inline script", "<script>alert(1)</script>"),
        ("a style element", "<style>p{}</style>"),
        ("an inline handler", '<b hx-on:click="x()">'),
        ("an inline handler", '<b onclick="x()">'),
        ("another host", '<img src="https://elsewhere.example/a.png">'),
        ("another host", "<a href='//elsewhere.example'>"),
    ]
    for fault, line in cases:
        assert FORBIDDEN[fault].search(line), fault


def test_our_own_files_run_no_text_and_import_no_other_style():
    ours = [path for path in STATIC.iterdir() if path.suffix in (".css", ".js", ".svg")]

    assert len(ours) > 10
    for path in ours:
        assert not re.search(r"\beval\(|new Function|@import", path.read_text()), path.name
