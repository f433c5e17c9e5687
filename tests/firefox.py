"""The Firefox of this machine, which speaks WebDriver BiDi (https://w3c.github.io/webdriver-bidi) without a driver."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from waiting import END_SECONDS, block_until

PROGRAMS = ("firefox-esr", "firefox")
MISSING = "there is no Firefox (Debian: apt-get install firefox-esr)"
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")

MAX_SECONDS = 400
"""A command gives up after this time: only a fault needs it. A whole round is one command (player.MAX_MILLISECONDS)."""

QUIET = {
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}
"""Without these the browser talks to the servers of its maker."""


def find_firefox() -> str | None:
    """The browser of this machine."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Tab:
    """A tab of Firefox."""

    def __init__(self, connection: ClientConnection, process: subprocess.Popen[str]) -> None:
        self._connection = connection
        self._process = process
        self._number = 0
        self.id = self.send("browsingContext.create", type="tab")["context"]

    def send(self, method: str, **how: Any) -> Any:
        """Carry out a command, and wait for its result."""
        self._number += 1
        self._connection.send(json.dumps({"id": self._number, "method": method, "params": how}))
        while (answer := json.loads(self._connection.recv(MAX_SECONDS))).get("id") != self._number:
            pass  # an event
        assert answer["type"] == "success", answer
        return answer["result"]

    def kill(self) -> None:
        """End the browser at once."""
        self._process.kill()

    def goto(self, address: str) -> None:
        """Open an address."""
        self.send("browsingContext.navigate", context=self.id, url=address, wait="complete")

    def reload(self) -> None:
        """Open the same address again. The command may be done while the old document is still there."""
        self.evaluate("() => { window.isOld = true }")
        self.send("browsingContext.reload", context=self.id, wait="complete")
        block_until(lambda: not self.evaluate("() => 'isOld' in window"))

    def resize(self, width: int, height: int) -> None:
        """Give the page a size."""
        self.send("browsingContext.setViewport", context=self.id, viewport={"width": width, "height": height})

    def use_locale(self, locale: str) -> None:
        """Let pages that are opened from now on see another language."""
        self.send("emulation.setLocaleOverride", contexts=[self.id], locale=locale)

    def add_script(self, code: str) -> None:
        """Run a script before those of every page."""
        self.send("script.addPreloadScript", functionDeclaration=f"() => {{ {code} }}", contexts=[self.id])

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Call a JavaScript function in the page with one value; gives what it returns, or what it promises."""
        result = self.send(
            "script.callFunction",
            functionDeclaration=f"async text => JSON.stringify(await ({function})(JSON.parse(text)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(argument)}],
            target={"context": self.id},
            awaitPromise=True,
        )
        assert result["type"] == "success", result
        return json.loads(result["result"]["value"])

    def wait_for(self, selector: str, text: str = "") -> None:
        """Wait until an element with some text can be seen."""
        block_until(lambda: self.evaluate(VISIBLE, [selector, text]))

    def click(self, selector: str, text: str = "") -> None:
        """Click an element with some text, when it can be seen."""
        self.wait_for(selector, text)
        self.evaluate(CLICK, [selector, text])


VISIBLE = """([selector, text]) => [...document.querySelectorAll(selector)]
    .some(found => found.checkVisibility() && found.textContent.includes(text))"""
CLICK = """([selector, text]) => [...document.querySelectorAll(selector)]
    .find(found => found.checkVisibility() && found.textContent.includes(text)).click()"""


@contextmanager
def open_firefox(profile: Path) -> Iterator[Tab]:
    """A Firefox without a window, with its data in a folder: its tab."""
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in QUIET.items())
    profile.mkdir(exist_ok=True)
    (profile / "user.js").write_text("\n".join(lines))
    command = [str(find_firefox()), "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
    browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)  # noqa: S603
    assert browser.stderr
    try:
        address = next(found[1] for line in browser.stderr if (found := LISTENING.search(line)))
        with connect(f"{address}/session", max_size=None) as connection:
            connection.send(json.dumps({"id": 0, "method": "session.new", "params": {"capabilities": {}}}))
            connection.recv(END_SECONDS)
            yield Tab(connection, browser)
    finally:
        browser.terminate()
        browser.communicate()
