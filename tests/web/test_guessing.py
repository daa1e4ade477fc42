"""Guessing: wrong codes are counted, wrong secrets all get the same answer, and no answer repeats a forged host."""

import re
from datetime import timedelta

from itsdangerous import URLSafeTimedSerializer
from msgspec.structs import replace

from companion.commands.night_cache import row
from companion.storage import clock, members, nights
from companion.storage.database import database_of
from companion.system import chance
from companion.web import join


def visible(answer):
    """Everything by which two refusals could differ."""
    headers = {name: value for name, value in answer.response.headers if name != "Content-Length"}
    return answer.status, answer.html, headers


def near(secret):
    """Wrong secrets that are nearly right."""
    first, last = ("B" if secret[at] == "A" else "A" for at in (0, -2))
    changed = [first + secret[1:], secret[:-2] + last + secret[-1], secret[:-1], secret + "A"]
    return [*changed, secret.swapcase(), secret[::-1]]


def test_the_eleventh_wrong_code_waits_and_the_right_link_still_enters(evening, stranger):
    right = evening.links.code
    nearly = [*near(right)[1:4], f"{right} ' OR 1=1", "%", "_" * 6, "\x00"]
    codes = [*nearly, *(chance.code() for _ in range(10 - len(nearly)))]

    first = [stranger.post("/join", code=code) for code in codes]
    assert {answer.status for answer in first} == {422}
    typed = list(zip(first, codes, strict=True))[len(nearly) :]
    assert len({answer.html.replace(code, "") for answer, code in typed}) == 1
    assert not [answer for answer in first if evening.links.token in answer.html]

    answers = [stranger.post("/join", code=code) for code in (chance.code(), right)]
    assert [answer.status for answer in answers] == [429, 429]
    assert visible(answers[0]) == visible(answers[1])
    assert f"wrong codes. Scan the table’s QR code, or wait {join.WINDOW / 60:.0f} minutes." in answers[0].words
    assert evening.join("Dan").get().status == 200


def test_nobody_learns_by_guessing_which_nights_there_are(evening, start_evening):
    elsewhere = start_evening(name="Elsewhere").ann
    for phone in (evening.stranger(), elsewhere):
        phone.client.set_cookie(f"companion_{'z' * 8}", "a" * 43)
        phone.client.set_cookie(f"companion_{evening.nid}", "a" * 43)
        for page in ("", "log", "live?page=table", "night.json", "no/such/page"):
            answers = [phone.get(f"/n/{nid}/{page}") for nid in (evening.nid, "z" * 8, "y" * 8, "x")]
            answers += [phone.post(f"/n/{nid}/entries", type="game.ended") for nid in (evening.nid, "z" * 8, "y" * 8)]
            same = answers[:4]
            assert len({str(visible(answer)) for answer in same}) == 1, page
            assert same[0].status == (404 if page.startswith("no/") else 403)
            assert {answer.status for answer in answers[4:]} == {403}


def test_every_wrong_invitation_gets_the_same_answer_without_anything_of_the_night(evening, stranger):
    made_up = [*near(evening.links.token), chance.token(), evening.links.code, evening.nid, "x", "%00", "' OR 1=1 --"]

    for ask in (lambda path: stranger.get(path), lambda path: stranger.post(path, name="Dan")):
        answers = [ask(f"/j/{token}") for token in made_up]
        assert {answer.status for answer in answers} == {404}
        assert len({str(visible(answer)) for answer in answers}) == 1
        assert "Ann" not in answers[0].html


