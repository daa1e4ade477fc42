"""Files that a phone fetches once: named by their content, compressed, cached for ever, and small."""

import gzip
import hashlib
import inspect
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from jinja2 import DictLoader

from companion.domain.games import GAMES
from companion.web import assets, pwa, security
from tests.table import cases

STYLE = "".join(f".c{number}{{color:red;top:{number}px}}" for number in range(1, 51))
GZIP = {"Accept-Encoding": "gzip"}


@pytest.fixture
def static(tmp_path):
    folder = tmp_path / "static"
    (folder / "vendor").mkdir(parents=True)
    (folder / "app.css").write_text(STYLE)
    (folder / "dot.js").write_text("1")
    (folder / "vendor" / "htmx-4.0.1.min.js").write_text("htmx" * 100)
    (folder / "vendor" / "VENDORED.md").write_text("where it comes from")
    (folder / ".secret").write_text("hidden")
    (tmp_path / "outside.css").write_text("outside")
    return folder


@pytest.fixture
def app(static, tmp_path):
    app = Flask(__name__, static_folder=None)
    app.jinja_loader = DictLoader({"error.html": "{{ view.more }}"})
    security.init(app)
    pwa.serve_files(app)
    found, build = assets.load_assets(static), assets.build_hash(tmp_path / "templates", static)
    app.extensions["companion"] = SimpleNamespace(assets=found, build=build)
    return app


@pytest.fixture
def phone(app):
    return app.test_client()


def url(app, name):
    """The address that a template writes for a file by its plain name, also in an update, which answers no request."""
    return app.jinja_env.from_string(f"{{{{ asset('{name}') }}}}").render()


def test_under_a_name_with_its_hash_a_file_is_kept_for_ever(app, phone):
    address = url(app, "app.css")
    vendored = url(app, "vendor/htmx-4.0.1.min.js")  # which has its version in its name already
    first, second = (assets.asset_of("app.css", body) for body in (b"b{color:red}", b"b{color:#00f}"))

    assert re.fullmatch(r"/static/app\.[0-9a-f]{8}\.css", address)
    assert vendored == "/static/vendor/htmx-4.0.1.min.js"
    for each in (address, vendored):
        assert phone.get(each).headers["Cache-Control"] == pwa.FOREVER
    assert phone.get(address).text == STYLE
    assert first.lasting_name != second.lasting_name


@cases(
    ("a.js", "// why\nconst a = 1; /* so */ f(a, `b, // c`, /'] \\d+/);\n", "const a=1;f(a,`b, // c`,/'] \\d+/);"),
    (
        "a.css",
        '/* why */\n@layer x { b :is(i, u) {\n  content: "a: { b";\n} }\n',
        '@layer x{b :is(i,u){content:"a: { b"}}',
    ),
    ("b.css", 'b { content: "★" / "the most"; }', 'b{content:"★";content:"★" / "the most"}'),  # for older browsers
    ("vendor/a.js", "const a = 1; // theirs", "const a = 1; // theirs"),
)
def test_what_only_readers_of_the_source_need_is_not_sent(name, written, sent):
    assert assets.asset_of(name, written.encode()).body.decode().strip("\n") == sent


