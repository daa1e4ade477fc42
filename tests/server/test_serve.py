"""Serving: what the terminal shows, the address that phones are told, what is refused, and that it stops."""

import errno
import http.client
import io
import json
import signal
import socket
import struct
import sys
import threading
import types
from contextlib import closing
from ctypes import addressof, create_string_buffer
from pathlib import Path

import gevent.socket
import pytest
from flask import Flask

from companion.config import Unusable
from companion.server import cli, gevent_server, serve
from companion.server.connections import Connections
from companion.server.serve import print_request
from companion.storage.database import database_of
from companion.system import lan, terminal
from companion.web.qr import svg
from tests.conftest import Evening, make_app
from tests.server.conftest import WITHOUT_GEVENT

# An app of the test's own: one page, and one stream that would never end.
APP = """
import sys, threading, time, types, companion
def create_app(config):
    from flask import Flask, Response
    companion.server.housekeeping.start = lambda app: None
    app = Flask("app", static_folder=None)
    database = types.SimpleNamespace(close=lambda: print("database closed", flush=True))
    pubsub = types.SimpleNamespace(publish_everywhere=lambda: None)
    shared = {"stopping": threading.Event(), "database": database, "pubsub": pubsub, "alone": True}
    app.extensions["companion"] = types.SimpleNamespace(**shared)
    @app.get("/")
    def page():
        return {name: str(value) if name == "DATA" else value for name, value in config.items()}
    @app.get("/j/<token>")
    def join(token): return "join"
    @app.get("/live")
    def live():
        def beats():
            while True:
                yield "event: beat\\n\\n"
                time.sleep(60)
        return Response(beats(), mimetype="text/event-stream")
    return app
companion.create_app = create_app
from companion.server.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def served(serving):
    """Starts a server of this app."""
    return lambda *words, before="": serving(*words, script=before + APP)


@pytest.fixture
def taken_port():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


THREADS = pytest.param(WITHOUT_GEVENT, marks=pytest.mark.thorough, id="threads")
MODES = pytest.mark.parametrize("before", [pytest.param("", id="gevent"), THREADS])
SIGINT = pytest.param(signal.SIGINT, marks=pytest.mark.thorough, id="ctrl-c")


@MODES
@pytest.mark.parametrize("number", [signal.SIGTERM, SIGINT])
def test_it_stops_with_a_phone_listening_and_its_log_hides_what_lets_a_phone_in(served, ask, before, number):
    server = served("serve", "--verbose", before=before)
    ask(server.port, "/j/secret?code=secret").read()
    assert ask(server.port, "/live").readline() == b"event: beat\n"

    assert server.stop(number) == 0
    assert "database closed" in server.text
    assert "Traceback" not in server.text
    assert "GET /j/<token> 200" in server.text
    assert "secret" not in server.text


@MODES
def test_on_loopback_it_serves_this_computer_alone_and_logs_nothing(served, ask, before, tmp_path):
    server = served(before=before)
    settings = json.load(ask(server.port, "/"))
    server.stop()

    assert "Only this computer can reach it" in server.text
    assert not set("▀▄█") & set(server.text)
    assert (settings["PUBLIC_URL"], settings["DATA"]) == (None, str(tmp_path / "data"))
    assert f"Nights are kept in {tmp_path / 'data'}" in server.text
    assert "GET" not in server.text


def test_verbose_prints_routes_and_no_token_however_its_path_is_written(capsys):
    app = Flask("routes")
    app.add_url_rule("/j/<token>", view_func=lambda token: "in", endpoint="in")
    app.add_url_rule("/n/<nid>/", view_func=lambda nid: "table", endpoint="table")
    app.after_request(print_request)
    for path, printed in (
        ("/j/TOKEN", "/j/<token> 200"),
        ("/%6a/TOKEN?x=TOKEN", "/j/<token> 200"),
        ("//j/TOKEN", "(no such page) 404"),
        ("/J/TOKEN", "(no such page) 404"),
        ("/n/abcdefgh/?since=3", "/n/<nid>/ 200"),
    ):
        app.test_client().get(path)
        assert capsys.readouterr().out == f"GET {printed}\n"


def test_answers_leave_at_once_and_wait_for_no_second_packet():
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_connection(listener.getsockname()) as phone:
        came, address = listener.accept()
        assert came.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 0
        connection = Connections(30, None, 10).accept(came, *address[:1])
        gevent_server.Handler(connection, address, types.SimpleNamespace(environ={}))
        assert came.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0
        came.close()
        assert phone.recv(1) == b""

    assert serve.ThreadHandler.disable_nagle_algorithm


@pytest.mark.parametrize("data", [b"a" * 10_000_000, b"a"], ids=["accepts nothing", "has an empty battery"])
@pytest.mark.skipif(sys.platform != "linux", reason="Elsewhere the system waits for minutes.")
def test_a_phone_that_is_not_there_is_given_up(monkeypatch, data):
    monkeypatch.setattr(gevent_server, "STUCK", 0.05)
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        gevent.socket.create_connection(server.getsockname()) as own,
        server.accept()[0] as phone,
    ):
        if len(data) == 1:  # SO_ATTACH_FILTER: one that lets no packet in
            none = create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0))
            phone.setsockopt(socket.SOL_SOCKET, 26, struct.pack("HP", 1, addressof(none)))
        connection = Connections(30, None, 10).accept(own, "a")
        handler = gevent_server.Handler(connection, "a", types.SimpleNamespace(environ={}))
        handler.code = 200
        handler._sendall(data[:1])
        gevent.sleep(0.5)
        with pytest.raises(TimeoutError):
            handler._sendall(data)


def test_a_stop_ends_every_stream_in_the_ordinary_way(serving, listen_at):
    server = serving()
    stream, _ = listen_at(server.port)
    assert stream.readline() == b"retry: 1000\n"

    assert server.stop() == 0
    stream.read()  # raises IncompleteRead where it was cut


def test_a_desktop_shows_the_code_when_an_evening_begins_and_not_when_it_goes_on(tmp_path, monkeypatch):
    shown = []
    monkeypatch.setattr(serve, "is_attended", lambda: True)
    monkeypatch.setattr(serve, "open_page", shown.append)
    app = make_app(tmp_path, PUBLIC_URL="http://192.168.2.7:8000")
    with closing(database_of(app)):
        serve.show_welcome(app, "127.0.0.1", 8000)
        assert shown == []  # no phone reaches it
        serve.show_welcome(app, "0.0.0.0", 8000)
        evening = Evening(app, name="Friday")
        evening.join("Bob")
        page = evening.stranger().get(shown[0].removeprefix("http://127.0.0.1:8000"))
        assert svg("http://192.168.2.7:8000/") in page.html
        for words in ("192.168.2.7:8000", "Friday", "Ann", "Bob"):
            assert words in page.html
        serve.show_welcome(app, "0.0.0.0", 8000)
        assert len(shown) == 1
        assert evening.ann.get("/welcome/guess").status == 404


# Connections stay idle for moments instead of a minute.
QUICK = (
    """
