"""`python -m tools.campaigns kill --count 1000 --seed 1`: runs a campaign, or goes on with it.

`all` runs every campaign. `--trial N` repeats one trial of a campaign, and writes nothing.
"""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "tests"))  # the campaigns use the helpers of the tests

from tools.campaigns.list import CAMPAIGNS
from tools.campaigns.page import write_row
from tools.campaigns.runner import STATES, Runner


def main(words: list[str]) -> int:
    """Run what the words ask for; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.campaigns")
    parser.add_argument("name", choices=["all", *(campaign.name for campaign in CAMPAIGNS)])
    parser.add_argument("--count", type=int, help="how much to try; each campaign has its own default")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trial", type=int, help="repeat one trial")
    parser.add_argument("--states", type=Path, default=STATES, help="the folder with the states")
    chosen = parser.parse_args(words)
    logging.getLogger().addHandler(logging.NullHandler())  # planned outages fill no screen
    for campaign in CAMPAIGNS:
        if chosen.name not in ("all", campaign.name):
            continue
        runner = Runner(campaign, chosen.seed, chosen.count or campaign.count, chosen.states)
        done = runner.run() if chosen.trial is None else runner.run_trial(chosen.trial)
        if not done:
            return 1
        if chosen.trial is None:
            write_row(runner, CAMPAIGNS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