def test_every_wrong_ticket_gets_the_same_answer_and_the_page_does_not_show_a_right_one(evening, stranger):
    secret = members.ticket(database_of(evening.app), evening.nid, "p2")
    made_up = [*near(secret), chance.token(), "no-ticket-at-all"]

    pages = [stranger.get(f"/m/{one}") for one in (secret, *made_up)]
    assert {answer.status for answer in pages} == {200}
    bodies = (re.sub(r'name="key" value="[\w-]{22}"', "", answer.html) for answer in pages)
    assert len({html.replace(one, "") for html, one in zip(bodies, (secret, *made_up), strict=True)}) == 1
    wrong = [stranger.post(f"/m/{one}") for one in made_up]
    assert {answer.status for answer in wrong} == {404}
    assert len({str(visible(answer)) for answer in wrong}) == 1
    assert stranger.post(f"/m/{secret}").goes_to == f"/n/{evening.nid}/"


def test_nobody_writes_their_own_proof_of_having_opened_a_file(evening, stranger):
    app, payload = evening.app, [evening.nid, 0]
    forged = [
        URLSafeTimedSerializer(key, salt=salt).dumps(payload)
        for key, salt in ((b"guess", "opened"), ("", "opened"), (app.config["SECRET_KEY"], "cookie-session"))
    ]
    real = URLSafeTimedSerializer(app.config["SECRET_KEY"], salt="opened").dumps(payload)
    assert stranger.get(f"/opened/{real}").status == 403  # somebody sits there already

    answers = [stranger.get(f"/opened/{one}") for one in (*forged, *near(real), "x", "..", "W10.x.y")]
    answers += [stranger.post(f"/opened/{one}", seat="p1") for one in forged]
    assert {answer.status for answer in answers} == {404}
    assert len({answer.html for answer in answers}) == 1


def test_no_cookie_is_guessed_forged_or_taken_from_another_night(evening, start_evening, bob):
    name, elsewhere = f"companion_{evening.nid}", start_evening(name="Elsewhere")
    other = elsewhere.ann.client.get_cookie(f"companion_{elsewhere.nid}").value
    real = bob.client.get_cookie(name).value
    hashes = [phone.token_hash for phone in evening.services.nights.phones(evening.nid).devices]
    made_up = [other, evening.links.token, evening.links.code, *hashes, "p1", "1", "true", "", "x" * 3000]
    for value in (*near(real), *made_up):
        phone = evening.stranger()
        phone.client.set_cookie(name, value)
        assert phone.get().status == 403, value


def test_a_code_goes_dead_with_the_night_or_twelve_hours_after_the_last_tap_and_lives_again_with_the_next(
    evening, ann, stranger, monkeypatch
):
    began, code = clock.now(), evening.links.code

    def after(hours):
        for module in (nights, clock):
            monkeypatch.setattr(module, "now", lambda: began + timedelta(hours=hours))
        return stranger.post("/join", code=code)

    wrong = stranger.post("/join", code=chance.code())
    assert after(0).status == after(11.9).status == 303
    dead = after(12.1)
    assert dead.status == 422
    assert dead.html.replace(code, "") == re.sub(r'value="[A-Z]{6}"', 'value=""', wrong.html)
    ann.tap("player.joined", names="Dan")
    assert after(12.2).status == after(24).status == 303
    assert after(24.2).status == 422
    assert stranger.get(f"/j/{evening.links.token}").status == 200  # the QR code is no code to be guessed
    ann.tap("night.closed")
    assert after(24.3).status == 422


def test_a_hand_written_file_of_the_future_keeps_no_code_alive(evening, monkeypatch):
    later = clock.now() + timedelta(hours=13)
    monkeypatch.setattr(nights, "now", lambda: later)
    future = [row(evening.nid, replace(line.entry, at="2999-01-01T00:00:00.000Z")) for line in evening.log.lines]

    night = nights.open_night(database_of(evening.app), future)
    assert nights.is_code_live(database_of(evening.app), night)

    monkeypatch.setattr(nights, "now", lambda: later + timedelta(hours=13))
    assert not nights.is_code_live(database_of(evening.app), night)


