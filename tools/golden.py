"""Golden games: `python -m tools.golden [GAME …]` makes the records in tests/golden that are missing.

A golden game is a short match of one game, from the deal to the outcome, that shows as many kinds of moves as it can.
Beside the record `<id>.jsonl` lies `<id>.positions`: a fingerprint of what everybody may do after each line. Both stay
as they are for ever; a rule fix raises the game's rules version and adds `<id>.2.jsonl`. Some games have another one
with several house rules at once, `<id>.house.jsonl`. What exists is never overwritten.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from reihum.bots import Bot, play_round, seat_bots, show_events
from reihum.cards import COLOURS
from reihum.engine import Facts, Game, State
from reihum.games import GAMES, game
from reihum.matches import Recorder, match, replay
from reihum.matches.records import MoveLine

FOLDER = Path(__file__).parent.parent / "tests" / "golden"
READABLE = 110
"""The most lines of a short record."""

FILL = "…"
"""In a stacked pile: fill it up with other cards."""


class Recipe(Struct, frozen=True, kw_only=True):
    """How a golden game is made: seats, options and bots; a script of first moves; a stacked deck. It is the game that
    shows most, of those from a number of seeds, which also decide how bots play."""

    seats: int
    options: dict[str, Any] = {}
    bots: tuple[str, ...] = ()
    rounds: int = 1
    seeds: int = 40
    piles: tuple[str, ...] = ()
    script: str = ""

    def names(self, facts: Facts) -> list[str]:
        """The bots by seat; quick ones if the recipe names none."""
        bots = self.bots or (facts.quick_level,)
        return [bots[seat % len(bots)] for seat in range(self.seats)]


def four(*numbers: int) -> str:
    """All four cards of some numbers."""
    return " ".join(f"{colour}{number}" for number in numbers for colour in COLOURS)


NEARLY_DONE = (
    f"R16 G17 B18 Y19 R20 G16 B17 {four(1, 2, 3, 4, 5)}",
    f"Y16 G18 R19 B20 Y17 B16 G20 {four(6, 7, 8, 9, 10)}",
    f"R17 R18 G19 Y20 Y18 B19 {four(11, 12, 13, 14, 15)}",
)
"""All 80 cards for three players, with five quartets in everybody's hand."""

RECIPES = {
    "classic": Recipe(seats=3, options={"edition": "40", "blocking": "take3"}, bots=("sensible", "random")),
    "false-start": Recipe(seats=3, options={"edition": "40", "blocking": "draw"}, bots=("sensible", "random")),
    "three-starts": Recipe(seats=3, options={"edition": "40", "blocking": "take3"}, bots=("sensible", "random")),
    "any-start": Recipe(seats=3, options={"edition": "40", "blocking": "take3"}, bots=("sensible", "random")),
    "junior": Recipe(seats=3, rounds=2, bots=("sensible", "random")),
    "master": Recipe(seats=6, bots=("random", "sensible"), seeds=150),
    "anywhere": Recipe(
        seats=6,
        options={"edition": "60", "open_tops": True, "play_on": False},
        piles=(
            "R1 R13 R4 Y19 Y8 Y9 R10 Y11 G2 G10",
            "R2 R7 Y14 G1 … Y1 G20",
            "R8 Y3 … Y7",
            "R9 Y4 G15 G6 R17 … R18 …1",
            "G3 Y5 G4 R12 …",
            "G16 Y12 G13 G9 … R15 …1",
        ),
        script="""
            0 turn; 1 turn; 1 put middle; 1 turn; 1 put own
            2 turn; 2 put 1; 2 turn; 2 put own; 0 stop
            3 turn; 3 put 1; 3 turn; 3 put 2; 3 turn; 3 put own
            4 turn; 4 put middle; 4 turn; 4 put 2; 4 turn; 4 put own; - tie 0 2 stop
            5 turn; 5 put 3; 5 turn; 5 put own
            0 turn; 0 put 5; 0 turn; 0 put middle; 0 turn; 0 put own
            1 turn; 1 put 5; 1 turn; 1 put own
            2 move middle
        """,
    ),
    "mogeln": Recipe(seats=3, options={"challenge": "anyone"}, bots=("sensible", "random", "random"), seeds=200),
    "ratefix": Recipe(seats=3, seeds=20),
    "schlafmuetze": Recipe(
        seats=3,
        piles=("R1 Y1 G1 R2", "B1 Y2 G2 R3", "B2 Y3 G3 B3"),
        script="""
            0 down; 0 pass R2; 1 pass R3; 2 pass B2
            - early 1 down; 0 pass B2; 2 down; - tie 0 1 down
        """,
    ),
    "zweikampf": Recipe(seats=2, seeds=20),
    "farben-sammeln": Recipe(seats=2, rounds=2, seeds=60),
    "schnipp-schnapp": Recipe(
        seats=3,
        piles=NEARLY_DONE,
        script="""
            0 turn; 1 turn; - tie 0 1 schnapp
            2 turn; 2 schnapp; 0 turn; 1 schnipp
            1 turn; - early 0 schnapp; 2 turn; 0 schnapp
        """,
        seeds=60,
    ),
    "quartett": Recipe(
        seats=3,
        options={"bluff": True},
        bots=("sensible", "random", "sensible"),
        piles=NEARLY_DONE,
    ),
    "schwarzer-peter": Recipe(seats=3, options={"short": True}),
    "was-liegt-wo": Recipe(seats=2),
    "hoechste-karte": Recipe(seats=3, bots=("sensible", "random")),
}

