"""Names and phrases are words, whatever they look like: nothing of them is ever executed, and no layout breaks."""

from __future__ import annotations

import random

from playwright.sync_api import BrowserContext, Page, expect

import player
import screen
from browser import Visit

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "<svg onload=alert(1)>",
    "</title><script>alert(1)</script>",
    "\"><iframe src=javascript:alert(1)>",
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "{{constructor.constructor('alert(1)')()}}",
    "${alert(1)}",
    "{alert(1)}",
    "{@html '<img src=x onerror=alert(1)>'}",
    "{player} {card:card} {count}",
    "page.home",
    "__proto__",
    "constructor",
    "\u202egnp.lrig\u202c",
    "\u2067\u2066 rtl \u2069",
    "ع\u0644\u064a " * 6,
    "👩‍👩‍👧‍👦🏴‍☠️🇨🇭" * 2,
    "a\u0300\u0301\u0302\u0303\u0304" * 6,
    "W" * 40,
    "\u00a0\u2003\u200b\ufeff",
    "&lt;b&gt;&#x41;&amp;",
    "%3Cscript%3E%00",
    "\\u003cscript\\u003e",
    "'; DROP TABLE seats; --",
    "-1e999",
    "../../api/me",
    "<style>*{display:none}</style>",
    "<a href=//evil.example>x</a>",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content=0>",
    "<form action=//evil.example><input>",
    "<!--",
    "]]>",
    "\u0085\u2028\u2029",
    "＜script＞alert(1)＜/script＞",
)
LONGEST = 40


def names(count: int, seed: int = 1) -> list[str]:
    """So many hostile names: those above, then pieces of them put together."""
    dice = random.Random(seed)
    made = [name[:LONGEST] for name in HOSTILE]
    while len(made) < count:
        made.append("".join(dice.choice(HOSTILE)[: dice.randint(4, 20)] for _ in range(3))[:LONGEST])
    return made


def listen(page: Page) -> list[str]:
    """What was executed: any dialog, and whatever the names try to call."""
    executed: list[str] = []
    page.on("dialog", lambda dialog: (executed.append(dialog.message), dialog.dismiss()))
    page.add_init_script("window.alert = words => { throw new Error(`executed ${words}`) }")
    return executed


def tables(context: BrowserContext, site: str, wanted: list[str]) -> list[str]:
    """Open tables of people with such names; names that the server does not take are left out."""
    links = []
    for name in wanted:
        settings = {"game": "classic", "seats": 2, "open": True}
        made = context.request.post(f"{site}/api/tables", data={"name": name, "settings": settings})
        assert made.status in (200, 400, 422), made.text()
        if made.ok:
            links.append(str(made.json()["link"]))
    return links


def test_five_hundred_names_in_the_list(visit: Visit, site: str) -> None:
    """As people who have open tables, all on the home page."""
    page = visit(size="phone")
    executed = listen(page)
    links = tables(page.context, site, names(500))
    assert len(links) > 400
    page.goto(site)
    expect(page.locator("section[aria-labelledby=open] li").first).to_be_visible()
    shown = page.locator("section[aria-labelledby=open]").inner_text()
    assert "<img src=x onerror=alert(1)>" in shown
    assert page.locator("main img, main iframe, main form form, main script, main style").count() == 0
    assert executed == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_hostile_people_at_a_table(visit: Visit, site: str) -> None:
    """They sit at a table, talk, play and stand on the score sheet; the table looks as with anybody else."""
    page = visit(size="phone")
    executed = listen(page)
    link = player.make(page, "hoechste-karte", 4, fill="", rounds=1, chat=True)
    page.goto(link)
    for seat, name in ((1, HOSTILE[0]), (2, HOSTILE[21]), (3, HOSTILE[19])):
        page.get_by_role("button", name="Jemand an diesem Gerät").first.click()
        page.get_by_label("Wer spielt hier mit?").fill(name[:LONGEST])
        page.get_by_role("button", name="Setzen").click()
        expect(page.locator(".lobby ol > li").nth(seat).get_by_role("button", name="Aufstehen")).to_be_visible()
    assert screen.faults(page) == []
    player.start(page)
    page.get_by_role("button", name="Verlauf").click()
    for words in HOSTILE[:12]:
        page.get_by_label("Sagen").fill(words)
        page.keyboard.press("Enter")
    expect(page.locator("aside ol")).to_contain_text(HOSTILE[11])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    player.play(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert executed == []
    assert page.locator("main img, main iframe, main script").count() == 0