from gevent import monkey
monkey.patch_all()
from companion.server import connections
connections.SPARE_IDLE, connections.IDLE = 0.1, 0.3
"""
    + APP
)
ASKS = b"GET /j/x HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: companion=%d\r\n\r\n"


@pytest.mark.thorough
def test_an_idle_connection_is_closed_and_a_stream_is_not(serving):
    server, said = serving(script=QUICK), b""
    listening = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    listening.request("GET", "/live", headers={"Cookie": "companion=1"})
    waits, stream = listening.sock, listening.getresponse()
    assert [stream.readline(), stream.readline()] == [b"event: beat\n", b"\n"]
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as taps:
        for _ in range(2):
            taps.sendall(ASKS % 1)
        while answer := taps.recv(4096):
            said += answer
    assert said.count(b"HTTP/1.1 200 OK") == 2
    waits.settimeout(0.5)
    with closing(listening), pytest.raises(TimeoutError):  # nothing came, not even an end
        stream.readline()


def test_a_port_that_was_asked_for_and_is_taken_is_refused_in_a_sentence(without_gevent, tmp_path, taken_port, capsys):
    words = ["--host", "127.0.0.1", "--port", str(taken_port), "--data", str(tmp_path)]

    assert cli.main(words) == 1
    said = f"Port {taken_port} is taken: stop what runs there, or choose another one with --port.\n"
    assert capsys.readouterr() == ("", said)


def test_debug_mode_is_refused_on_the_network(without_gevent, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("companion.create_app", lambda config: types.SimpleNamespace(debug=True))
    monkeypatch.setattr(serve, "stop_asked", threading.Event)

    assert cli.main(["--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "Debug mode is only for this computer: start it with --host 127.0.0.1.\n"


def test_the_usual_port_gives_way_to_the_next_free_one(monkeypatch, taken_port):
    monkeypatch.setattr(serve, "PORT", taken_port)

    with serve.bind("127.0.0.1", None) as listener:
        assert taken_port < listener.getsockname()[1] < taken_port + serve.TRIES


def test_a_port_that_the_system_reserves_is_passed_over_unless_it_was_asked_for(monkeypatch):
    real, tried = socket.create_server, []

    def reserved(place, **more):
        tried.append(place[1])
        if len(tried) == 1:
            raise PermissionError(errno.EACCES, "Permission denied")
        return real((place[0], 0), **more)

    monkeypatch.setattr(socket, "create_server", reserved)
    serve.bind("127.0.0.1", None).close()
    assert tried == [serve.PORT, serve.PORT + 1]
    tried.clear()
    with pytest.raises(Unusable, match="Permission denied"):
        serve.bind("127.0.0.1", 80)


def test_an_address_of_another_machine_cannot_be_listened_on():
    with pytest.raises(Unusable, match=r"Cannot listen on 192\.0\.2\.1"):
        serve.bind("192.0.2.1", 0)


def welcome(public, host="0.0.0.0", port=None, database="sqlite:///instance/companion.db"):
    return serve.welcome(types.SimpleNamespace(host=host, port=port), 8003, public, {"DATABASE_URL": database})


def test_the_welcome_shows_the_address_and_names_what_is_missing():
    assert "No network address was found" in welcome(None)
    assert not set("▀▄█") & set(welcome(None))
    assert "Port 8000 is taken, so this is port 8003." in welcome("http://10.0.0.4:8003")
    assert "is taken" not in welcome("http://10.0.0.4:8003", port=8003)
    assert "On the phones:  https://party.example/" in welcome("https://party.example")
    assert set("▀▄█") & set(welcome("https://party.example"))


def test_the_welcome_says_where_nights_are_without_a_password_and_what_is_no_setting(monkeypatch):
    postgres = "postgresql://ann:secret@db.example/yak"
    assert "Nights are kept in the PostgreSQL database yak at db.example" in welcome(None, database=postgres)
    assert f"Nights are kept in {Path('instance').absolute()}" in welcome(None)
    monkeypatch.setenv("COMPANION_KEPT_DAYS", "3")
    monkeypatch.setenv("COMPANION_XYZ", "3")
    said = welcome(None, database=postgres)
    assert "COMPANION_KEPT_DAYS is no setting: COMPANION_KEEP_DAYS?" in said
    assert "COMPANION_XYZ is no setting." in said
    assert "secret" not in said


@pytest.mark.parametrize("number", [signal.SIGTERM, SIGINT])
def test_a_stop_during_the_start_is_a_stop(serving, number):
    kills = f"import os; os.kill(os.getpid(), {int(number)})\n    app = Flask("
    server = serving("serve", script=APP.replace("app = Flask(", kills))

    assert server.process.wait(60) == 0
    assert "Good night." in server.process.stdout.read()


@pytest.mark.parametrize(
    ("script", "typed", "words"),
    [
        (".venv/bin/companion", "", ".venv/bin/companion"),
        ("/usr/local/bin/companion", "/usr/local/bin/companion", "companion"),
        ("/home/ann/.cache/uv/archive-v0/x1/bin/party-companion", "", "uvx --from … party-companion"),
        ("/srv/companion/__main__.py", "", "python3 -m companion"),
        ("/usr/bin/pytest", "", "companion"),
    ],
)
def test_commands_are_printed_as_this_one_was_started(monkeypatch, script, typed, words):
    monkeypatch.setattr(sys, "argv", [script])
    monkeypatch.setattr(sys, "orig_argv", ["python3", "-m", "companion"])
    monkeypatch.setattr("shutil.which", lambda name: typed)
    assert terminal.started_as() == words


def test_a_terminal_without_blocks_gets_the_address_alone(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))

    assert serve.code("http://10.0.0.4:8000/") == ""


@pytest.mark.parametrize(
    ("host", "found", "told"),
    [
        ("0.0.0.0", ["192.168.1.5"], "http://192.168.1.5:8000"),
        ("0.0.0.0", [], None),
        ("10.0.0.4", [], "http://10.0.0.4:8000"),
        ("fd00::4", [], "http://[fd00::4]:8000"),
        ("127.0.0.1", ["192.168.1.5"], None),
    ],
)
def test_phones_are_shown_an_address_at_which_they_reach_this_machine(monkeypatch, host, found, told):
    monkeypatch.setattr("companion.system.lan.addresses", lambda: found)

    assert serve.address(host, 8000) == told


def test_every_other_address_is_shown_unless_the_host_said_which_one_is_right(monkeypatch):
    found = [lan.Interface("wlan0", "192.168.1.5"), lan.Interface("docker0", "172.17.0.1", True)]
    monkeypatch.setattr(lan, "networks", lambda: found)

    assert "If phones do not get through:  http://172.17.0.1:8003/ (docker0)" in welcome("http://192.168.1.5:8003")
    for said in (welcome("https://party.example"), welcome("http://192.168.1.5:8003", host="192.168.1.5")):
        assert "172.17.0.1" not in said


END = "\r\nHost: localhost\r\nConnection: close\r\n\r\n"
REQUESTS = (  # each with what is answered
    ("GET / HTTP/1.1\r\nHost: localhost\r\n" + "".join(f"X-{each}: a\r\n" for each in range(101)) + "\r\n", b"HTTP"),
    (f"GET /\x1b[31mred\x9b HTTP/1.1{END}", b"404"),
    (f"G\x1b]0;title\x07 / HTTP/1.1{END}", b"HTTP"),
    ("\x1b[31m nonsense\r\n\r\n", b"400"),
    ("POST /j/TOKEN\r\n\r\n", b"400"),
    *(
        (f"{line}{END}", b"400")
        for line in ("GET /j/TOKEN HTTP/1", "GET /j/TOKEN FOO", "GET  /j/TOKEN x HTTP/1.1", "TOKEN")
    ),
)


@MODES
def test_a_request_that_no_browser_sends_is_one_harmless_line_at_most_on_the_terminal(served, before):
    server = served("serve", "--verbose", before=before)
    for request, answer in REQUESTS:
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as stranger:
            stranger.sendall(request.encode("latin-1"))
            assert answer in stranger.recv(4096), request
    before = len(server.text)
    server.stop(signal.SIGINT)
    left = server.text[before:]

    assert "Traceback" not in left
    assert "GET (no such page) 404" in left
    assert not set(left) & {"\x1b", "\x07", "\x9b"}
    assert "TOKEN" not in left