def test_under_its_plain_name_a_file_is_not_kept_and_has_its_type_on_every_system(phone):
    for name, text, kind in (("app.css", STYLE, "text/css"), ("dot.js", "1", "text/javascript")):
        answer = phone.get(f"/static/{name}")
        assert (answer.text, answer.headers["Cache-Control"]) == (text, "no-cache")
        assert answer.headers["Content-Type"] == f"{kind}; charset=utf-8"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_file_is_compressed_where_that_makes_it_smaller(app, phone):
    answer, dot = phone.get(url(app, "app.css"), headers=GZIP), phone.get("/static/dot.js", headers=GZIP)

    assert (answer.headers["Content-Encoding"], answer.headers["Vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(answer.data).decode() == STYLE
    assert (dot.text, "Content-Encoding" in dot.headers) == ("1", False)


def test_nothing_else_is_served_and_an_unknown_name_in_a_template_is_a_mistake(app, phone):
    for name in (
        "gone.css", "vendor/VENDORED.md", ".secret", "../outside.css", "%2e%2e/outside.css", "app.00000000.css",
    ):  # fmt: skip
        answer = phone.get(f"/static/{name}")
        assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store"), name
    with pytest.raises(LookupError, match=r"static/gone\.css"):
        url(app, "gone.css")


def test_the_build_changes_with_the_content_name_and_place_of_any_file(app, static, tmp_path):
    assert app.extensions["companion"].build == assets.build_hash(tmp_path / "templates", static)
    seen = {assets.build_hash(static)}
    (static / "app.css").write_text("body {}")
    for path in ("app.css", "other.css", "vendor/other.css"):
        (static / "app.css").rename(static / path)
        seen.add(assets.build_hash(static))
        (static / path).rename(static / "app.css")
    (static / "app.css").unlink()
    seen.add(assets.build_hash(static))

    assert len(seen) == 5


# The first page stays small enough for a bad network

ROOT = Path(__file__).parents[2]
STATIC, TEMPLATES = ROOT / "static", ROOT / "templates"
BASE = (TEMPLATES / "base.html").read_text() + (TEMPLATES / "_htmx.html").read_text()
ON_A_PAGE = re.findall(r"asset\('([^']+)'\)", BASE)
SENT = assets.load_assets(STATIC)
BUNDLED = [name for parts in assets.BUNDLES.values() for name in parts]
OURS = [name for name in BUNDLED if not name.startswith(assets.VENDOR)]  # beside htmx on a page of a night
KB = 1024
HTML_ALLOWANCE = 4 * KB
LATER = "icons/apple-touch-180.png"  # fetched once the companion is put on a home screen
ONLY_HTTPS = {"secure.js"}  # on plain http no phone asks for it


def weight(*names: str) -> int:
    """The bytes of files as they go over the wire."""
    return sum(len(SENT[name].packed or SENT[name].body) for name in names)


def test_the_first_table_with_all_its_files_weighs_at_most_38_kb_and_with_those_of_https_41(web):
    assert {"app.css", *assets.BUNDLES} < set(ON_A_PAGE)
    table = weight(*(name for name in ON_A_PAGE if name != LATER)) + HTML_ALLOWANCE
    pages = [web.test_client().get(page, headers=GZIP) for page in ("/offline", "/manifest.webmanifest")]
    besides = weight("sw.js", "shell.js") + sum(len(page.data) for page in pages)

    assert [page.status_code for page in pages] == [200, 200]
    assert table <= 38 * KB
    assert table + besides <= 41 * KB


def test_our_own_style_and_script_are_small_and_the_first_page_loads_no_htmx(web):
    first_page = web.test_client().get("/").get_data(as_text=True)

    assert {name for name in ON_A_PAGE if name.endswith(".js")} == {*assets.BUNDLES} | ONLY_HTTPS
    assert len(gzip.compress(b"".join(SENT[name].body for name in OURS))) <= 9.7 * KB
    assert sum(len((STATIC / name).read_text().splitlines()) for name in ("connection.js", "outbox.js")) <= 530
    assert weight("app.css") <= 8 * KB
    assert re.findall(r'<script src="/static/([a-z]+)', first_page) == ["every"]


def test_the_outbox_sends_the_forms_that_are_answered_in_words_and_the_browser_all_others(web):
    found = re.search(r"TAPS = /(.+?)/;", (STATIC / "outbox.js").read_text())
    assert found
    taps = re.compile(found[1].replace(r"\/", "/"))
    rules = [rule for rule in web.url_map.iter_rules() if "POST" in rule.methods]
    views = {rule.rule: web.view_functions[rule.endpoint] for rule in rules}
    worded = {rule for rule, view in views.items() if re.search(r"\bdone\(", inspect.getsource(view))}

    assert "/n/<nid>/entries" in worded
    shown_anew = {"/n/<nid>/preferences"}  # no stream brings what this phone alone has chosen
    assert {rule for rule in views if taps.match(rule)} == worded - shown_anew


@pytest.mark.each_game
def test_only_the_games_that_show_keys_dice_or_score_sheets_load_their_style(evening, bob):
    loading = set()
    for game in GAMES:
        evening.start(game, "p1", "p2", "p3")
        if bob.get().html.count("/static/games.") == 1:
            loading.add(game)
        evening.ann.tap("game.ended")

    assert {"yogis-whist", "card-yacht", "yak", "kings", "score-sheet"} <= loading
    assert loading.isdisjoint({"five-card-yak", "frak-you"})
    assert all("/static/games." in bob.get(page).html for page in ("sheet/yak", "sheet/card-yacht"))


# The templates keep to the content policy, and vendored files are unchanged

FORBIDDEN = {
    "a style attribute": re.compile(r"\sstyle\s*=", re.I),
    "an inline script": re.compile(r"<script(?![^>]*\ssrc=)", re.I),
    "a style element": re.compile(r"<style\b", re.I),
    "an inline handler": re.compile(r"\s(?:data-)?hx-on\b|\son[a-z]+\s*=", re.I),
}


@cases(
    ("a style attribute", '<p style="color:red">'), ("an inline script", "<script>alert(1)</script>"),
    ("a style element", "<style>p{}</style>"), ("an inline handler", '<b hx-on:click="x()">'),
    ("an inline handler", '<b onclick="x()">'),
)  # fmt: skip
def test_no_template_has_what_the_content_policy_stops(fault, line):
    assert FORBIDDEN[fault].search(line), "it would not be noticed"
    assert [path.name for path in TEMPLATES.rglob("*.html") if FORBIDDEN[fault].search(path.read_text())] == []


def test_our_own_scripts_and_styles_evaluate_and_import_nothing_and_make_no_phone_style_a_whole_page_again():
    ours = {path.name: path.read_text() for path in STATIC.iterdir() if path.suffix in (".css", ".js", ".svg")}

    assert len(ours) > 10
    assert not [name for name, text in ours.items() if re.search(r"\beval\(|new Func|@import|@property|[+~] \*", text)]


def test_every_vendored_file_has_the_hash_in_the_list():
    table = (STATIC / "vendor/VENDORED.md").read_text()
    written = dict(re.findall(r"^\| `([^`]+)` \|.*\| `([0-9a-f]{64})` \|$", table, re.M))
    found = [path for path in (STATIC / "vendor").iterdir() if path.suffix != ".md"]

    assert found
    assert written == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in found}
