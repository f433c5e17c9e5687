"""The documents that are generated: `python -m tools.docs` (or `make docs`) writes docs/games/<id>.md, its chart, the
index, and the generated parts of other documents."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from reihum.games import GAMES
from tools import address, charts, commands, effects, figures, layers, observations
from tools.game_pages import TEXTS, describe_players, draw_position, find_decisions, make_page
from tools.tables import make_table

FOLDER = Path(__file__).parent.parent / "docs" / "games"
HEAD_OF_INDEX = "<!-- Made by `make docs`. -->"
INTRO = "Each page has a picture, the rules, the options, the notation, the decisions, an example and figures of play."
READING = """## The figures

Two bots play: `random` makes any move, `sensible` plays like a reasonable eight-year-old. Options have their defaults.

- **Moves.** The median, and the range of 90 % of the games. An `end` that was the only legal move is not counted.
- **Wins by seat.** All players are sensible; seat 0 is the first seat of the round. A win shared by k players counts
  1/k. Each share has its 95 % interval (Wilson's) beside it.
- **One sensible bot among random ones.** Every deal is played once from every seat, which removes the luck of the
  cards. The interval is the 95 % interval of the mean over deals.

`make figures` plays all games again, in about ten minutes on two cores: at most 1,000 games for a figure, fewer if
games are long. The same rules and bots give the same figures on every machine. They describe these bots, not good play.
"""


def games_table(folder: str = "") -> str:
    """All games with links to their pages."""
    rows = []
    for facts in GAMES.values():
        name, summary = (TEXTS.text(f"{facts.id}.{part}") for part in ("name", "summary"))
        rows.append(
            [f"[{name}]({folder}{facts.id}.md)", f"`{facts.id}`", describe_players(facts), f"{facts.age}+", summary]
        )
    return make_table(["game", "id", "players", "age", "in a line"], rows)


def index() -> str:
    """docs/games/README.md."""
    return "\n\n".join((HEAD_OF_INDEX, "# The games", INTRO, games_table(), READING))


def fill(path: Path, **parts: str) -> tuple[Path, str]:
    """A document written by hand, with each part between its two comments replaced."""
    text = path.read_text(encoding="utf-8")
    for name, content in parts.items():
        head, end = f"<!-- {name}, made by make docs -->", "<!-- end -->"
        before, _, rest = text.partition(head)
        text = f"{before}{head}\n\n{content}\n\n{end}{rest.partition(end)[2]}"
    return path, text


def documents(root: Path) -> Iterator[tuple[Path, str]]:
    """The documents of which a part is generated."""
    bot = (root / "docs/examples/bot.py").read_text(encoding="utf-8")
    parts = {"games": games_table("docs/games/"), "bot": f"```python\n{bot}```"}
    yield fill(root / "README.md", site=address.make_opening(address.read_address(root, "site")), **parts)
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    yield root / "CITATION.cff", address.make_citation(citation, address.read_address(root))
    yield fill(root / "docs/design.md", layers=layers.listing())
    lists = {"commands": commands.list_commands(), "parameters": commands.describe_commands()}
    yield fill(root / "docs/command.md", **lists)


def files(folder: Path = FOLDER) -> Iterator[tuple[Path, str]]:
    """Each generated file and its content. The section “Decisions” is taken from the existing page."""
    yield from documents(folder.parent.parent)
    yield layers.PICTURE, layers.draw()
    yield effects.PAGE, effects.write_page()
    yield effects.MODULE, effects.write_module()
    yield observations.PAGE, observations.write_page()
    yield folder / "README.md", index()
    for facts in GAMES.values():
        path = folder / f"{facts.id}.md"
        yield path, make_page(facts, find_decisions(path.read_text(encoding="utf-8") if path.exists() else ""))
        yield folder / "pictures" / f"{facts.id}.svg", draw_position(facts)
        if found := figures.read(facts.id):
            yield folder / "figures" / f"{facts.id}.svg", charts.draw(found, TEXTS.text(f"{facts.id}.name"))


def main() -> int:
    """Write what has changed."""
    for path, content in files():
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
            print(path.relative_to(FOLDER.parent.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main())
