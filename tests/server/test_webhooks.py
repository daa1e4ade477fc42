"""A real server sends fines, with gevent and with threads; a lamp that is gone leaves no trace on its terminal."""

import http.client
import json
from urllib.parse import urlencode

import pytest

from tests.conftest import needed
from tests.web.test_webhooks import Lamp

MODES = pytest.mark.parametrize("mode", [[], ["--threads"]], ids=["gevent", "threads"])


class Ann:
    """Ann's phone at a real server, where she has just opened a night."""

    def __init__(self, port):
        self.port, self.cookie = port, ""
        opened = self.sends("/nights", night="Friday", name="Ann", unit="sip")
        self.night, self.cookie = opened["Location"].removesuffix("share"), opened["Set-Cookie"].partition(";")[0]

    def sends(self, path, **fields):
        phone = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        own = f"http://127.0.0.1:{self.port}"
        headers = {"Origin": own, "Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        phone.request("POST", path, urlencode(fields), headers)
        answer = phone.getresponse()
        text = answer.read().decode()
        phone.close()
        assert answer.status in (200, 303), text
        return answer.headers

    def fines(self, amount):
        key = f"fine-{amount}"
        self.sends(f"{self.night}entries", type="fine.given", player="p1", amount=amount, reason="spilled", key=key)

    def turns_on(self, address):
        self.sends(f"{self.night}programs", webhook="on", address=address)

    def secret(self):
        phone = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        phone.request("GET", f"{self.night}seats", headers={"Cookie": self.cookie})
        page = phone.getresponse().read().decode()
        phone.close()
        return f"whsec_{page.partition('whsec_')[2].partition('<')[0]}"


@MODES
def test_a_server_sends_signed_fines_and_a_lamp_that_is_gone_is_no_matter(serving, mode):
    lamp = Lamp()
    server = serving("serve", *mode)
    ann = Ann(server.port)
    ann.turns_on(lamp.address)
    secret = ann.secret()
    for amount in (1, 2):
        ann.fines(amount)
        _, headers, message, body = lamp.hears()
        assert message["data"]["amount"] == amount
        assert needed("standardwebhooks").Webhook(secret).verify(body, headers) == json.loads(body)

    lamp.close()
    for amount in (3, 4, 5):
        ann.fines(amount)
    assert server.stop() == 0
    assert "Traceback" not in server.text
    assert "fine" not in server.text
