"""Webhooks: each fine is sent, signed, to the address that the finesmaster typed, and no tap waits for that."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

import pytest

from companion import config
from companion.realtime import webhooks
from companion.web import programs
from tests.conftest import make_app, needed
from tests.table import row
from tests.web import frak_you_evening
from tests.web.test_feed import valid

PATIENCE = 60.0  # seconds until a message that does not come fails a test


class Lamp:
    """A receiver on loopback; it answers with these statuses in turn, and then with 204. It `holds` its answers."""

    def __init__(self):
        self.got, self.statuses, self.lit = Queue(), [], threading.Event()
        self.lit.set()
        lamp = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                lamp.got.put((self.path, dict(self.headers), body))
                lamp.lit.wait(PATIENCE)
                self.send_response(lamp.statuses.pop(0) if lamp.statuses else 204)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/fine?lamp=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def hears(self):
        """The next message: its path, headers and JSON."""
        path, headers, body = self.got.get(timeout=PATIENCE)
        return path, headers, valid("fine.charged", json.loads(body)), body

    def data(self):
        return self.hears()[2]["data"]

    def close(self):
        self.lit.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def lamp(monkeypatch):
    monkeypatch.setattr(webhooks, "PAUSE", 0.0)
    lamp = Lamp()
    yield lamp
    lamp.close()


@pytest.fixture
def told(evening, lamp):
    """The same evening, whose fines the lamp is told."""
    turned_on = evening.ann.post("programs", webhook="on", address=lamp.address)
    assert turned_on.goes_to == f"/n/{evening.nid}/seats#programs"
    return evening


def all_is_sent(told):
    """Waits until no message waits."""
    while told.services.commands.webhooks._waiting:
        threading.Event().wait(0.01)


# ---- what is sent


def test_a_fine_is_sent_with_its_player_and_reason_and_signed_by_the_standard(told, ann, lamp):
    ann.tap("fine.given", player="p2", amount=3, reason="spilled")
    path, headers, message, body = lamp.hears()

    assert path == "/fine?lamp=1"
    assert headers["Content-Type"] == "application/json"
    assert message["timestamp"] == told.log.lines[-1].entry.at
    assert message["data"] == {
        "night": {"id": told.nid, "name": "Friday"}, "player": {"id": "p2", "name": "Bob"}, "entry": told.seq,
        "amount": 3, "unit": "sip", "because": "spilled", "rule": None,
    }  # fmt: skip
    assert headers["webhook-id"] == f"{told.nid}-{told.seq}-1"
    standard = needed("standardwebhooks")
    secret = told.members.webhook_secret
    assert secret.startswith("whsec_")
    assert standard.Webhook(secret).verify(body, headers) == message
    for wrong_body, wrong in ((body + b" ", {}), (body, {"webhook-id": "other"}), (body, {"webhook-timestamp": "1"})):
        with pytest.raises(standard.WebhookVerificationError):
            standard.Webhook(secret).verify(wrong_body, {**headers, **wrong})


def test_every_fine_of_a_tap_is_sent_in_order(told, ann, lamp):
    ann.tap("rule.made", text="No elbows", amount=2)
    ann.post("fines", type="fine.given", player=["p1", "p2", "p3"], amount=1)
    assert [lamp.data()["player"]["name"] for _ in range(3)] == ["Ann", "Bob", "Cal"]

    ann.tap("rule.called", rule="r1", player="p3")
    called = lamp.data()
    assert (called["player"]["name"], called["amount"], called["because"], called["rule"]) == (
        "Cal", 2, "No elbows", "r1"
    )  # fmt: skip


def test_nothing_is_sent_of_a_tap_that_was_sent_again_of_corrections_and_of_what_is_settled(told, ann, bob, lamp):
    ann.tap("fine.given", key="once", player="p2", amount=3)
    ann.tap("fine.given", key="once", player="p2", amount=3)
    ann.tap("drink.taken", player="p2", amount=1)
    bob.tap("entry.undone", entry=told.seq)
    ann.tap("fine.forgiven", player="p2", amount=1)
    ann.tap("entry.changed", entry=told.seq - 3, **{"event.amount": 2})
    ann.tap("fine.given", player="p3", amount=7)

    assert [lamp.data()["amount"] for _ in range(2)] == [3, 7]
    assert lamp.got.empty()


def test_a_fine_of_frak_you_tells_the_lamp_no_more_than_newcomers(told, ann, lamp):
    ann.tap("rule.made", **{"text": "Ace!", "when.on": "card.played", "when.rank": "A", "who": "player", "amount": 1})
    frak_you_evening.begun(told)
    frak_you_evening.by_cards(ann, 1, "p2 2C, p3 KC, p1 4C")
    frak_you_evening.by_cards(ann, 2, "p3 4H, p1 3C, p2 KH")
    frak_you_evening.by_cards(ann, 3, "p1 4D, p2 9D, p3 AS JD")

    message = lamp.hears()[3].decode()
    assert "Ace!" in message
    assert frak_you_evening.TELLING.findall(message.replace("Ace!", "")) == []


# ---- who waits, and what if nobody listens


def test_no_tap_waits_for_the_lamp(told, ann, lamp, monkeypatch):
    monkeypatch.setattr(webhooks, "TIMEOUT", PATIENCE)
    lamp.lit.clear()
    for amount in (1, 2, 3):
        assert ann.tap("fine.given", player="p2", amount=amount).status == 200
    assert lamp.data()["amount"] == 1  # it is not answered yet

    lamp.lit.set()
    assert [lamp.data()["amount"] for _ in range(2)] == [2, 3]


def test_what_is_not_taken_is_sent_once_more_under_the_same_id_and_a_redirect_is_not_followed(told, ann, lamp):
    lamp.statuses = [500, 204, 302, 302]
    for amount in (1, 2):
        ann.tap("fine.given", player="p2", amount=amount)
    heard = [lamp.hears() for _ in range(4)]
    all_is_sent(told)
    ann.tap("fine.given", player="p2", amount=3)
    heard.append(lamp.hears())

    assert [message["data"]["amount"] for _, _, message, _ in heard] == [1, 1, 2, 2, 3]
    assert heard[0][1]["webhook-id"] == heard[1][1]["webhook-id"] != heard[2][1]["webhook-id"]
    assert {path for path, *_ in heard} == {"/fine?lamp=1"}


def test_a_lamp_that_comes_back_does_not_flash_for_what_waited_meanwhile(told, ann, lamp):
    lamp.statuses = [500, 500]
    lamp.lit.clear()
    for amount in (1, 2, 3):
        ann.tap("fine.given", player="p2", amount=amount)
    lamp.lit.set()
    all_is_sent(told)
    ann.tap("fine.given", player="p2", amount=4)

    assert [lamp.data()["amount"] for _ in range(3)] == [1, 1, 4]


def test_a_lamp_that_is_gone_is_no_matter(told, ann, lamp, capfd):
    lamp.close()
    for address in (lamp.address, "http://lamp.invalid/", "https://127.0.0.1:1/", f"http://{'x' * 70}.example/"):
        ann.post("programs", webhook="on", address=address)
        assert ann.tap("fine.given", player="p2", amount=1).status == 200, address
    all_is_sent(told)

    assert capfd.readouterr().err == ""


def test_messages_that_pile_up_are_dropped_the_oldest_first(told, ann, lamp, monkeypatch):
    monkeypatch.setattr(webhooks, "TIMEOUT", PATIENCE)
    monkeypatch.setattr(webhooks, "MOST_WAITING", 2)
    lamp.lit.clear()
    ann.tap("fine.given", player="p2", amount=1)
    assert lamp.data()["amount"] == 1
    for amount in (2, 3, 4, 5):
        ann.tap("fine.given", player="p2", amount=amount)
    lamp.lit.set()

    assert [lamp.data()["amount"] for _ in range(2)] == [4, 5]


def test_nights_do_not_send_without_end_at_once(told, ann, lamp, start_table, monkeypatch):
    monkeypatch.setattr(webhooks, "TIMEOUT", PATIENCE)
    monkeypatch.setattr(webhooks, "MOST_NIGHTS", 1)
    other = start_table(name="Elsewhere")
    other.ann.post("programs", webhook="on", address=lamp.address)
    lamp.lit.clear()
    ann.tap("fine.given", player="p2", amount=1)
    assert other.ann.tap("fine.given", player="p2", amount=2).status == 200
    lamp.lit.set()

    assert lamp.data()["night"]["name"] == "Friday"
    all_is_sent(told)
    assert lamp.got.empty()


# ---- turning it on and off


def test_only_the_finesmaster_turns_it_on_and_reads_the_secret_and_everybody_reads_where_fines_go(
    evening, lamp, ann, bob, stranger
):
    for phone in (bob, stranger):
        assert phone.post("programs", webhook="on", address=lamp.address).status == 403
    assert evening.members.webhook == ""
    ann.post("programs", webhook="on", address=f" {lamp.address} ")
    secret, host = evening.members.webhook_secret, lamp.address.split("/")[2]

    assert secret in ann.get("seats").words
    assert lamp.address in ann.get("seats").words
    for phone in (ann, bob):
        for page in ("seats", "privacy"):
            assert f"Each fine is also sent to {host}." in phone.get(page).words, page
    assert secret not in bob.get("seats").html
    assert "lamp=1" not in bob.get("seats").html
    assert secret not in repr(evening.members)


def test_turned_off_it_sends_nothing_and_turned_on_again_it_has_another_secret(told, ann, lamp):
    first = told.members.webhook_secret
    ann.post("programs", webhook="on", address=f"{lamp.address}&again")
    assert told.members.webhook_secret == first
    ann.post("programs", webhook="off")
    assert (told.members.webhook, told.members.webhook_secret) == ("", "")
    ann.tap("fine.given", player="p2", amount=1)
    ann.post("programs", webhook="on", address=lamp.address)
    ann.tap("fine.given", player="p2", amount=2)

    assert lamp.data()["amount"] == 2
    assert told.members.webhook_secret not in ("", first)


def test_what_is_no_address_is_refused_and_stays_in_the_form(evening, ann):
    long = f"http://lamp.example/{'x' * programs.LONGEST}"
    ports = ("http://lamp:x/", "http://lamp:0/", "http://lamp:99999/")
    for typed in ("", "lamp", "ftp://lamp.example", "http://", "http://a b", "http://lämp.example", *ports,
                  "http://me:word@lamp.example", "http://[::1", "javascript:alert(1)", long):  # fmt: skip
        with row(typed):
            answer = ann.post("programs", back="seats", webhook="on", address=typed)
            assert answer.refuses("no address of a lamp or bell"), answer.words
            assert f'value="{typed}"' in answer.html
            assert '<details data-keep id="programs-fold" open>' in answer.html
            assert evening.members.webhook == ""


def test_a_server_behind_a_proxy_sends_nothing_unless_it_is_told_to(tmp_path):
    for environ, sends in (({}, 1), ({"PROXY_HOPS": "1"}, 0), ({"PROXY_HOPS": "1", "WEBHOOKS": "1"}, 1),
                           ({"WEBHOOKS": "0"}, 0)):  # fmt: skip
        given = {f"COMPANION_{name}": value for name, value in environ.items()}
        assert config.read({"DATA": tmp_path}, given)["WEBHOOKS"] == sends, environ


def test_a_server_that_sends_nothing_says_so(told, lamp, data_folder):
    ann = told.ann.at(app := make_app(data_folder, WEBHOOKS=0))
    assert "This companion sends nothing to other addresses now." in ann.get("seats").words
    assert ann.post("programs", webhook="on", address=lamp.address).refuses("sends nothing to other addresses")
    assert app.extensions["companion"].commands.webhooks is None
    assert ann.tap("fine.given", player="p2", amount=1).status == 200
    assert ann.post("programs", webhook="off").status == 303
    assert "This companion sends nothing to other addresses." in ann.get("seats").words
    app.extensions["companion"].database.close()
