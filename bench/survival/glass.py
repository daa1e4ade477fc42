"""A phone with glass: Chromium on a page of the night, which writes down when its badge and its version changed."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Playwright

from .house import NAME
from .network import Network
from .phone import Phone

CHROMIUM = Path(os.environ.get("COMPANION_CHROMIUM") or "/usr/bin/chromium")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
]
WATCH = """
addEventListener('DOMContentLoaded', () => {
  window.seen = [];
  const badge = document.getElementById('live-badge');
  const look = () => {
    const now = [badge.dataset.state, badge.textContent, Number(document.body.dataset.version.split('.')[0])];
    if (String(now) !== String((window.seen.at(-1) || []).slice(1))) window.seen.push([Date.now() / 1000, ...now]);
  };
  new MutationObserver(look).observe(badge, {attributes: true, childList: true, characterData: true, subtree: true});
  new MutationObserver(look).observe(document.body, {attributes: true});
  look();
});
"""
LOCK = """(hidden) => {
  for (const [name, value] of [['hidden', hidden], ['visibilityState', hidden ? 'hidden' : 'visible']])
    Object.defineProperty(document, name, {configurable: true, get: () => value});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
PATIENCE = 90.0


class Glass:
    """One browser with one page, for a seat that has joined already."""

    def __init__(self, phone: Phone, network: Network) -> None:
        self.phone, self.network = phone, network
        self.context: BrowserContext | None = None
        self.page: Any = None

    async def open(self, browser: Browser) -> Glass:
        home = f"http://{NAME}:{self.network.port}"
        self.context = await browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        name, _, value = self.phone.cookie.partition("=")
        await self.context.add_cookies(
            [{"name": name, "value": value, "url": home, "httpOnly": True, "sameSite": "Lax"}]
        )
        await self.context.add_init_script(WATCH)
        self.page = await self.context.new_page()
        await self.page.goto(f"{home}/n/{self.phone.night}/")
        self.cdp = await self.context.new_cdp_session(self.page)
        await self.when(0.0, state="live")
        return self

    async def when(self, since: float, state: str = "", words: str = "", seq: int = 0) -> float:
        """Seconds from `since` until this phone first showed that state, those words, or at least that entry."""
        until = time.time() + PATIENCE
        while time.time() < until:
            for at, badge, said, shown in await self.page.evaluate("window.seen || []"):
                if at >= since and state in ("", badge) and words in ("", said) and shown >= seq:
                    return float(at - since)
            await asyncio.sleep(0.1)
        return PATIENCE

    async def lock(self, hidden: bool) -> None:
        """The page is hidden and frozen as on a locked phone, or thawed and shown again."""
        if hidden:
            await self.page.evaluate(LOCK, True)
            await self.cdp.send("Page.setWebLifecycleState", {"state": "frozen"})
        else:
            await self.cdp.send("Page.setWebLifecycleState", {"state": "active"})
            await self.page.evaluate(LOCK, False)

    async def close(self) -> None:
        if self.context is not None:
            await self.context.close()


async def launched(playwright: Playwright) -> Browser:
    """The system's Chromium, without a screen."""
    return await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
