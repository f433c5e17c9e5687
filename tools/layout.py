"""Measures every table on the screen: `python -m tools.layout` (or `make layout`) writes docs/layout.md.

Each game is played some moves into a round with two, four and six players, and its page is measured at every size, as
it is and after a tap that begins a move. The table names the smallest target, the smallest text and the narrowest card.
The tool fails if anything is too small, cut, covered, or needs scrolling. With ``--games`` or ``--sizes`` it measures
these alone and keeps the other lines of the table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

from reihum.games import GAMES
from tools.browser import WINDOWS, browsing, lacking, visitor, watch
from tools.screenshots import LOADED, SETTLED, names_of
from tools.stage import Scene, Stage, enter, stage

SIZES = {**WINDOWS, "tv": (1920, 1080)}
"""Sizes of the window in pixels; ``tv`` is the shared screen without hands."""

PLAYERS = (2, 4, 6)
SHARES = (0.15, 0.6)
"""How much of a round has been played."""

PATIENCE = 1000
"""Bots wait this many times longer, so that a table stays as it is while it is measured."""

ROOT = Path(__file__).parents[1]
MEASURE = (Path(__file__).parent / "layout.js").read_text()

BEGINS = ".table .mat > button.tile, .table .held.playable"
"""What a tap that begins a move may point at."""

HEAD = """# The room on the screen

`make layout` measures every game in a real browser, some moves into a round and after a tap that begins a move, and
writes this page. It fails if a target is smaller than 40 px (a card in a fan, a row or a grid: 40 px one way and 24 px
the other), a text is smaller than 12 px, anything is cut or covered, or the table needs scrolling. The size of a target
is that of the area in which a finger meets it. News that does not fit must be counted on the button that opens it.
Sizes are in pixels, the smallest of all positions.

| game | players | size | target | text | card | cut, covered or scrolling |
|---|--:|---|--:|--:|--:|---|
"""

Measured = dict[str, Any]


def seats_of(game: str) -> list[int]:
    """The numbers of players to measure a game with."""
    allowed = GAMES[game].seats
    return sorted({min(max(count, allowed[0]), allowed[-1]) for count in PLAYERS})


def measure_game(
    browser: Browser, at: Stage, game: str, seats: int, sizes: Sequence[str], folder: Path | None
) -> Iterator[tuple[str, Measured]]:
    """Everything measured at each size, by size."""
    for share in SHARES:
        scene = at.table(game, seats=seats).start()
        name = f"{game}-{seats}-{round(share * 100)}"
        with seated(browser, scene) as page:
            play_in_sight(page, scene, share)
            for size, step, measured in measure_scene(page, scene, sizes, folder, name):
                measured["faults"] = [f"{share:.0%}{' after a tap' * step}: {fault}" for fault in measured["faults"]]
                yield size, measured


@contextmanager
def seated(browser: Browser, scene: Scene) -> Iterator[Page]:
    """The page of the person of a scene, who does everything alone and with a second tap; whatever it complains of is a
    fault."""
    context = visitor(browser, SIZES["phone"], known=True, sound=False, confirm=True, manual=True)
    enter(context, scene)
    complaints: list[str] = []
    watch(context, scene.site, complaints)
    yield context.new_page()
    context.close()
    if complaints:
        sys.exit("\n".join(complaints))


def play_in_sight(page: Page, scene: Scene, share: float) -> None:
    """Play while the page looks on, so that it has news to tell."""
    page.goto(f"{scene.site}/{scene.path}")
    page.locator(".table").wait_for()
    scene.play(share)
    page.locator('.table[data-busy="false"] .prompt.acting').wait_for()
    page.evaluate(SETTLED)


def measure_scene(
    page: Page, scene: Scene, sizes: Sequence[str], folder: Path | None, name: str
) -> Iterator[tuple[str, bool, Measured]]:
    """A table at each size, as it is and after a tap."""
    hands = [size for size in sizes if size != "tv"]
    for is_tapped in (False, True):
        page.locator('.table[data-busy="false"]').wait_for()
        if is_tapped and not page.locator(BEGINS).count():
            break
        if is_tapped:
            page.locator(BEGINS).first.dispatch_event("click")
        for size in hands:
            page.set_viewport_size(window(size))
            yield size, is_tapped, measure(page, folder, f"{name}-{size}{'-tap' * is_tapped}")
    if "tv" in sizes:
        page.set_viewport_size(window("tv"))
        page.goto(f"{scene.site}/{scene.path}/tv#{scene.key}")
        yield "tv", False, measure(page, folder, f"{name}-tv")


def window(size: str) -> ViewportSize:
    """A size as the browser wants it."""
    width, height = SIZES[size]
    return {"width": width, "height": height}


def measure(page: Page, folder: Path | None, name: str) -> Measured:
    """What the page's layout is like when nothing is on the stage."""
    page.locator('.table[data-busy="false"]').wait_for()
    page.evaluate(LOADED)
    page.evaluate(SETTLED)
    if folder:
        page.screenshot(path=folder / f"{name}.png")
    measured: Measured = page.evaluate(MEASURE)
    return measure(page, folder, name) if page.locator(".moment").count() else measured