HOUSE = {
    "classic": Recipe(
        seats=3,
        options={
            "edition": "40",
            "elevens": "must",
            "turn": "colour",
            "drawing": "go-on",
            "blocking": "draw",
            "play_on": True,
            "fewer": "2,0,0",
        },
        bots=("sensible", "random"),
    ),
    "junior": Recipe(seats=3, options={"turn": "one", "stock": "no", "play_on": True}, bots=("sensible", "random")),
}
"""Golden games with several house rules at once."""


def file_of(facts: Facts, folder: Path = FOLDER, *, house: bool = False) -> Path:
    """The golden game of a game's present rules: `<id>.jsonl`, from the second version on `<id>.2.jsonl`."""
    version = "" if facts.rules_version == 1 else f".{facts.rules_version}"
    return folder / f"{facts.id}{version}{'.house' if house else ''}.jsonl"


def positions_of(record: Path) -> Path:
    """The fingerprints that belong to a record."""
    return record.with_suffix(".positions")


def golden(facts: Facts, *, house: bool = False) -> str:
    """The golden game of a game, made by its recipe. The same bots make the same game again."""
    recipes = HOUSE if house else RECIPES
    recipe = recipes.get(facts.id) or Recipe(seats=min(max(3, facts.seats[0]), facts.seats[-1]))
    settled = game(facts.id, recipe.seats, **recipe.options)
    deck = stacked(settled, recipe.piles) if recipe.piles else None
    found = (_played(facts.id, recipe, deck, f"golden {number}") for number in range(recipe.seeds))
    return max(found, key=_worth)


def _worth(record: str) -> tuple[bool, int, int]:
    """Short enough to be read; with many kinds of moves and events; as short as possible."""
    lines = record.count("\n")
    shown = {f"{event.kind} event" for step in replay(record) for event in step.match.state.last}
    shown |= {step.line.move.split()[0] for step in replay(record) if isinstance(step.line, MoveLine)}
    return lines <= READABLE, len(shown), -lines


def stacked(game: Game, piles: Sequence[str]) -> str:
    """A deck from its piles; „…“ fills the pile up with other cards, „…1“ adds a single one."""
    left = list(game.cards)
    for card in " ".join(piles).split():
        if not card.startswith(FILL):
            left.remove(card)
    size, more = divmod(len(game.cards), len(piles))
    deck: list[str] = []
    for number, pile in enumerate(piles):
        words = pile.split()
        named = sum(word != FILL for word in words)
        for word in words:
            count = int(word[1:] or size + (number < more) - named) if word.startswith(FILL) else 0
            deck += left[:count] or [word] * (not word.startswith(FILL))
            del left[:count]
    return " ".join(deck)


def _played(id: str, recipe: Recipe, deck: str | None, seed: str) -> str:
    """The record of one match."""
    started = match(id, recipe.seats, rounds=recipe.rounds, seed=seed, deck=deck, **recipe.options)
    recorder = Recorder(started)
    while True:
        bots = seat_bots(started.game, recipe.names(started.game.facts), f"{seed} {recorder.match.round}".encode())
        _play_script(recorder, recipe.script, bots)
        for seat, move, _ in play_round(recorder.match.state, bots):
            recorder.play(seat, move)
        if recorder.match.outcome is not None:
            return recorder.text
        recorder.next_round()


def _play_script(recorder: Recorder, script: str, bots: Sequence[Bot]) -> None:
    """The moves of a script: seat (or - for the table), then the move."""
    for step in filter(None, (part.strip() for part in script.replace("\n", ";").split(";"))):
        seat, _, move = step.partition(" ")
        recorder.play(None if seat == "-" else int(seat), move)
        show_events(recorder.match.state, bots)


def fingerprints(record: str) -> Iterator[str]:
    """For each line after the header: what everybody may do then, in short."""
    for step in replay(record):
        yield f"{step.number} {fingerprint(step.match.state)}"


def fingerprint(state: State) -> str:
    """Whose turn it is, what every seat and the table may do, how many cards everybody has, and the outcome, in 16
    hexadecimal digits. How a position is shown, and in which order moves are listed, does not matter."""
    allowed = [sorted(map(str, state.legal(seat))) for seat in (*range(state.game.seats), None)]
    cards = [player.cards for player in state.players()]
    return sha256(msgspec.json.encode([state.to_act, allowed, cards, state.outcome])).hexdigest()[:16]


def make(games: Iterable[str], folder: Path = FOLDER) -> list[Path]:
    """Write the golden games that are missing."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for facts, house in (
        (GAMES[name], house) for name in games for house in (False, True) if name in HOUSE or not house
    ):
        path = file_of(facts, folder, house=house)
        if not path.exists():
            record = golden(facts, house=house)
            path.write_text(record, encoding="utf-8")
            positions_of(path).write_text("\n".join(fingerprints(record)) + "\n", encoding="utf-8")
            made.append(path)
    return made


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.golden", description=__doc__)
    parser.add_argument("game", nargs="*", choices=[[], *GAMES], default=[], help="default: every game")
    for path in make(parser.parse_args().game or list(GAMES)):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