def test_the_code_of_a_night_is_as_hard_to_guess_as_eight_signs_were_and_every_secret_has_128_bits():
    """How likely it is that somebody who types wrong codes without end finds one given night while its code lives."""
    codes = len(set(chance.CODE_LETTERS)) ** chance.CODE_LENGTH
    life = timedelta(hours=6) + nights.CODE_LASTS  # an evening of six hours, and until its code is dead
    tries = join.ALTOGETHER * life.total_seconds() / join.WINDOW
    before = 100 * timedelta(days=180).total_seconds() / 60 / 31**8  # a hundred tries a minute, as long as it was kept

    assert len(chance.code()) == 6
    assert tries / codes < before < 1 / 30_000
    assert len(chance.token()) == 22  # letters of 6 bits


EVIL = "evil.example"
FORGED = [
    {"X-Forwarded-Host": EVIL, "X-Forwarded-Proto": "https", "X-Forwarded-Port": "444", "X-Forwarded-Prefix": "/evil"},
    {"Forwarded": f"host={EVIL};proto=https"},
    {"X-Host": EVIL, "X-Original-URL": f"http://{EVIL}/", "X-Rewrite-URL": "/evil", "X-Forwarded-Server": EVIL},
    {"Referer": f"http://{EVIL}/n/x/evil"},
]
OUTSIDE = ("/", "/manifest.webmanifest", "/sw.js", "/offline", "/rules", "/robots.txt", "/nowhere", "/n")


def everything(phone, headers, base="http://localhost"):
    """Every answer that tells a phone where to go: pages with links and QR codes, the manifest and redirects."""
    night = f"/n/{phone.nid}"
    for page in (*(f"{night}/{page}" for page in ("share", "seats", "files/rules", "privacy", "")), *OUTSIDE):
        yield phone.client.get(page, headers=headers, base_url=base)
    for path, form in (
        (f"{night}/seats/move", {}),
        (f"{night}/seats/lend", {"player": "p2"}),
        (f"{night}/entries", {"type": "fine.given", "player": "p2", "amount": "1", "again": "yes"}),
        ("/nights", {"night": "N", "name": "Zoe"}),
    ):
        yield phone.client.post(path, data=form, headers={**headers, "Origin": base}, base_url=base)


def test_a_forged_host_is_in_no_link_qr_manifest_or_redirect(evening, ann):
    for headers in FORGED:
        ann.tap("player.joined", name="Dan")
        plain, forged = list(everything(ann, {})), list(everything(ann, headers))
        for answer, other in zip(plain, forged, strict=True):
            assert answer.status_code == other.status_code, headers
            assert "evil" not in other.text + str(other.headers), headers
        invitation = f"http://localhost/j/{evening.links.token}"
        assert f'data-share="{invitation}"' in forged[0].text, headers
        qr = [re.findall(r'<path[^>]* d="([^"]+)"', page.text) for page in (plain[0], forged[0])]
        assert qr[0] == qr[1] != [], headers


def test_a_strange_host_is_refused_on_every_page_and_never_repeated(evening, ann):
    pages = ("/", f"/n/{evening.nid}/share", "/manifest.webmanifest", f"/j/{evening.links.token}", "/static/app.css")
    for host in (
        EVIL, "localhost.evil.example", "evil.example:80", "localhost@evil.example", "127.0.0.1.nip.io",
        "[::1].evil.example", "localhost#evil.example", "localhost/evil.example", "evil.example\\localhost",
        "LOCALHOST.evil.example.",
    ):  # fmt: skip
        for page in pages:
            answer = ann.client.get(page, headers={"Host": host})
            assert answer.status_code == 400, (host, page)
            assert "not this table’s address" in answer.text, (host, page)
            assert "evil" not in answer.text + str(answer.headers), (host, page)
            assert evening.links.token not in answer.text, (host, page)


def test_where_the_address_is_configured_no_other_is_shown(web, evening, ann, monkeypatch):
    monkeypatch.setitem(web.config, "PUBLIC_URL", "https://party.example")
    for headers in ({}, FORGED[0]):
        share = next(everything(ann, headers))
        assert f'data-share="https://party.example/j/{evening.links.token}"' in share.text
        assert "localhost" not in share.text
