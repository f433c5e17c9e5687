"""Pictures of the page: `python -m tools.screenshots FOLDER` (or `make screenshots`) takes them all, at five sizes.

`python -m tools.screenshots FOLDER games --games classic --sizes phone --language fr` takes one. Everything in the
pictures is real: a server, tables that bots have played through the host, the page in a browser. The randomness of the
server is fixed, so the pictures change only if the page does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from reihum.client.web import Visitor
from reihum.games import GAMES
from tools.browser import WINDOWS, browsing, lacking, visitor, watch
from tools.stage import Scene, Stage, enter, stage

README = (1180, 760)
"""`python -m tools.screenshots docs/pictures readme` takes the picture of the README alone."""

LOCALES = {"de": "de-DE", "en": "en-GB", "fr": "fr-FR"}

DRAWN = "main :is(h1, h2, .prompt)"
"""What every page has as soon as there is something to see."""

LOADED = """async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map(image => image.decode()))
}"""
"""Waits for fonts and images. `wait_for_function` would evaluate text in the page, which the page's policy forbids."""

LONG = "Die Tessa vom Tisch ganz hinten am Fenster"[:40]

WAYS: dict[str, dict[str, Any]] = {
    "dark": {"theme": "dark"},
    "big": {"bigCards": True},
    "left": {"leftHand": True},
    "en": {"locale": "en-GB"},
    "fr": {"locale": "fr-FR"},
}
"""What somebody may prefer."""


class Camera:
    """Takes pictures of pages into a folder."""

    def __init__(
        self, browser: Browser, stage: Stage, folder: Path, *, games: Sequence[str], sizes: Sequence[str], locale: str
    ) -> None:
        self.browser = browser
        self.stage = stage
        self.folder = folder
        self.games = games
        self.sizes = {size: WINDOWS[size] for size in sizes}
        self.locale = locale
        self.complaints: list[str] = []

    @contextmanager
    def visit(
        self, path: str, size: tuple[int, int], scene: Scene | None = None, locale: str = "", **preferences: Any
    ) -> Iterator[Page]:
        """The page, as the person of a scene or as somebody new."""
        usual = {"known": scene is not None, "sound": False, "manual": True}
        context = visitor(self.browser, size, locale or self.locale, **usual | preferences)
        if scene:
            enter(context, scene)
        watch(context, self.stage.address, self.complaints, noise="404")  # a page that is not there is one of them
        page = context.new_page()
        page.goto(f"{self.stage.address}/{path}")
        page.locator(".table" if "/replay" in path else DRAWN if path else ".games li").first.wait_for()
        page.evaluate(LOADED)
        yield page
        context.close()

    def shoot(self, name: str, page: Page, *, whole: bool = False) -> None:
        """Take a picture of what is in sight, or of the whole page."""
        page.screenshot(path=self.folder / f"{name}.png", full_page=whole)
        print(name)

    def each(self, name: str, path: str, scene: Scene | None = None, *, whole: bool = False, **how: Any) -> None:
        """Take a picture of a page at every size."""
        for size, pixels in self.sizes.items():
            with self.visit(path, pixels, scene, **how) as page:
                self.shoot(f"{name}-{size}", page, whole=whole)


def games(camera: Camera) -> None:
    """Every game in the middle of a round."""
    for game in camera.games:
        scene = camera.stage.table(game).start().play()
        camera.each(f"game-{game}", scene.path, scene)


def pages(camera: Camera) -> None:
    """Everything but tables in play."""
    at = camera.stage
    camera.each("home", "", whole=True)
    for size, pixels in camera.sizes.items():
        with camera.visit("", pixels) as page:
            page.locator("main button.big").last.click()
            camera.shoot(f"new-table-{size}", page)
            page.locator("dialog summary").first.click()
            camera.shoot(f"new-table-house-rules-{size}", page)
        with camera.visit("", pixels) as page:
            page.locator(".burger").click()
            camera.shoot(f"preferences-{size}", page)
    camera.each("rules-classic", "rules/classic", whole=True)
    camera.each("rules-mogeln", "rules/mogeln", whole=True)
    camera.each("learn", "learn/classic", whole=True)
    camera.each("lost", "nowhere")
    lobby = at.table("classic", fill="")
    camera.each("lobby", lobby.path, lobby, whole=True)
    camera.each("invitation", f"{lobby.path}#{lobby.key}")
    camera.each("tv-lobby", f"{lobby.path}/tv#{lobby.key}", lobby)
    camera.each("daily", "daily", lobby, whole=True)


