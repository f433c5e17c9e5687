"""``reihum verify``: recompute the deals, moves and outcomes of a record."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from reihum.cli.arguments import VerifyArguments
from reihum.cli.files import read_record
from reihum.cli.screen import Screen
from reihum.matches import Step, replay, verify
from reihum.matches.records import DealLine, EndLine, MoveLine, RoundLine


def verify_file(screen: Screen, arguments: VerifyArguments) -> None:
    """Recompute everything and print each check; raise an error at the first that fails."""
    text = read_record(arguments.file)
    moves, last = 0, None
    for step in replay(text):
        last = step.match
        if isinstance(step.line, DealLine):
            _check_deal(screen, step, step.line)
        elif isinstance(step.line, MoveLine):
            moves += 1
        elif isinstance(step.line, RoundLine):
            key = "cli.verify.broken-off" if step.line.outcome is None else "cli.verify.round"
            _print_check(screen, key, round=step.match.round + 1, count=moves)
            moves = 0
        elif isinstance(step.line, EndLine):
            _print_check(screen, "cli.verify.digest")
    verify(text)
    assert last is not None
    assert last.outcome is not None
    _print_check(screen, "cli.verify.outcome", places=", ".join(map(str, last.outcome.places)))


def _check_deal(screen: Screen, step: Step, line: DealLine) -> None:
    game = step.match.game
    if step.match.round == 0:
        _print_check(screen, "cli.verify.header", name=screen.text(f"{game.id}.name"), seats=game.seats)
    key = "cli.verify.deck" if line.commitment is None else "cli.verify.commitment"
    _print_check(screen, key, round=step.match.round + 1)


def _print_check(screen: Screen, key: str, **values: Any) -> None:
    screen.print(Text("✓ ", style="bold green").append(screen.text(key, **values), style="green"))
