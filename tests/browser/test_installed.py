"""On https the companion can be installed, shows the last known table without network, and stays awake."""

import json
import re
import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.phone import wait_until
from tests.browser.server import ARGS, ROOT, WHOLE, Server
from tests.browser.test_evening import test_three_phones_play_two_deals_of_five_card_yak as the_evening

pytestmark = pytest.mark.thorough
READY = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
AWAKE = """
    window.locks = [];
    Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => {
        const lock = {held: true, release: async () => { lock.held = false; lock.onrelease?.(); }};
        window.locks.push(lock);
        return lock;
    }}});
    window.hide = (hidden) => {
        Object.defineProperty(document, 'hidden', {configurable: true, value: hidden});
        if (hidden) window.locks.forEach((lock) => lock.release());
        document.dispatchEvent(new Event('visibilitychange'));
    };
"""
HELD = "window.locks.filter(({held}) => held).length"


@pytest.fixture
def ann(https_server, https_phone):
    """Ann's phone at a table of three, with the companion's service worker at work."""
    ann, *_ = seated(https_server.home, https_phone)
    ann.goes_live()
    wait_until(lambda: ann.page.evaluate(READY))
    ann.goes_live()  # now through it
    return ann


def test_a_phone_may_install_it(chromium, https_server, tmp_path):
    context = chromium.browser_type.launch_persistent_context(
        tmp_path, executable_path=WHOLE, args=[*ARGS, https_server.trust()]
    )
    page = context.new_page()
    page.goto(https_server.home)
    phone = context.new_cdp_session(page)
    found = phone.send("Page.getAppManifest")
    faults = phone.send("Page.getInstallabilityErrors")["installabilityErrors"]
    known_as = phone.send("Page.getAppId")["appId"]
    context.close()

    assert faults == []
    assert found["errors"] == []
    assert known_as == f"{https_server.home}/"


DECODED = """async () => {
    const manifest = await (await fetch('/manifest.webmanifest')).json();
    const icons = [...manifest.icons, ...manifest.shortcuts.flatMap(({icons}) => icons)];
    const touch = document.querySelector('[rel=apple-touch-icon]').href;
    const all = [...icons, ...manifest.screenshots, {src: touch, sizes: '180x180', type: 'image/png'}];
    return Promise.all(all.map(async ({src, sizes, type}) => {
        const blob = await (await fetch(src)).blob(), {width, height} = await createImageBitmap(blob);
        return [src, sizes, type, `${width}x${height}`, blob.type];
    }));
}"""


def test_every_icon_and_picture_is_decoded_and_as_big_as_the_manifest_says(ann):
    found = ann.page.evaluate(DECODED)

    assert len(found) == 3 + 2 + 2 + 1  # icons, those of the shortcuts, screenshots, an iPhone's
    assert [(src, sizes, kind) for src, sizes, kind, _, _ in found] == [
        (src, size, sent) for src, _, _, size, sent in found
    ]


def test_on_plain_http_only_the_address_stands_in_the_way(chromium, server, tmp_path):
    context = chromium.browser_type.launch_persistent_context(tmp_path, executable_path=WHOLE, args=ARGS)
    page = context.new_page()
    page.goto(server.home)
    faults = context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    missing = page.evaluate("['serviceWorker', 'wakeLock', 'clipboard'].filter((what) => what in navigator)")
    context.close()

    assert [fault["errorId"] for fault in faults] == ["not-from-secure-origin"]
    assert missing == []


def test_a_whole_evening_on_https(https_server, https_phone):
    the_evening(https_server, https_phone)


FIRST_OPENING_HANGS = """{
    const own = indexedDB.open.bind(indexedDB);
    let isFirst = true;
    indexedDB.open = (...asked) => {
        if (!isFirst || !document.querySelector('#nights')) return own(...asked);
        isFirst = false;
        return {};
    };
}"""


def test_without_network_the_last_known_table_is_shown_with_its_time_its_file_and_what_waits(ann):
    ann.sends(ann.taker("Bob"))
    newest = ann.page.evaluate("fetch('night.json').then((answer) => answer.json())")
    wait_until(lambda: json.loads((ann.kept("file") or {"text": "null"})["text"]) == newest)
    wait_until(lambda: "Bob took trick 1" in (ann.kept("table") or {}).get("html", ""))
    ann.calm()
    ann.context.set_offline(True)
    ann.taker("Cal").tap()
    ann.says("main", "1 tap waits for the network")
    wait_until(lambda: "Keep this page open" not in ann.page.inner_text("main"))  # it is stored by now
    ann.page.reload()
    ann.says("main", "No connection")
    ann.says("#when", re.compile(r"Friday, as this phone last saw it at \d+:\d\d"))
    ann.says("#table", "Bob took trick 1")
    assert ann.page.locator("#table :is(form, button, a[href])").count() == 0
    expect(ann.page.locator("#r-players a + a")).to_have_css("font-size", "0px")  # "1 trick" is drawn
    ann.says("#waits", "1 tap waits on this phone: trick 2: Cal. It goes out when the table opens again.")
    with ann.page.expect_download() as saved:
        ann.page.get_by_role("link", name="Save the night").tap()
    assert saved.value.suggested_filename == "night.json"
    assert json.loads(saved.value.path().read_text()) == newest

    ann.context.set_offline(False)
    ann.says("#live-badge", "live")  # by itself
    ann.says("#r-last", "Cal took trick 2")


