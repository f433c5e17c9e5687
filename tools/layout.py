"""Measures every table on the screen: `python -m tools.layout` (or `make layout`) writes docs/layout.md.

Each game is played some moves into a round with two, four and six players, and its page is measured at every size, as
it is, after a tap that begins a move, and at the end of the round. Its lesson is measured on a phone, upright and
sideways. The table names the smallest button, the card that shows least, the smallest text and the narrowest card.
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

`make layout` measures every game in a real browser and writes this page: some moves into a round, after a tap that
begins a move, at the end of the round, and in the lesson. Sizes are in pixels, the smallest of all positions.

- **Button**: the shorter side of the smallest one, at least 40.
- **Card to tap**: both sides of the card that shows least. Cards in a fan, a row or a grid cover each other or stand
  close together. So one side may be less than 40, but not less than 24, the least that WCAG 2.2 asks of any target.
- **Text**: the smallest, at least 12.
- **Card**: the width of the narrowest drawn card, whether it can be tapped or not.
- **Outside**: whether a limit is broken, anything is cut or covered, or the table needs scrolling; then the command
  fails. The result of a round may need scrolling. News that does not fit must be counted on the button that opens it.

The size of a target is that of the area in which a finger meets it: what is covered does not count.

| game | players | size | button | card to tap | text | card | outside |
|---|--:|---|--:|--:|--:|--:|---|
"""

Measured = dict[str, Any]

LESSON = "lesson"
"""Stands for the number of players in the lines of the lessons."""

LESSON_SIZES = ("phone", "sideways")
"""Where lessons are measured: nowhere else is the room small."""


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
        with visiting(browser, at, scene) as page:
            play_in_sight(page, scene, share)
            for size, step, measured in measure_scene(page, scene, sizes, folder, name):
                yield size, tell(measured, f"{share:.0%}{' after a tap' * step}")
            if share == SHARES[-1]:
                yield from measure_end(page, scene, sizes, folder, name)


def measure_end(
    page: Page, scene: Scene, sizes: Sequence[str], folder: Path | None, name: str
) -> Iterator[tuple[str, Measured]]:
    """The result of the round at each size."""
    page.goto(f"{scene.site}/{scene.path}")
    scene.play(1)
    page.locator(".end h2").wait_for()
    for size in sizes:
        if size != "tv":
            resize(page, size)
            yield size, tell(measure(page, folder, f"{name}-{size}-end", may_scroll=True), "at the end")


def measure_lesson(
    browser: Browser, at: Stage, game: str, sizes: Sequence[str], folder: Path | None
) -> Iterator[tuple[str, Measured]]:
    """The lesson of a game, at its beginning and in the middle of its round."""
    with visiting(browser, at) as page:
        page.goto(f"{at.address}/learn/{game}")
        page.locator("article .button.main").click()
        page.locator(".table .lesson p").wait_for()
        scene = at.scene(page.url.partition("/t/")[2].partition("?")[0])
        for step in ("begin", "middle"):
            if step == "middle":
                scene.play()
            for size in sizes:
                resize(page, size)
                yield size, tell(measure(page, folder, f"{game}-lesson-{step}-{size}"), f"lesson, {step}")


def tell(measured: Measured, where: str) -> Measured:
    """A measurement whose faults say where they are."""
    return measured | {"faults": [f"{where}: {fault}" for fault in measured["faults"]]}


@contextmanager
def visiting(browser: Browser, at: Stage, scene: Scene | None = None) -> Iterator[Page]:
    """The page of the person of a scene, or of somebody new, who does everything alone and with a second tap; whatever
    it complains of is a fault."""
    context = visitor(browser, SIZES["phone"], known=True, sound=False, confirm=True, manual=True)
    if scene:
        enter(context, scene)
    complaints: list[str] = []
    watch(context, at.address, complaints)
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
            resize(page, size)
            yield size, is_tapped, measure(page, folder, f"{name}-{size}{'-tap' * is_tapped}")
    if "tv" in sizes:
        resize(page, "tv")
        page.goto(f"{scene.site}/{scene.path}/tv#{scene.key}")
        yield "tv", False, measure(page, folder, f"{name}-tv")


def window(size: str) -> ViewportSize:
    """A size as the browser wants it."""
    width, height = SIZES[size]
    return {"width": width, "height": height}


RESIZED = """async ([width, height]) => {
    while (innerWidth !== width || innerHeight !== height) await new Promise(requestAnimationFrame)
}"""