def summarize(found: Sequence[Measured]) -> Measured:
    """The worst of several measurements."""
    return {
        "target": min((one["target"] for one in found), key=lambda target: target["size"] or 0),
        "text": min((one["text"] for one in found), key=lambda text: text["size"] or 0),
        "card": min(one["card"] or 0 for one in found),
        "faults": sorted({fault for one in found for fault in one["faults"]}),
    }


def write_cells(measured: Measured) -> str:
    """The measured part of a line of the table."""
    numbers = (measured["target"]["size"], measured["text"]["size"], measured["card"])
    cells = [f"{number:.0f}" if number and number < inf else "–" for number in numbers]
    return f"{' | '.join(cells)} | {'yes' if measured['faults'] else 'no'}"


Key = tuple[str, int, str]
"""A game, a number of players, a size."""

KEYS: list[Key] = [(game, seats, size) for game in GAMES for seats in seats_of(game) for size in SIZES]


def read_table(path: Path) -> dict[Key, str]:
    """The lines of an earlier table."""
    found: dict[Key, str] = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and cells[1].isdigit():
            found[cells[0], int(cells[1]), cells[2]] = " | ".join(cells[3:])
    return found


def write_table(path: Path, lines: dict[Key, str]) -> None:
    """Write the table, in the order of the games."""
    rows = [f"| {' | '.join(map(str, key))} | {lines[key]} |" for key in KEYS if key in lines]
    path.write_text(HEAD + "\n".join(rows) + "\n")


def measure_all(wanted: argparse.Namespace) -> list[str]:
    """Measure what is wanted and write the table; gives everything outside the limits."""
    lines = read_table(wanted.out)
    outside: list[str] = []
    with stage() as at, browsing() as browser:
        at.clock.patience = PATIENCE
        for game, seats in dict.fromkeys((game, seats) for game, seats, _ in KEYS if game in wanted.games):
            if seats not in wanted.players and seats_of(game) != [seats]:
                continue
            found: dict[str, list[Measured]] = {size: [] for size in wanted.sizes}
            for size, measured in measure_game(browser, at, game, seats, wanted.sizes, wanted.pictures):
                found[size].append(measured)
            for size, several in found.items():
                worst = summarize(several)
                lines[game, seats, size] = write_cells(worst)
                outside += [f"{game} {seats} {size} {fault}" for fault in worst["faults"]]
                print(game, seats, size, lines[game, seats, size], *worst["faults"], sep="\n    ", flush=True)
            write_table(wanted.out, lines)
    return outside


def main(words: Sequence[str] | None = None) -> None:
    """Measure, write the table, and fail if something is outside the limits."""
    parser = argparse.ArgumentParser(prog="python -m tools.layout", description="The room on the screen.")
    parser.add_argument("--games", type=names_of(GAMES), default=[*GAMES], help="games, with commas between")
    parser.add_argument("--sizes", type=names_of(SIZES), default=[*SIZES], help="sizes, with commas between")
    parser.add_argument("--players", type=int, nargs="+", default=[*range(2, 7)], help="numbers of players")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "layout.md", help="the file for the table")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of everything that is measured")
    wanted = parser.parse_args(words)
    if missing := lacking():
        sys.exit(missing)
    if wanted.pictures:
        wanted.pictures.mkdir(parents=True, exist_ok=True)
    if outside := measure_all(wanted):
        sys.exit(f"{len(outside)} outside the limits")


if __name__ == "__main__":
    main()
