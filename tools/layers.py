"""The layers of the package, as data: tests/test_layers.py enforces the order, `make docs` draws and lists it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from reihum.arena.charts import BLUE, GREEN, YELLOW, draw_picture, draw_text, make_tag

LAYERS: tuple[dict[str, str], ...] = (
    {
        "texts": "the German, English and French texts, made from messages",
        "messages": "a message: a key with values",
    },
    {"errors": "the errors of the engine, each with a stable code"},
    {"cards": "colours, cards, decks, and the only source of randomness"},
    {"engine": "the contract of a game: moves, views, options, events, outcomes"},
    {"games": "the rules: one module or package per game, and the registry"},
    {"matches": "rounds, points, places, records, checkable deals, verdicts about calls"},
    {
        "tables": "a table: commands, entries, decisions, updates",
        "simulator": "compiled rules for the row games and Master",
    },
    {
        "protocol": "the types of messages, and their schema",
        "store": "the log: SQLite, PostgreSQL, backups",
        "bots": "players that see only views; search; review",
    },
    {
        "client": "the Python client for a server",
        "host": "live tables: rooms, clocks, workers",
        "arena": "contests between bots; the balance lab",
    },
    {"api": "requests, answers and connections, whatever carries them"},
    {
        "server": "HTTP, WebSockets, cookies, metrics",
        "browser": "a host in a browser: a port, IndexedDB",
        "cli": "the command `reihum`",
        "envs": "PettingZoo, OpenSpiel, vectorised",
    },
)
"""The layers from the lowest to the highest, each with its contents. A layer imports only layers below its own row."""

SIDES = (("tables", "protocol", "store"), ("simulator", "bots", "arena"))
"""Two sides that do not import each other: the first keeps tables, the second plays. The host brings them together, and
so does the client of a bot."""

FORBIDDEN = {("server", "client"), ("api", "client"), ("browser", "client"), ("client", "store"), ("host", "protocol")}
"""Other imports that the order would allow but the design does not: clients test the server and know nothing of its
store; the host does not know how its tables are sent."""

ENGINE = ("cards", "engine", "games", "matches", "tables", "simulator", "bots")
PURE = ("messages", "errors", *ENGINE, "protocol")
"""The layers without a clock, files, or randomness of their own."""

RANK = {name: rank for rank, layers in enumerate(LAYERS) for name in layers}


def is_allowed(here: str, there: str) -> bool:
    """Whether a module of one layer may import a module of another layer."""
    apart = any(here in side and there in other for side, other in (SIDES, SIDES[::-1]))
    return RANK[there] < RANK[here] and not apart and (here, there) not in FORBIDDEN


PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "layers.svg"
RULE = "A layer imports only from rows below its own; tables and bots do not import each other."
WIDTH, ROW, GAP, TOP, MARGIN = 780, 38, 6, 62, 20


def draw() -> str:
    """The picture: the highest layer on top, layers of one row side by side."""
    rows = [list(layers.items()) for layers in reversed(LAYERS)]
    parts = [
        draw_text(MARGIN, 26, "The layers of reihum", weight="bold"),
        draw_text(MARGIN, 44, RULE, size=11),
        *(part for row, layers in enumerate(rows) for part in _row(TOP + row * (ROW + GAP), layers)),
        *_legend(TOP + len(rows) * (ROW + GAP) + 14),
    ]
    return draw_picture("The layers of reihum", parts, WIDTH, TOP + len(rows) * (ROW + GAP) + 34)


def _row(top: int, layers: Sequence[tuple[str, str]]) -> Iterator[str]:
    width = (WIDTH - 2 * MARGIN - GAP * (len(layers) - 1)) / len(layers)
    for place, (name, holds) in enumerate(layers):
        left = MARGIN + place * (width + GAP)
        yield make_tag("rect", x=left, y=top, width=width, height=ROW, rx=4, fill="white")
        yield make_tag("rect", x=left, y=top, width=6, height=ROW, fill=_colour(name))
        yield draw_text(left + 16, top + 16, name, weight="bold")
        yield draw_text(left + 16, top + 31, holds.replace("`", ""), size=10)


def _colour(layer: str) -> str:
    return GREEN if layer in PURE else YELLOW if layer == "texts" else BLUE


def _legend(y: int) -> Iterator[str]:
    for left, colour, label in (
        (MARGIN, GREEN, "no clock, no files, no randomness of its own"),
        (MARGIN + 290, YELLOW, "reads its compiled catalogues"),
        (MARGIN + 500, BLUE, "may use the outside world"),
    ):
        yield make_tag("rect", x=left, y=y - 9, width=10, height=10, fill=colour)
        yield draw_text(left + 16, y, label, size=11)


def listing() -> str:
    """A table for documents – each layer with its contents, the highest first – and the exceptions."""
    lines = [f"| `{name}` | {holds} |" for row in reversed(LAYERS) for name, holds in row.items()]
    return "\n".join(("| layer | contents |", "| --- | --- |", *lines, "", *_exceptions()))


def _exceptions() -> Iterator[str]:
    """The imports that the order would allow but the design does not."""
    first, second = (", ".join(f"`{name}`" for name in side) for side in SIDES)
    pairs = ", ".join(f"`{here}` → `{there}`" for here, there in sorted(FORBIDDEN))
    yield "A layer imports only from rows below its own, with these exceptions:"
    yield f"- {first} and {second} do not import each other;"
    yield f"- these imports are forbidden too: {pairs}."
