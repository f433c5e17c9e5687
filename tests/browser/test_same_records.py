"""There is one set of rules: the same seed and the same bots make the same record in a browser as on a server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import network
from house import Quick
from network import Talk, net
from packed_engine import open_engine
from ports import Page, open_page
from reihum.bots import offered
from reihum.cli.players import default_bot
from reihum.games import GAMES
from reihum.host import InlineBotRunner
from reihum.matches import MatchView
from static_site import check_site
from waiting import END_SECONDS


def make_entropy() -> Callable[[int], bytes]:
    """Secrets that depend on their length alone, so that every host has the same."""
    return lambda size: (b"%d" % size).ljust(size, b"\x5a")[:size]


async def play(talk: Talk) -> None:
    """Make the first move offered at the first seat whenever no other seat may act, until the round is over."""
    await talk.do("start", "start")
    for number in range(3_000):
        shown = msgspec.convert((await talk.now())["view"], MatchView).view
        if shown.outcome is not None:
            return
        if [player.acts for player in shown.players] == [True] + [False] * (len(shown.players) - 1):
            await talk.say("move", f"move {number}", move=offered(shown)[0])
        else:
            await talk.heard("event")
    raise AssertionError("the round does not end")


def choose_table(id: str, fill: str) -> dict[str, Any]:
    """A table of a game where speed does not decide. Where everybody is asked for calls, bots have all seats."""
    facts = GAMES[id]
    seats = min(max(3, facts.seats[0]), facts.seats[-1])
    calm = bool(facts.game(seats).grammar.calls)
    options = {
        name: "short" for name, option in facts.options.items() if "short" in option.choices and not option.needs
    }
    settings = {"game": id, "seats": seats, "options": options, "rounds": 1, "calm": calm, "pace": "instant"}
    return {"name": "Paul", "settings": settings, "fill": fill, "seat": None if calm else 0}


async def play_on_server(id: str, fill: str) -> str:
    """The record of a round on a server."""
    async with net(rate=0, address_rate=0) as up:
        made = await up.ask("POST", "/api/tables", choose_table(id, fill))
        table, cookie = made.data["table"], made.cookie
        async with up.socket(table, cookie) as talk:
            await play(talk)
        return (await up.ask("GET", f"/api/tables/{table}/record", cookie=cookie)).body.decode()


async def play_over_port(page: Page, id: str, fill: str) -> str:
    """The record of a round over the port."""
    table = (await page.ask("POST", "api/tables", choose_table(id, fill)))[1]["table"]
    async with page.socket(table) as talk:
        await play(talk)
    return str((await page.ask("GET", f"api/tables/{table}/record"))[1])


@pytest.fixture(autouse=True)
def _same_secrets_and_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "entropy", make_entropy)
    monkeypatch.setattr(network, "Quick", InlineBotRunner)


async def compare(page: Page, id: str, fill: str) -> None:
    """Both records are the same, byte by byte."""
    server = await play_on_server(id, fill)
    assert len(server.splitlines()) > 2
    assert await play_over_port(page, id, fill) == server


@pytest.mark.parametrize("id", GAMES)
def test_the_record_is_the_same(id: str) -> None:
    """For every game, with the host of a browser in this Python."""

    async def run() -> None:
        async with open_page(bots=Quick(), entropy=make_entropy()) as page:
            await compare(page, id, default_bot(GAMES[id]))

    asyncio.run(asyncio.wait_for(run(), END_SECONDS))


@pytest.mark.full
def test_the_packed_engine_makes_the_same_records() -> None:
    """For every game, and with the bots that need kernels and nets, with the very files that a browser loads, in their
    own Python."""
    check_site()
    with_nets = [game for game, facts in GAMES.items() if "trained" in facts.levels]
    tables = [(game, default_bot(facts)) for game, facts in GAMES.items()]
    tables += [(game, level) for game in with_nets for level in ("solid", "trained")]
    tables += [("classic", "expert"), ("master", "expert"), ("master", "master")]

    async def run() -> None:
        async with open_engine() as engine:
            for game, level in tables:
                async with asyncio.timeout(END_SECONDS):
                    await compare(await engine.open_page(), game, level)

    asyncio.run(run())
