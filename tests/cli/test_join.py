"""``reihum join``: whole matches at a table on a server, through standard input."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from elsewhere import elsewhere
from network import protocol_of
from reihum.bots import bots_for
from reihum.cli import cookies
from reihum.client import Client, Declined, Visitor
from reihum.client.players import play
from reihum.games import GAMES
from reihum.host.admin import AdminCommand
from reihum.host.host import Host
from reihum.tables import commands
from reihum.tables.settings import Settings
from reihum.texts import LANGUAGES
from terminal import reihum
from waiting import END_SECONDS, block_until, wait_until

FIRST_MOVES = "\n" + "1\n" * 400


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a folder of the test for cookies."""
    monkeypatch.setattr(cookies, "folder", lambda: tmp_path)
    return tmp_path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_match_at_a_new_table(language: str) -> None:
    """A person can make a table, start with bots and play to the end, in every language."""
    with elsewhere() as (up, _):
        words = ["join", up.base, "junior", "--seats", "2", "--pace", "instant", "--name", "Lisa", "--lang", language]
        run = reihum(*words, typed=FIRST_MOVES)
        assert (run.status, run.errors) == (0, "")
        assert f"{up.base}/t/t-" in run.out
        assert "Lisa" in run.out
        assert "cli." not in run.out
        assert "error." not in run.out


def test_the_maker_chooses_the_pace() -> None:
    """The bots of a new table play as fast as the command says; an unknown pace is refused."""
    with elsewhere() as (up, _):
        run = reihum("join", up.base, "junior", "--seats", "2", "--pace", "quick", typed="q\n")
        assert (run.status, run.errors) == (0, "")
        assert [room.table.settings.pace for room in up.host.rooms.values()] == ["quick"]
    run = reihum("join", up.base, "junior", "--pace", "slow")
    assert run.status == 2
    assert "--pace takes only: instant, quick, normal, relaxed, days." in run.errors


def test_with_somebody_else() -> None:
    """A friend has made the table; both play, and the server knows them again later."""
    with elsewhere() as (up, loop):
        visitor = Visitor(up.base)
        settings = Settings(game="classic", seats=2, pace="instant")
        made = asyncio.run_coroutine_threadsafe(visitor.create("Tessa", settings), loop).result(END_SECONDS)
        friend = asyncio.run_coroutine_threadsafe(friendly(made.link, visitor.cookie), loop)
        run = reihum("join", made.link, "--name", "Luca", typed=FIRST_MOVES)
        friend.result(END_SECONDS)
        assert (run.status, run.errors) == (0, "")
        assert "Tessa" in run.out
        assert "Luca (you)" in run.out
        known = cookies.load_cookie(up.base)
        reihum("join", made.link, typed="q\n")
        assert cookies.load_cookie(up.base) == known != ""


async def friendly(link: str, cookie: str, game: str = "classic") -> None:
    """A friend who waits for a second player, starts and plays."""
    async with Client(link, "Tessa", cookie=cookie) as client:
        async for _ in client:
            if client.lobby is not None and not any(seat.free for seat in client.lobby.seats):
                break
        with suppress(Declined):  # the other one may have been quicker
            await client.do(commands.Start)
        await play(client, bots_for(GAMES[game])["sensible"])


def test_the_operator_closes_the_table() -> None:
    """The person reads why the game has ended."""
    with elsewhere() as (up, loop):
        visitor = Visitor(up.base)
        settings = Settings(game="classic", seats=2, pace="instant")
        made = asyncio.run_coroutine_threadsafe(visitor.create("Tessa", settings), loop).result(END_SECONDS)
        closing = asyncio.run_coroutine_threadsafe(close_at_turn(up.host, made.link, visitor.cookie), loop)
        run = reihum("join", made.link, "--name", "Luca", typed=FIRST_MOVES)
        closing.result(END_SECONDS)
        assert run.status == 0
        assert "The operator of this server has closed this table." in run.out


async def close_at_turn(host: Host, link: str, cookie: str) -> None:
    """Start when a second player has come, and close the table as its operator when that player must wait."""
    async with Client(link, "Tessa", cookie=cookie) as client:
        async for _ in client:
            if client.lobby is not None and not any(seat.free for seat in client.lobby.seats):
                break
        with suppress(Declined):  # the other one may have been quicker
            await client.do(commands.Start)
        await wait_until(lambda: client.my_turn)
        await host.admin.perform(AdminCommand(action="close", by="root", target=client.address.table))


