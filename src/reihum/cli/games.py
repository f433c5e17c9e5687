"""``reihum games``: all games with players, age and options; lines with tabs if the output is not a terminal."""

from __future__ import annotations

from rich.text import Text

from reihum.cli.arguments import GamesArguments
from reihum.cli.game_options import describe_options, describe_players
from reihum.cli.screen import Screen
from reihum.cli.zones import wrap_parts
from reihum.engine import Facts
from reihum.games import GAMES

INDENT = 4


def show_games(screen: Screen, _: GamesArguments) -> None:
    """Print one game per line, its options below."""
    if not screen.is_terminal:
        for facts in GAMES.values():
            print("\t".join((*_row(facts, screen), " ".join(describe_options(facts)))))
        return
    head = tuple(screen.text(f"cli.games.{column}") for column in ("id", "name", "players", "age"))
    rows = [head, *(_row(facts, screen) for facts in GAMES.values())]
    widths = [max(map(len, column)) + 3 for column in zip(*rows, strict=True)]
    screen.print(_line(head, widths, "bold"), Text(" " * INDENT + screen.text("cli.games.options"), style="dim"))
    for facts, row in zip(GAMES.values(), rows[1:], strict=True):
        screen.print(_line(row, widths, "bold cyan"))
        if facts.options:
            parts = [Text(flag, style="dim") for flag in describe_options(facts)]
            screen.print(*wrap_parts(Text(" " * INDENT), parts, screen.out.width))
    screen.print()
    screen.say("cli.games.hint", style="dim")


def _line(cells: tuple[str, ...], widths: list[int], style: str) -> Text:
    first, *others = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return Text().append(first, style=style).append("".join(others))


def _row(facts: Facts, screen: Screen) -> tuple[str, ...]:
    return (
        facts.id,
        screen.text(f"{facts.id}.name"),
        describe_players(facts, screen.texts),
        screen.text("cli.games.from-age", age=facts.age),
    )
