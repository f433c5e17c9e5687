"""Runs a campaign: shows its progress, goes on after an interruption, and stops at the first fault."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from tools.campaigns.campaign import Campaign, Trial

ROOT = Path(__file__).parent.parent.parent
STATES = ROOT / ".campaigns"
"""The folder with the state of every campaign."""

PROGRESS_SECONDS = 5.0
"""How often progress is shown."""


class CampaignState(Struct):
    """How far a campaign has come. ``trial`` is the number of the next trial; ``counts`` are those of all finished
    trials; ``commits`` are the versions that were tried."""

    seed: int
    trial: int = 0
    counts: dict[str, int] = {}
    seconds: float = 0.0
    commits: list[str] = []
    date: str = ""


class Runner:
    """One campaign with a seed, up to a count. ``states`` is the folder for its state."""

    def __init__(self, campaign: Campaign, seed: int, count: int, states: Path = STATES) -> None:
        self.campaign = campaign
        self._count = count
        self._file = states / f"{campaign.name}-{seed}.json"
        self.state = self._load(seed)
        self._counts = Counter(self.state.counts)
        self._begun = self._shown = time.monotonic()

    @property
    def command(self) -> str:
        """The command that runs this campaign."""
        return f"python -m tools.campaigns {self.campaign.name} --count {self._count} --seed {self.state.seed}"

    @property
    def is_finished(self) -> bool:
        """Whether enough was tried."""
        return self.state.counts.get(self.campaign.unit, 0) >= self._count

    def run(self) -> bool:
        """Run all trials that are left; returns False if one has failed."""
        while not self.is_finished:
            if not self.run_trial(self.state.trial):
                return False
            self._save()
        self._say(f"{self._done:,} {self.campaign.unit}, nothing found")
        return True

    def run_trial(self, number: int) -> bool:
        """Run one trial; returns False if it has failed, and says how to repeat it."""
        with tempfile.TemporaryDirectory(prefix=f"campaign-{self.campaign.name}-") as folder:
            trial = Trial(self.campaign.name, self.state.seed, number, Path(folder), self._counts)
            trial.on_count = self._show
            try:
                self.campaign.run(trial)
            except Exception:
                traceback.print_exc()
                again = f"python -m tools.campaigns {self.campaign.name} --seed {self.state.seed} --trial {number}"
                self._say(f"trial {number} has failed; repeat it with: {again}")
                return False
        return True

    @property
    def _done(self) -> int:
        return self._counts[self.campaign.unit]

    def _load(self, seed: int) -> CampaignState:
        if self._file.exists():
            return msgspec.json.decode(self._file.read_bytes(), type=CampaignState)
        return CampaignState(seed)

    def _save(self) -> None:
        """Keep the state after a trial; an interruption leaves the old state or the new one."""
        state, now = self.state, time.monotonic()
        state.trial += 1
        state.counts = dict(self._counts)
        state.seconds += now - self._begun
        self._begun = now
        state.date = datetime.now(UTC).strftime("%Y-%m-%d")
        commit = find_commit()
        state.commits += [] if commit in state.commits else [commit]
        self._file.parent.mkdir(exist_ok=True)
        part = self._file.with_suffix(".part")
        part.write_bytes(msgspec.json.format(msgspec.json.encode(state)))
        part.replace(self._file)

    def _show(self) -> None:
        """Show the progress, from time to time."""
        now = time.monotonic()
        if now - self._shown < PROGRESS_SECONDS:
            return
        self._shown = now
        seconds = self.state.seconds + now - self._begun
        rate = self._done / seconds
        left = f"{(self._count - self._done) / rate / 60:.0f} min left" if rate else "no rate yet"
        self._say(f"{self._done:,} of {self._count:,} {self.campaign.unit}, {rate:,.1f}/s, {left}")

    def _say(self, line: str) -> None:
        sys.stdout.write(f"{self.campaign.name}: {line}\n")
        sys.stdout.flush()


def find_commit() -> str:
    """The version of this repository; a plus sign follows if something has been changed since."""
    command = ["git", "describe", "--always", "--exclude=*", "--dirty=+"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    return found.stdout.decode().strip() or "unknown"
