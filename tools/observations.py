"""The page about observations, docs/observations.md, from the encodings themselves. `python -m tools.docs` writes
it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reihum.engine import Game
from reihum.envs import Encoding, encoding_of
from reihum.envs.parameters import usual_game
from reihum.games import GAMES
from tools.tables import make_table

PAGE = Path(__file__).parent.parent / "docs" / "observations.md"
HEAD = """\
<!-- Made by `make docs`. -->

# What the numbers of an observation mean

[The learning environments](envs.md) show a player its view as a list of small whole numbers. Every game has its own
list: here with four seats, or as near to that as the game allows, and with its usual options. For any other table ask
the encoding:

```pycon
>>> import reihum
>>> from reihum.envs import encoding_of
>>> encoding = encoding_of(reihum.game("junior", seats=2))
>>> encoding.names[0], encoding.names[43], encoding.names[-2:]
('laid R1', 'laid B11', ['acts seat+0', 'acts seat+1'])
>>> state = encoding.game.deal(seed="example")
>>> observation = encoding.observe(state.view(0), seat=0)
>>> [name for name in encoding.describe(observation) if name.startswith("hand ")]
HAND
>>> encoding.describe(observation)["stock.count"], observation[encoding.places["stock.count"]][0]
(STOCK, STOCK)

```

A number is named by its part and by the card, seat, pile or place it is about. `seat+0` is the observer, `seat+1` the
next player clockwise. Cards stand in rank order: red (R), yellow (Y), green (G), blue (B), each from its lowest number.
Parts marked *own* are hidden from the other players. [In JAX](envs.md#small-games) the small games show the same
numbers; the row games and Master show [others](envs.md#the-row-games) there.
"""


def write_page() -> str:
    """The whole page."""
    encoding = encoding_of(GAMES["junior"].game(2))
    shown = encoding.describe(encoding.observe(encoding.game.deal(seed="example").view(0), 0))
    hand = str([name for name in shown if name.startswith("hand ")])
    head = HEAD.replace("HAND", hand).replace("STOCK", str(shown["stock.count"]))
    tables: dict[str, list[Game]] = {}
    for facts in GAMES.values():
        if facts.observation and (game := usual_game(facts)):
            tables.setdefault(_describe(encoding_of(game)), []).append(game)
    return "\n".join([head, *(f"## {_name(games)}\n\n{table}\n" for table, games in tables.items())])


def _name(games: list[Game]) -> str:
    return f"{', '.join(game.id for game in games)} with {games[0].seats} seats"


def _describe(encoding: Encoding) -> str:
    return make_table(["numbers", "part", "about", "up to", "tells"], [*_rows(encoding)])


def _rows(encoding: Encoding) -> Iterator[list[str]]:
    for part in encoding.parts:
        place = encoding.places[part.name]
        numbers = f"{place.start}" if part.size == 1 else f"{place.start}–{place.stop - 1}"
        about = part.labels[0] if part.size == 1 else f"{part.labels[0]} … {part.labels[-1]}"
        yield [numbers, f"`{part.name}`", about, str(part.most), part.meaning + (" (*own*)" if part.private else "")]
