"""Files that a phone fetches once: named by their content, packed, and kept for ever."""

import gzip
import re
from types import SimpleNamespace

import pytest
from flask import Flask

from companion.web import assets, pwa, security
from companion.web.rate_limits import Limits

STYLE = "".join(f".c{number}{{color:red;top:{number}px}}" for number in range(1, 51))


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
    security.init(app)
    pwa.serve_files(app)
    found, build = assets.wardrobe(static), assets.build_hash(tmp_path / "templates", static)
    app.extensions["companion"] = SimpleNamespace(assets=found, build=build, limits=Limits())
    return app


@pytest.fixture
def phone(app):
    return app.test_client()


def url(app, name):
    with app.app_context():
        return pwa.url(name)


def test_a_lasting_name_tells_the_content(app, phone):
    address = url(app, "app.css")

    assert re.fullmatch(r"/static/app\.[0-9a-f]{8}\.css", address)
    assert phone.get(address).text == STYLE


def test_templates_ask_for_files_by_their_plain_name(app):
    with app.app_context():
        assert app.jinja_env.from_string("{{ asset('app.css') }}").render() == pwa.url("app.css")


def test_another_content_has_another_name():
    first, second = (assets.asset_of("app.css", body) for body in (b"b{color:red}", b"b{color:#00f}"))

    assert first.lasting_name != second.lasting_name


def test_what_only_readers_of_the_source_need_stays_at_home():
    cases = [
        ("a.js", "// why\nconst a = 1; /* so */ f(a, `b, // c`, /'] \\d+/);\n", "const a=1;f(a,`b, // c`,/'] \\d+/);"),
        (
            "a.css",
            '/* why */\n@layer x { b :is(i, u) {\n  content: "a: { b";\n} }\n',
            '@layer x{b :is(i,u){content:"a: { b"}}',
        ),
        ("vendor/a.js", "const a = 1; // theirs", "const a = 1; // theirs"),
    ]
    for name, written, sent in cases:
        assert assets.asset_of(name, written.encode()).body.decode().strip("\n") == sent, name


def test_under_its_lasting_name_a_file_is_kept_for_ever(app, phone):
    assert phone.get(url(app, "app.css")).headers["Cache-Control"] == pwa.FOREVER


def test_under_its_plain_name_a_file_is_asked_for_again(phone):
    answer = phone.get("/static/app.css")

    assert (answer.text, answer.headers["Cache-Control"]) == (STYLE, "no-cache")


def test_vendored_files_keep_the_name_that_has_their_version(app, phone):
    address = url(app, "vendor/htmx-4.0.1.min.js")

    assert address == "/static/vendor/htmx-4.0.1.min.js"
    assert phone.get(address).headers["Cache-Control"] == pwa.FOREVER


def test_a_file_travels_packed_to_a_phone_that_takes_it(app, phone):
    answer = phone.get(url(app, "app.css"), headers={"Accept-Encoding": "gzip"})

    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(answer.data).decode() == STYLE


def test_a_file_that_packing_would_swell_travels_as_it_is(phone):
    answer = phone.get("/static/dot.js", headers={"Accept-Encoding": "gzip"})

    assert (answer.text, "Content-Encoding" in answer.headers) == ("1", False)


def test_a_file_says_what_it_is_on_every_system(phone):
    for name, kind in [("app.css", "text/css; charset=utf-8"), ("dot.js", "text/javascript; charset=utf-8")]:
        assert phone.get(f"/static/{name}").headers["Content-Type"] == kind, name


def test_nothing_else_is_served(phone):
    cases = ["gone.css", "vendor/VENDORED.md", ".secret", "../outside.css", "%2e%2e/outside.css", "app.00000000.css"]
    for name in cases:
        answer = phone.get(f"/static/{name}")
        assert answer.status_code == 404, name
        assert answer.headers["Cache-Control"] == "no-store", name


def test_a_file_wears_the_security_headers(phone):
    assert phone.get("/static/app.css").headers["X-Content-Type-Options"] == "nosniff"


def test_an_unknown_name_in_a_template_is_a_mistake(app):
    with pytest.raises(LookupError, match=r"static/gone\.css"):
        url(app, "gone.css")


def test_assets_are_for_anybody(app):
    assert security.undeclared(app) == []


def test_the_build_changes_with_any_file_its_name_and_its_place(static):
    seen = {assets.build_hash(static)}
    for change in (
        lambda: (static / "app.css").write_text("body {}"),
        lambda: (static / "app.css").rename(static / "house.css"),
        lambda: (static / "house.css").rename(static / "vendor" / "house.css"),
        lambda: (static / "vendor" / "house.css").unlink(),
    ):
        change()
        seen.add(assets.build_hash(static))

    assert len(seen) == 5


def test_the_same_files_are_the_same_build(app, static, tmp_path):
    assert app.extensions["companion"].build == assets.build_hash(tmp_path / "templates", static)