def test_another_page_without_network_shows_the_nights_that_were_kept_also_if_storage_is_slow_to_answer(ann):
    wait_until(lambda: "Five-Card Yak began" in (ann.kept("table") or {}).get("html", ""))
    ann.context.set_offline(True)
    ann.page.goto(ann.home)
    ann.page.locator("#nights").get_by_role("link", name=re.compile("Friday, seen at")).tap()
    ann.says("#table", "Five-Card Yak began")
    ann.context.add_init_script(FIRST_OPENING_HANGS)
    ann.page.get_by_role("link", name="Party Companion").tap()  # an address that is typed may lose against a reload
    # The network that comes back takes nobody away from the night that they have just tapped.
    ann.page.locator("#nights a").wait_for()
    ann.page.evaluate("document.querySelector('#nights a').click(); dispatchEvent(new Event('online'))")
    ann.says("#table", "Five-Card Yak began")


def test_no_tap_stream_or_page_is_kept_by_the_service_worker(ann):
    ann.sends(ann.taker("Bob"))
    found = ann.page.evaluate("""async () => {
        const found = [];
        for (const name of await caches.keys())
            for (const {url} of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
        return found;
    }""")

    assert "/offline" in found
    assert any(re.fullmatch(r"/static/every\.\w{8}\.js", path) for path in found)
    assert [path for path in found if not path.startswith("/static/")] == ["/offline"]


def test_a_phone_stays_awake_while_a_game_is_on_and_plays_on_if_it_refuses_to(https_server, https_phone):
    ann = https_phone(https_server.home)
    ann.context.add_init_script(AWAKE)
    ann.open_night("Friday", "Ann")
    ann.add("Bob", "Cal")
    ann.goes_live()
    assert ann.page.evaluate(HELD) == 0

    ann.start()
    wait_until(lambda: ann.page.evaluate(HELD) == 1)
    ann.page.evaluate("hide(true)")
    assert ann.page.evaluate(HELD) == 0
    ann.page.evaluate("hide(false)")
    wait_until(lambda: ann.page.evaluate(HELD) == 1)
    ann.enter("game.ended")
    wait_until(lambda: ann.page.evaluate(HELD) == 0)

    ann.page.evaluate("() => { navigator.wakeLock.request = () => Promise.reject(new Error('battery')); }")
    ann.shows(ann.start())
    ann.sends(ann.taker("Bob"))


@pytest.fixture
def changeable_server(chromium, https_server, tmp_path):
    """A server of its own with copies of the templates, styles and scripts, which the test can change."""
    for folder in ("companion", "templates", "static", "docs"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / "root" / folder, ignore=ignored)
    shutil.copytree(https_server.data / "https", tmp_path / "data" / "https")
    server = Server(tmp_path / "data", https=True, root=tmp_path / "root")
    server.start()
    yield server
    server.stop()


def test_a_new_build_is_on_the_phone_after_one_reload_and_never_reloads_in_a_circle(changeable_server, https_phone):
    ann = https_phone(changeable_server.home)
    ann.open_night("Friday", "Ann")
    wait_until(lambda: ann.page.evaluate(READY))
    before, style = ann.page.evaluate("caches.keys()"), ann.page.get_attribute("[rel=stylesheet]", "href")
    opened = []
    ann.page.on("framenavigated", lambda frame: opened.append(frame.url))
    changeable_server.stop()
    with (changeable_server.root / "static" / "app.css").open("a") as more:
        more.write("\n.fresh { color: red; }\n")
    changeable_server.start()
    ann.page.locator(f"[rel=stylesheet][href*='/app.']:not([href='{style}'])").wait_for(state="attached")

    assert ".fresh" in ann.page.evaluate(
        "fetch(document.querySelector('[rel=stylesheet]').href).then((it) => it.text())"
    )
    wait_until(lambda: len(ann.page.evaluate("caches.keys()")) == 1 and ann.page.evaluate("caches.keys()") != before)
    ann.shows(ann.enter("player.joined", name="Bob"))  # what comes now is of the new build
    assert len(opened) == 1