def resize(page: Page, size: str) -> None:
    """Give the page another size, and wait until it has it."""
    page.set_viewport_size(window(size))
    page.evaluate(RESIZED, [*SIZES[size]])


def measure(page: Page, folder: Path | None, name: str, *, may_scroll: bool = False) -> Measured:
    """What the page's layout is like when nothing is on the stage."""
    page.locator('.table[data-busy="false"]').wait_for()
    page.evaluate(LOADED)
    page.evaluate(SETTLED)
    if folder:
        page.screenshot(path=folder / f"{name}.png")
    measured: Measured = page.evaluate(MEASURE, may_scroll)
    return measure(page, folder, name, may_scroll=may_scroll) if page.locator(".moment").count() else measured


def summarize(found: Sequence[Measured]) -> Measured:
    """The worst of several measurements."""
    return {
        **{kind: min(one[kind] or 0 for one in found) for kind in ("button", "text", "card")},
        "tapped": min([side or 0 for side in one["tapped"]] for one in found),
        "faults": sorted({fault for one in found for fault in one["faults"]}),
    }


def write_cells(measured: Measured) -> str:
    """The measured part of a line of the table."""
    button, text, card = (write_pixels(measured[kind]) for kind in ("button", "text", "card"))
    short, long = map(write_pixels, measured["tapped"])
    tapped = short if short == "–" else f"{short} × {long}"
    return f"{button} | {tapped} | {text} | {card} | {'yes' if measured['faults'] else 'no'}"


def write_pixels(number: float) -> str:
    """A size in whole pixels; a dash where there is nothing to measure."""
    return f"{number:.0f}" if 0 < number < inf else "–"


Key = tuple[str, str, str]
"""A game, a number of players or ``LESSON``, a size."""

KEYS: list[Key] = [
    (game, players, size)
    for game in GAMES
    for players in (*map(str, seats_of(game)), LESSON)
    for size in (LESSON_SIZES if players == LESSON else SIZES)
]


def read_table(path: Path) -> dict[Key, str]:
    """The lines of an earlier table."""
    found: dict[Key, str] = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 8 and cells[0] in GAMES:
            found[cells[0], cells[1], cells[2]] = " | ".join(cells[3:])
    return found


def write_table(path: Path, lines: dict[Key, str]) -> None:
    """Write the table, in the order of the games."""
    rows = [f"| {' | '.join(map(str, key))} | {lines[key]} |" for key in KEYS if key in lines]
    path.write_text(HEAD + "\n".join(rows) + "\n")


def measure_all(wanted: argparse.Namespace) -> list[str]:
    """Measure what is wanted and write the table; gives everything outside the limits."""
    lines = read_table(wanted.out)
    outside: list[str] = []
    chosen = [key for key in KEYS if is_wanted(key, wanted)]
    with stage() as at, browsing() as browser:
        at.clock.patience = PATIENCE
        for game, players in dict.fromkeys((game, players) for game, players, _ in chosen):
            sizes = [size for *key, size in chosen if key == [game, players]]
            found: dict[str, list[Measured]] = {size: [] for size in sizes}
            measuring = (
                measure_lesson(browser, at, game, sizes, wanted.pictures)
                if players == LESSON
                else measure_game(browser, at, game, int(players), sizes, wanted.pictures)
            )
            for size, measured in measuring:
                found[size].append(measured)
            for size, several in found.items():
                key, worst = (game, players, size), summarize(several)
                lines[key] = write_cells(worst)
                outside += [f"{game} {players} {size} {fault}" for fault in worst["faults"]]
                print(*key, lines[key], *(f"\n    {fault}" for fault in worst["faults"]), flush=True)
            write_table(wanted.out, lines)
    return outside


def is_wanted(key: Key, wanted: argparse.Namespace) -> bool:
    """Whether a line is to be measured; the only number of players of a game always is."""
    game, players, size = key
    counts = seats_of(game)
    return (
        game in wanted.games
        and size in wanted.sizes
        and (players in wanted.players or (players != LESSON and len(counts) == 1))
    )


def main(words: Sequence[str] | None = None) -> None:
    """Measure, write the table, and fail if something is outside the limits."""
    parser = argparse.ArgumentParser(prog="python -m tools.layout", description="The room on the screen.")
    parser.add_argument("--games", type=names_of(GAMES), default=[*GAMES], help="games, with commas between")
    parser.add_argument("--sizes", type=names_of(SIZES), default=[*SIZES], help="sizes, with commas between")
    parser.add_argument("--players", nargs="+", default=[*"23456", LESSON], help="numbers of players, lesson")
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
