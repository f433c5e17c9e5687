"""Names and phrases are words, whatever they look like: nothing of them is ever executed, and no layout breaks."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Dialog, Page, expect

import player
from browser import Visit

pytestmark = pytest.mark.full

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "<svg onload=alert(1)>",
    "</title><script>alert(1)</script>",
    '"><iframe src=javascript:alert(1)>',
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
    """A number of hostile names: those above, then mixtures of their parts."""
    dice = random.Random(seed)
    made = [name[:LONGEST] for name in HOSTILE]
    while len(made) < count:
        made.append("".join(dice.choice(HOSTILE)[: dice.randint(4, 20)] for _ in range(3))[:LONGEST])
    return made


SEND = """async ([table, names]) => {
  const socket = new WebSocket(`${document.baseURI.replace('http', 'ws')}ws/tables/${table}`)
  await new Promise(done => socket.onopen = done)
  const sent = names.flatMap((name, at) => [
    { type: 'rename', name, id: `n${at}` },
    { type: 'say', words: name, id: `w${at}` },
  ])
  let done = 0
  const all = new Promise(finish => {
    let answers = 0
    socket.onmessage = ({ data }) => {
      const { type, id } = JSON.parse(data)
      if (type === 'done') done++
      if (id && ++answers === sent.length) finish()
    }
  })
  sent.forEach(message => socket.send(JSON.stringify(message)))
  await all
  socket.close()
  return done
}"""
"""Somebody at this table is called otherwise again and again, and says so; how often the table has taken it."""


def listen(page: Page) -> list[str]:
    """What was executed: whatever calls for a dialog."""
    executed: list[str] = []

    def note(dialog: Dialog) -> None:
        executed.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    return executed


def unharmed(page: Page) -> bool:
    """Whether the page has no element that it did not make, and is not too wide."""
    strange = page.locator("#page").locator(
        "iframe, script, style, base, meta, object, embed, form form, [onerror], [onload]"
    )
    return strange.count() == 0 and bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_five_hundred_names_in_a_list(visit: Visit, site: str) -> None:
    """As people who have open tables, all on the home page."""
    page = visit(size="phone")
    executed = listen(page)
    seats = [[name, other] for name, other in zip(names(500), names(500, seed=2), strict=True)]
    listed = [{"table": f"t-{at}", "game": "classic", "seats": pair, "at": 0} for at, pair in enumerate(seats)]
    page.evaluate(
        "navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister())))"
    )
    page.add_init_script("delete Navigator.prototype.serviceWorker")  # a browser does not let tests answer for it
    page.route("**/api/tables?*", lambda route: route.fulfill(json={"tables": listed}))
    page.goto(site)
    shown = page.locator("section[aria-labelledby=open] li")
    expect(shown).to_have_count(500)
    expect(shown.first).to_contain_text(HOSTILE[0])
    assert unharmed(page)
    assert executed == []


def called_names(visit: Visit, count: int) -> None:
    """Somebody at the table takes a number of names, one after another, and says each."""
    page = visit(size="phone")
    executed = listen(page)
    link = player.make(page, "junior", 2, chat=True)
    page.goto(link)
    player.start(page)
    page.get_by_role("button", name="Verlauf").click()
    table = link.split("/t/")[1].split("#")[0]
    taken = page.evaluate(SEND, [table, [*names(count)[1:], HOSTILE[0]]])
    assert taken > count * 1.5  # some are not names at all, and refused
    expect(page.locator("aside ol")).to_contain_text(f"{HOSTILE[0]}: {HOSTILE[0]}")
    assert unharmed(page)
    assert executed == []


def test_names_and_phrases_at_a_table(visit: Visit) -> None:
    """Each kind once."""
    called_names(visit, len(HOSTILE))


@pytest.mark.soak
def test_five_hundred_names_at_a_table(visit: Visit) -> None:
    """And five hundred mixtures."""
    called_names(visit, 500)


def test_hostile_people_at_a_table(visit: Visit) -> None:
    """They sit, play, and stand on the score sheet; the table looks as with anybody else."""
    page = visit(size="phone")
    executed = listen(page)
    page.goto(player.make(page, "hoechste-karte", 4, fill="", rounds=1))
    for seat, name in ((1, "W" * LONGEST), (2, HOSTILE[0]), (3, "👩‍👩‍👧‍👦🏴‍☠️🇨🇭")):
        player.seat_another(page, seat, name)
    assert unharmed(page)
    player.start(page)
    player.play(page, most=2)
    assert unharmed(page)
    player.play(page)
    expect(page.locator(".end tfoot td")).to_have_count(4)
    expect(page.locator(".end")).to_contain_text(HOSTILE[0])
    assert unharmed(page)
    assert executed == []


@pytest.mark.parametrize("planted", ["<svg onload=alert(1)>", "<style>body { width: 5000px }</style>"])
def test_markup_would_be_noticed(visit: Visit, planted: str) -> None:
    """If a name were markup, these tests would see it."""
    page = visit(noise="Content Security Policy")
    expect(page.locator(".games li").first).to_be_visible()
    page.locator("h1").evaluate("(title, markup) => { title.innerHTML = markup }", planted)
    assert not unharmed(page)