def ends(camera: Camera) -> None:
    """Rounds that are over, and looking back at them."""
    at = camera.stage
    scene = at.table("classic", rounds=3).start().play(1)
    camera.each("round-end", scene.path, scene)
    camera.each("replay", f"{scene.path}/replay?from=open&round=0&step=30", scene, whole=True)
    scene.next_round().play(1).next_round().play(1)
    camera.each("match-end", scene.path, scene)
    camera.each("home-known", "", scene)
    shared = at.table("classic").start().play()
    camera.each("tv", f"{shared.path}/tv#{shared.key}")


def circles(camera: Camera) -> None:
    """A circle with a score book."""
    paul = Visitor(camera.stage.address)
    made = camera.stage.run(
        paul.ask("POST", "/api/circles", dict[str, Any], {"name": "Paul", "circle": "Sonntags um vier"})
    )
    for game in ("classic", "junior", "ratefix"):
        scene = camera.stage.table(game, by=paul, circle=made["circle"]).start().play(1)
    camera.each("circle", f"c/{made['circle']}", scene, whole=True)
    camera.each("home-circle", "", scene, whole=True)
    camera.each("history", "history", scene, whole=True)


def readme(camera: Camera) -> None:
    """The picture for the README."""
    scene = camera.stage.table("classic").start().play(0.3)
    with camera.visit(scene.path, README, scene, locale="en-GB") as page:
        camera.shoot("page", page)


def variants(camera: Camera) -> None:
    """Other languages, the dark, big cards, left hands, many cards, many players, long names."""
    at = camera.stage
    classic = at.table("classic").start().play()
    shots: list[tuple[str, str, Scene, dict[str, Any]]] = [
        (name, size, classic, how) for name, how in WAYS.items() for size in ("phone", "desktop")
    ]
    six = at.table("classic", seats=6, name=LONG).start().play(0.3)
    full = at.table("classic", seats=2, options={"edition": "80"}).start().play(0.1)
    shots += [
        ("six", "phone", six, {}),
        ("six", "desktop", six, {}),
        ("full-hand", "phone", full, {}),
        ("full-hand-big", "phone", full, {"bigCards": True}),
        ("full-hand", "desktop", full, {}),
    ]
    for game in ("master", "mogeln", "quartett"):
        scene = at.table(game, seats=6).start().play(0.3)
        shots += [(f"six-{game}", "phone", scene, {}), (f"dark-{game}", "desktop", scene, {"theme": "dark"})]
    for name, size, scene, how in shots:
        if size in camera.sizes:
            with camera.visit(scene.path, WINDOWS[size], scene, **how) as page:
                camera.shoot(f"{name}-{size}", page)


PARTS = {"pages": pages, "games": games, "ends": ends, "circles": circles, "variants": variants, "readme": readme}


def main(words: Sequence[str] | None = None) -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description="Pictures of the page.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("screenshots"))
    parser.add_argument("parts", nargs="?", type=names_of(PARTS), default=[*PARTS], help="parts, with commas between")
    parser.add_argument("--games", type=names_of(GAMES), default=[*GAMES], help="games, with commas between")
    parser.add_argument("--sizes", type=names_of(WINDOWS), default=[*WINDOWS], help="sizes, with commas between")
    parser.add_argument("--language", choices=LOCALES, default="de", help="the language of the page")
    wanted = parser.parse_args(words)
    if missing := lacking():
        sys.exit(missing)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with stage() as at, browsing() as browser:
        camera = Camera(
            browser, at, wanted.folder, games=wanted.games, sizes=wanted.sizes, locale=LOCALES[wanted.language]
        )
        for part in wanted.parts:
            PARTS[part](camera)
    if camera.complaints:
        sys.exit("\n".join(camera.complaints))


def names_of(known: Collection[str]) -> Callable[[str], list[str]]:
    """Reads some names of those that are known."""

    def names(text: str) -> list[str]:
        if unknown := {*text.split(",")} - {*known}:
            raise argparse.ArgumentTypeError(f"{', '.join(sorted(unknown))}: not one of {', '.join(known)}")
        return text.split(",")

    return names


if __name__ == "__main__":
    main()