def test_somebody_asks_for_a_bots_seat() -> None:
    """A newcomer has asked for a seat while the round runs; the seated person says ok, and both play to the end."""
    with elsewhere() as (up, loop):
        visitor = Visitor(up.base)
        link = asyncio.run_coroutine_threadsafe(start_alone(visitor), loop).result(END_SECONDS)
        (room,) = up.host.rooms.values()
        newcomer = asyncio.run_coroutine_threadsafe(play_as_newcomer(link), loop)
        block_until(lambda: room.table.takeovers)
        cookies.save_cookie(up.base, visitor.cookie)
        run = reihum("join", link, "--name", "Tessa", typed="ok\n" + FIRST_MOVES)
        newcomer.result(END_SECONDS)
        assert [seat.name for seat in room.table.seats] == ["Oma", "Tessa", ""]
        assert "[ok: now, Enter: from the next round]" in run.out


async def start_alone(visitor: Visitor) -> str:
    """Start a match of Tessa with two bots; the link of the table."""
    settings = Settings(game="classic", seats=3, pace="instant")
    made = await visitor.create("Tessa", settings, seat=1)
    async with Client(made.link, "Tessa", cookie=visitor.cookie) as maker:
        await maker.do(commands.Start, fill="sensible")
    return made.link


async def play_as_newcomer(link: str) -> None:
    """Ask for a bot's seat, and play there."""
    async with Client(link, "Oma", watch=True) as newcomer:
        await newcomer.do(commands.Sit, seat=0)
        await play(newcomer, bots_for(GAMES["classic"])["sensible"])


def test_who_is_the_youngest() -> None:
    """Where the youngest player begins, the terminal asks once who that is."""
    with elsewhere() as (up, loop):
        visitor = Visitor(up.base)
        settings = Settings(game="junior", seats=2, pace="instant", options={"first": "youngest"})
        made = asyncio.run_coroutine_threadsafe(visitor.create("Tessa", settings), loop).result(END_SECONDS)
        friend = asyncio.run_coroutine_threadsafe(friendly(made.link, visitor.cookie, "junior"), loop)
        run = reihum("join", made.link, "--name", "Luca", typed="\n7\n2\n" + FIRST_MOVES)
        friend.result(END_SECONDS)
        assert (run.status, run.errors) == (0, "")
        assert run.out.count("Who is the youngest?") == 2
        assert up.host.rooms[made.table].table.settings.options == {"first": 1}


def test_what_is_refused_is_told() -> None:
    """Illegal moves, words that are not moves, and questions why are answered in sentences."""
    with elsewhere() as (up, _):
        typed = "\nlay R1\nnonsense\n? B20\nrules\nscore\nq\n"
        run = reihum("join", up.base, "classic", "--seats", "2", "--pace", "instant", typed=typed)
        assert (run.status, run.errors) == (0, "")
        assert "“nonsense” is not a move" in run.out
        assert "Aim" in run.out
        assert "No round has ended yet." in run.out
        assert "See you!" in run.out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["{base}"], "Open tables"),
        (["{base}", "chess"], "chess"),
        (["{base}", "classic", "--blocking", "maybe"], "off, take3, draw"),
        (["{base}/t/t-222#x"], "t-222"),
        (["ftp://x"], "ftp://x"),
        (["http://127.0.0.1:1/t/t-222"], "http://127.0.0.1:1"),
    ],
)
def test_what_leads_nowhere(words: list[str], named: str) -> None:
    """A bad address gives one sentence on the error channel and status 1."""
    with elsewhere() as (up, _):
        run = reihum("join", *(word.format(base=up.base) for word in words))
        assert (run.status, run.errors.count("\n")) == (1, 1)
        assert named in run.errors


def test_the_connection_breaks() -> None:
    """The person is told, and the game goes on."""
    with elsewhere() as (up, loop):

        async def break_once() -> None:
            await wait_until(lambda: any(room.table.state for room in up.host.rooms.values()))
            for connection in list(up.up.service.connections):
                protocol_of(connection).transport.abort()

        breaking = asyncio.run_coroutine_threadsafe(break_once(), loop)
        run = reihum("join", up.base, "junior", "--seats", "2", "--pace", "instant", typed=FIRST_MOVES)
        breaking.result(END_SECONDS)
        assert "The connection was lost" in run.out
        assert "The connection is back" in run.out


def test_cookies_are_secrets(own_folder: Path) -> None:
    """Only the person can read the file; a broken file is ignored."""
    cookies.save_cookie("http://a", "reihum=1")
    cookies.save_cookie("http://b", "reihum=2")
    assert (cookies.load_cookie("http://a"), cookies.load_cookie("http://c")) == ("reihum=1", "")
    (file,) = own_folder.iterdir()
    assert file.stat().st_mode & 0o077 == 0
    file.write_text("broken")
    assert cookies.load_cookie("http://a") == ""
