"""A bot of your own plays by every command as it would by its name: a class after ``py:``, a program after ``cmd:``."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from house import awaited
from reihum.arena import line_protocol
from reihum.arena.programs import close_all
from reihum.client import Client, Visitor, play
from reihum.games import game
from reihum.tables import commands
from reihum.tables.settings import Settings
from server_process import UNLIMITED, start_server
from terminal import reihum
from waiting import END_SECONDS

KNOWN = "sensible"
"""The bot by its name."""

GOLDEN = Path(__file__).parent.parent / "golden" / "ratefix.jsonl"
PROGRAM = shlex.join([sys.executable, "-m", "reihum", "bot", KNOWN])
SEED = ("--seed", "s")
PLAYERS = ["py", pytest.param("cmd", marks=pytest.mark.full)]


@pytest.fixture(params=PLAYERS)
def own(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The bot as one's own: a class in a file of the current folder, or a program."""
    (tmp_path / "mybot.py").write_text("from reihum.bots.simple.ratefix import AdderBot as Mine\n")
    monkeypatch.chdir(tmp_path)
    yield {"py": "py:./mybot.py:Mine", "cmd": f"cmd:{PROGRAM}"}[request.param]
    close_all()


def figures(bot: str, *words: str) -> Any:
    """What a command prints as JSON, with the bot called by its name."""
    run = reihum(*(bot if word == "BOT" else word.replace("BOT", bot) for word in words), "--json")
    assert (run.status, run.errors) == (0, "")
    return json.loads(run.out.replace(json.dumps(bot)[1:-1], KNOWN))


@pytest.mark.parametrize(
    "words",
    [
        (
            "arena",
            "BOT",
            "random",
            "--game",
            "ratefix",
            "-s",
            "3",
            "--deals",
            "2",
            "--jobs",
            "1",
            "--patience",
            "60",
            *SEED,
        ),
        ("simulate", "ratefix", "-s", "3", "-n", "2", "--bots", "BOT", "--versus", "random", "--jobs", "1", *SEED),
        ("simulate", "ratefix", "-s", "2", "-n", "2", "--bots", "random,BOT", "--jobs", "1", *SEED),
        ("lab", "ratefix", "-s", "2", "-n", "4", "--bots", "random,BOT", "--no-house-rules", "--jobs", "1", *SEED),
        ("review", str(GOLDEN), "--round", "1", "--level", "BOT"),
    ],
)
def test_the_figures_are_those_of_the_bot(words: tuple[str, ...], own: str) -> None:
    """The same seed gives the same figures: it makes the same moves."""
    assert figures(own, *words) == figures(KNOWN, *words)


def test_a_person_plays_against_it(own: str, tmp_path: Path) -> None:
    """The record of a match has the same moves."""
    records = []
    for number, bot in enumerate((KNOWN, own)):
        file = tmp_path / f"{number}.jsonl"
        words = ("play", "ratefix", "-s", "2", "--bots", bot, *SEED, "--record", str(file))
        run = reihum(*words, typed="20\n" * 40)
        assert (run.status, run.errors) == (0, "")
        records.append([json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()])
    assert [line["move"] for line in records[0] if "move" in line]
    assert records[0][1:] == records[1][1:]


def test_it_answers_lines(own: str) -> None:
    """``reihum bot`` serves it to any program."""
    state = game("ratefix", 2).deal("lines")
    begin = line_protocol.game_line(state.game, 0, b"s", 60.0)
    typed = "\n".join([line_protocol.HELLO, begin, line_protocol.choose_line(state.view(0)), "quit\n"])
    answers = [reihum("bot", bot, typed=typed).out.splitlines() for bot in (KNOWN, own)]
    assert answers[0][1:] == answers[1][1:]
    assert [answer.split()[0] for answer in answers[1]] == ["bot", "ready", "move"]


@awaited
async def test_it_plays_at_the_tables_of_a_server(own: str, tmp_path: Path) -> None:
    """The operator names it, a table has it by that name, and a round is played to its end."""
    reference = own.replace("./", f"{tmp_path}/")
    with start_server("--bot", f"mine={reference}", "--data", str(tmp_path / "tables.sqlite"), *UNLIMITED) as (
        _,
        address,
    ):
        paul = Visitor(address)
        settings = Settings(game="ratefix", seats=2, rounds=1, pace="instant")
        link = (await paul.create("Paul", settings)).link
        async with Client(link, "Paul", cookie=paul.cookie) as client:
            await client.do(commands.Start, fill="mine")
            await asyncio.wait_for(play(client, KNOWN), END_SECONDS)
            assert client.lobby is not None
            assert [seat.level for seat in client.lobby.seats] == ["", "mine"]
            assert client.view is not None
            assert client.view.outcome is not None
