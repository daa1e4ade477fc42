"""What holds for every request: the headers of answers, compression, and the pages of errors."""

import gzip
from html import unescape
from types import SimpleNamespace

import pytest
from flask import Flask, Response, abort, request
from jinja2 import DictLoader

from companion.web import security
from companion.web.rate_limits import Buckets
from companion.web.security import policy

OWN = "http://localhost"
LONG = "<p>" + "trick " * 200


def small_app(**settings) -> Flask:
    """An app with one page, one form, one stream and some refusals."""
    app = Flask(__name__, static_folder=None)
    app.jinja_loader = DictLoader({"error.html": "<h1>{{ view.title }}</h1>{{ view.more }}"})
    app.config.update(TRUSTED_HOSTS=["localhost", "192.168.1.5", "party.example"], MAX_CONTENT_LENGTH=100)
    app.config.update(settings)
    app.add_url_rule("/", view_func=policy("anybody")(lambda: LONG), endpoint="page")
    app.add_url_rule("/short", view_func=policy("anybody")(lambda: "<p>short"), endpoint="short")
    app.add_url_rule("/tap", view_func=policy("anybody")(tap), methods=["POST", "PUT", "DELETE"])
    app.add_url_rule("/live", view_func=policy("anybody")(live))
    app.add_url_rule("/refused/<int:status>", view_func=policy("anybody")(refused))
    app.add_url_rule("/broken", view_func=policy("anybody")(lambda: 1 / 0), endpoint="broken")
    app.extensions["companion"] = SimpleNamespace(buckets=Buckets())
    security.init(app)
    return app


def tap() -> str:
    return f"took {len(request.form)}"


def live() -> Response:
    return Response(f"data: {LONG}\n\n", mimetype="text/event-stream")


def refused(status: int) -> Response:
    abort(status, request.args.get("because"))


@pytest.fixture
def phone():
    return small_app().test_client()


def test_our_own_page_can_tap_by_any_of_our_addresses_and_reading_needs_no_origin(phone):
    network, public = "http://192.168.1.5:8000", "https://party.example"
    proxied = small_app(PUBLIC_URL=public).test_client()  # its proxy speaks plain http to us
    for client, address, headers in (
        (phone, OWN, {"Origin": OWN}),
        (phone, OWN, {"Origin": OWN, "Sec-Fetch-Site": "same-origin"}),
        (phone, OWN, {"Sec-Fetch-Site": "same-origin"}),
        (phone, network, {"Origin": network}),
        (proxied, "http://party.example", {"Origin": public}),
    ):
        assert client.post("/tap", base_url=address, headers=headers).status_code == 200, headers
    assert phone.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


def test_every_answer_has_the_security_headers_and_the_csp_allows_nothing_unsafe(phone):
    for path in ["/", "/live", "/refused/404", "/nowhere", "/tap"]:
        headers = phone.get(path).headers
        assert {name: headers[name] for name in security.PAGE_HEADERS} == security.PAGE_HEADERS, path
        assert headers["X-Content-Type-Options"] == "nosniff", path
        assert headers["Cache-Control"] == "no-store", path
        assert "HX-Request" in headers["Vary"], path
    csp = security.PAGE_HEADERS["Content-Security-Policy"]
    assert "unsafe" not in csp
    assert "*" not in csp


def test_a_page_is_compressed_for_a_phone_that_accepts_it_unless_it_is_short_or_a_stream(phone):
    answer = phone.get("/", headers={"Accept-Encoding": "gzip, br"})

    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data).decode() == LONG
    assert int(answer.headers["Content-Length"]) == len(answer.data) < len(LONG)
    for path, accepts in [("/", ""), ("/", "gzip;q=0"), ("/short", "gzip"), ("/live", "gzip")]:
        answer = phone.get(path, headers={"Accept-Encoding": accepts})
        assert "Content-Encoding" not in answer.headers, path
        assert "short" in answer.text or LONG in answer.text, path
        assert path != "/" or "Accept-Encoding" in answer.headers["Vary"]


def test_a_refusal_is_a_sentence(phone):
    for status in [400, 403, 404, 405, 413, 429, 503]:
        answer = phone.get(f"/refused/{status}")
        assert answer.status_code == status, status
        assert security.TITLES_AND_SENTENCES[status][1] in unescape(answer.text), status
    own = phone.get("/refused/404?because=No+<b>.")
    assert (own.text, own.mimetype) == ("<h1>Nothing here</h1>No &lt;b&gt;.", "text/html")
    too_big = phone.post("/tap", data={"name": "a" * 200}, headers={"Origin": OWN})
    assert (too_big.status_code, "Nothing was changed" in too_big.text) == (413, True)
    wrong_method = phone.get("/tap")
    assert (wrong_method.status_code, "POST" in wrong_method.headers["Allow"]) == (405, True)
    mistake = phone.get("/broken")
    assert (mistake.status_code, "division" in mistake.text) == (500, False)
    assert security.TITLES_AND_SENTENCES[500][1] in mistake.text


def test_a_policy_that_is_not_known_is_a_mistake():
    with pytest.raises(ValueError, match="'everyone'"):
        policy("everyone")


def test_every_answer_to_the_script_has_our_header(evening, ann):
    for path in ("", "poll?page=table", "no-such-page", "/n/elsewhere/"):
        assert ann.get(path, **{"HX-Request": "true"}).response.headers["X-Companion"] == "yes", path
    assert ann.tap("player.left", player="p2").response.headers["X-Companion"] == "yes"
    assert "X-Companion" not in ann.get().response.headers
