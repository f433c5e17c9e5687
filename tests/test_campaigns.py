"""Campaigns: they go on where they were, tell how to repeat a failure, and find the faults they look for."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from reihum.host.people import People
from reihum.store import backup
from reihum.tables import table
from tools.campaigns import clocks, damage, day, races
from tools.campaigns.campaign import Campaign, Trial
from tools.campaigns.list import CAMPAIGNS
from tools.campaigns.page import FILE, make_row, update_page
from tools.campaigns.runner import Runner

PAGE = "# Page\n\n<!-- campaigns: python -m tools.campaigns -->\n\n\n## More\n"


def make_campaign(drawn: list[float], fails_at: int = -1) -> Campaign:
    """A campaign that only draws a number in each trial, and fails in one of them."""

    def draw(trial: Trial) -> None:
        drawn.append(trial.dice.random())
        assert trial.number != fails_at, "planted"
        trial.count("numbers", 2)

    return Campaign("toy", "numbers", 10, "nothing", draw)


def test_a_campaign_goes_on_where_it_was(tmp_path: Path) -> None:
    """An interrupted campaign draws the same as one in a single run."""
    once: list[float] = []
    assert Runner(make_campaign(once), 1, 10, tmp_path / "once").run()
    parts: list[float] = []
    for count in (4, 10, 10):
        assert Runner(make_campaign(parts), 1, count, tmp_path / "parts").run()
    assert parts == once
    assert len(once) == 5


def test_a_failure_tells_how_to_repeat_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The campaign stops there; the same trial draws the same again, and a later run tries it again."""
    drawn: list[float] = []
    runner = Runner(make_campaign(drawn, fails_at=2), 7, 10, tmp_path)
    assert not runner.run()
    assert "python -m tools.campaigns toy --seed 7 --trial 2" in capsys.readouterr().out
    assert not runner.run_trial(2)
    assert not Runner(make_campaign(drawn, fails_at=2), 7, 10, tmp_path).run()
    assert len(drawn) == 5
    assert len({*drawn[2:]}) == 1


def test_rows_of_the_page(tmp_path: Path) -> None:
    """A row tells what was done with which version; a newer row takes its place, in the order of the campaigns."""
    runner = Runner(make_campaign([]), 1, 10, tmp_path)
    runner.run()
    row = make_row(runner)
    assert row.startswith("| toy | 10 numbers | nothing | nothing | 20")
    others = [msgspec.structs.replace(runner.campaign, name=name) for name in ("a", "b")]
    page = update_page(PAGE, row, [*others, runner.campaign])
    page = update_page(page, "| b | new |", [*others, runner.campaign])
    assert page.partition("|---|\n")[2] == f"| b | new |\n{row}\n\n## More\n"
    assert update_page(page, "| b | new |", [*others, runner.campaign]) == page


def test_the_page_has_every_campaign() -> None:
    """Each campaign was run, is described, and has a planted fault."""
    page = FILE.read_text(encoding="utf-8")
    for campaign in CAMPAIGNS:
        assert page.count(f"\n| {campaign.name} |") == 2
        assert f"\n- **{campaign.name}**" in page


def make_trial(folder: Path) -> Trial:
    """The first trial of a campaign."""
    return Trial("planted", 1, 0, folder, Counter())


def test_a_check_without_digests_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store whose hash chain nobody follows loses entries unnoticed."""
    for module in (backup, table):
        monkeypatch.setattr(module, "verify_chain", lambda *_: b"")
    monkeypatch.setattr(damage, "KINDS", (damage.flip_bit,))
    monkeypatch.setattr(damage, "TRIAL_CORRUPTIONS", 200)
    with pytest.raises(AssertionError, match=r"lost and not found: .*entries"):
        damage.run(make_trial(tmp_path))


def test_a_host_that_believes_its_clock_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that takes the time from the clock forgets people when the clock jumps."""

    async def read_clock(people: People) -> int:
        return people._clock.now()

    monkeypatch.setattr(People, "now", read_clock)
    with pytest.raises(AssertionError, match="forgotten"):
        clocks.run(make_trial(tmp_path))


def test_a_host_that_believes_pings_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that measures by pings alone can be cheated by answers that come late."""
    make_race = races.make_race
    monkeypatch.setattr(races, "make_race", lambda *how: msgspec.structs.replace(make_race(*how), believed=True))
    with pytest.raises(AssertionError, match="late"):
        races.run(make_trial(tmp_path))


@pytest.mark.full
def test_a_server_that_grows_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that keeps something of every move does not pass the day."""
    monkeypatch.setattr(day, "TABLES", 4)
    with pytest.raises(AssertionError, match="the server grew"):
        asyncio.run(day.play_day(make_trial(tmp_path), 3_000, keep_everything))


def keep_everything() -> None:
    """Plant the fault in a server process: 100 kB stay for every entry."""
    from collections.abc import Callable
    from typing import Any

    from reihum.store.sqlite import SqliteLog

    append: Callable[..., Any] = SqliteLog.append
    kept = []

    async def append_and_keep(*what: Any) -> None:
        kept.append(bytearray(b"x" * 100_000))
        await append(*what)

    SqliteLog.append = append_and_keep  # type: ignore[method-assign, assignment]
