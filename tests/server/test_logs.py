"""The log says that something is wrong, not too often, and never who did it."""

from __future__ import annotations

import json
import logging
import sys
from datetime import datetime, timedelta

import pytest
from websockets.exceptions import InvalidStatus

from house import StillClock, awaited
from network import net
from reihum.server.logs import JsonFormatter, RepeatFilter, configure_logging


def test_the_same_line_only_so_often() -> None:
    """Five times, then once a minute; other lines are not affected."""
    clock = StillClock()
    repeats = RepeatFilter(clock)
    again = [repeats.filter(record("again")) for _ in range(10)]
    assert again == [True] * 5 + [False] * 5
    assert repeats.filter(record("something else"))
    clock.jump(61)
    assert [repeats.filter(record("again")) for _ in range(2)] == [True, False]


def test_lines_about_tasks_are_the_same_line() -> None:
    """asyncio names another task in each of them; an outage of the database must not fill the disk."""
    repeats = RepeatFilter(StillClock())
    lines = [record(f"Task exception was never retrieved\nfuture: <Task {number}>") for number in range(10)]
    assert [repeats.filter(line) for line in lines] == [True] * 5 + [False] * 5


def record(message: str) -> logging.LogRecord:
    """A line of the log."""
    return logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, message, (), None)


@pytest.mark.parametrize("level", ["debug", "info"])
@awaited
async def test_nobody_is_named(level: str, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever people do, the log has no addresses, names, keys, cookies or tables."""
    loggers = [logging.getLogger(name) for name in ("reihum", "uvicorn")]
    before = [logger.level for logger in loggers]
    configure_logging(level)
    try:
        async with net() as up:
            made, paul = await up.table(name="Hannah")
            async with up.socket(made["table"], paul) as talk:
                await talk.do("say", "1", phrase="hello")
                await talk.send("garbage")
                await talk.heard("refused")
            await up.ask("GET", f"/api/tables/{made['table']}/record", cookie=paul)
            with pytest.raises(InvalidStatus):
                await up.socket(made["table"], "").__aenter__()
            await up.raw(b"NONSENSE\r\n\r\n")
    finally:
        for logger, old in zip(loggers, before, strict=True):
            logger.setLevel(old)
    secrets = [made["table"], made["key"], made["you"], paul.partition("=")[2], "Hannah", "127.0.0.1"]
    assert not [secret for secret in secrets if secret in caplog.text]
    assert [line.message for line in caplog.records if line.levelno >= logging.WARNING] == [
        "Invalid HTTP request received."
    ]


def test_lines_as_json() -> None:
    """One object on each line, with the traceback of an error; what is not asked for is not in it."""
    formatter = JsonFormatter()
    line = json.loads(formatter.format(record("a “line”\nand more")))
    assert sorted(line) == ["level", "logger", "message", "time"]
    assert (line["level"], line["logger"], line["message"]) == ("warning", "uvicorn.error", "a “line”\nand more")
    assert datetime.fromisoformat(line["time"]).utcoffset() == timedelta(0)
    try:
        raise ValueError("broken")
    except ValueError:
        failed = logging.LogRecord("reihum", logging.ERROR, "", 0, "It failed", (), sys.exc_info())
    text = formatter.format(failed)
    assert "\n" not in text
    assert "ValueError: broken" in json.loads(text)["error"]


@pytest.mark.parametrize("wanted", [False, True])
@awaited
async def test_refused_addresses_are_logged_on_request(wanted: bool, caplog: pytest.LogCaptureFixture) -> None:
    """An operator who wants to ban somebody must know the address; nobody else is named."""
    with caplog.at_level(logging.INFO, "reihum.server"):
        async with net(log_addresses=wanted) as up:
            await up.ask("GET", "/", headers={"Host": "elsewhere.example"})
            await up.ask("GET", "/api/tables")
    assert [line.getMessage() for line in caplog.records if "refused" in line.getMessage()] == (
        ["127.0.0.1 was refused: wrong-host"] if wanted else []
    )
    assert [getattr(line, "address", "") for line in caplog.records if hasattr(line, "address")] == (
        ["127.0.0.1"] if wanted else []
    )
