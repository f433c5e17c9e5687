"""The figures in docs/reliability.md: a row for every campaign that was run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tools.campaigns.campaign import Campaign
from tools.campaigns.runner import ROOT, CampaignState, Runner

FILE = ROOT / "docs" / "reliability.md"
HEAD = (
    "| campaign | done | checked | found | date | commit | command | minutes |",
    "|---|---|---|---|---|---|---|---|",
)


def write_row(runner: Runner, campaigns: Sequence[Campaign], file: Path = FILE) -> None:
    """Put a campaign's row into the page, in place of an older one."""
    file.write_text(update_page(file.read_text(encoding="utf-8"), make_row(runner), campaigns), encoding="utf-8")


def make_row(runner: Runner) -> str:
    """The row of a campaign."""
    state, campaign = runner.state, runner.campaign
    cells = (
        campaign.name,
        describe_counts(campaign, state),
        campaign.checks,
        "nothing" if runner.is_finished else "nothing so far; not finished",
        state.date,
        ", ".join(state.commits),
        f"`{runner.command}`",
        f"{state.seconds / 60:.1f}",
    )
    return f"| {' | '.join(cells)} |"


def describe_counts(campaign: Campaign, state: CampaignState) -> str:
    """What was done: the unit of the campaign first."""
    others = [name for name in state.counts if name != campaign.unit]
    return ", ".join(f"{state.counts[name]:,} {name}" for name in (campaign.unit, *others))


def update_page(text: str, row: str, campaigns: Sequence[Campaign]) -> str:
    """The page with this row; the rows are in the order of the campaigns."""
    before, mark, after = text.partition("<!-- campaigns: python -m tools.campaigns -->\n\n")
    assert mark, "the page has no place for the figures"
    table = re.match(r"(\|.*\n)*", after)[0]  # type: ignore[index]
    rows = {line.split("|")[1].strip(): line for line in [*table.splitlines()[2:], row]}
    lines = [*HEAD, *(rows[campaign.name] for campaign in campaigns if campaign.name in rows)]
    return before + mark + "\n".join(lines) + "\n" + after[len(table) :]
