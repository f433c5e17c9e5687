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
from tools.browser import WINDOWS, browsing, lacking, stop_clock, visitor, watch
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

SETTLED = """async () => {
    for (let calm = 0, frame = 0; calm < 3 && frame < 40; frame++) {
        await new Promise(requestAnimationFrame)
        calm = document.documentElement.scrollHeight > innerHeight ? 0 : calm + 1
    }
}"""
"""Waits until hands and piles have found the size that fits."""

AT_REST = "async () => { await Promise.all(document.getAnimations().map(one => one.finished)) }"
"""Waits until nothing moves or appears any more."""

KEPT = """async parts => {
    const keeps = async name => (await (await caches.open(name)).keys()).map(({url}) => url)
    for (;;) {
        const kept = (await Promise.all((await caches.keys()).map(keeps))).flat()
        if (parts.every(part => kept.some(url => url.includes(part)))) return
        await new Promise(requestAnimationFrame)
    }
}"""
"""Waits until the page has kept some parts for a visit without a connection."""

PATIENCE = 1000
"""Bots wait this many times longer, so that a table stays as it is."""

TV_ENDS = ("classic", "zweikampf")
"""Games whose end is shown on the shared screen."""

LONG = "Die Tessa vom Tisch ganz hinten am Fenster"[:40]

DECIDED = {
    "junior": "row",
    "master": "reward",
    "mogeln": "challenge",
    "ratefix": "nearest",
    "schlafmuetze": "set",
    "zweikampf": "trick",
    "farben-sammeln": "count",
    "quartett": "set",
    "schwarzer-peter": "pair",
    "was-liegt-wo": "miss",
    "hoechste-karte": "trick",
}
"""A moment of each kind of game: what it decides."""

LESSONS = ("classic", "master", "junior", "schwarzer-peter")

HOUSE: dict[str, tuple[str, int, dict[str, Any]]] = {
    "no-stock": ("classic", 2, {"stock": "no"}),
    "four-at-once": ("mogeln", 4, {"extra": 4}),
    "ten-numbers": ("was-liegt-wo", 4, {"numbers": 10}),
}
"""House rules that change what lies on the table: the name of the picture, the game, the players and the options."""

HOUSE_RULES = {"elevens": "out", "fewer": "2,0,0,0"}
"""How a circle plays classic."""

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
        self,
        path: str,
        size: tuple[int, int],
        scene: Scene | None = None,
        locale: str = "",
        noise: str = "404",  # a page that is not there is one of them
        **preferences: Any,
    ) -> Iterator[Page]:
        """The page, as the person of a scene or as somebody new. It may complain of ``noise``."""
        usual = {"known": scene is not None, "sound": False, "manual": True}
        context = visitor(self.browser, size, locale or self.locale, **usual | preferences)
        if scene:
            enter(context, scene)
        watch(context, self.stage.address, self.complaints, noise)
        page = context.new_page()
        page.goto(f"{self.stage.address}/{path}")
        page.locator(".table" if "/replay" in path else DRAWN if path else ".games li").first.wait_for()
        page.evaluate(LOADED)
        if scene and path == scene.path:
            page.evaluate(SETTLED)
        yield page
        context.close()

    def chosen(self, *names: str) -> list[tuple[str, tuple[int, int]]]:
        """Those of some sizes that are wanted."""
        return [(name, self.sizes[name]) for name in names if name in self.sizes]

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
            page.locator("dialog summary").first.wait_for()
            camera.shoot(f"new-table-{size}", page)
            page.locator("dialog summary").first.click()
            camera.shoot(f"new-table-house-rules-{size}", page)
        with camera.visit("", pixels) as page:
            page.locator(".burger").click()
            page.locator(".switches").wait_for()
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


def television(camera: Camera) -> None:
    """The shared screen, with every game and with the end of a round."""
    for size, pixels in camera.chosen("large"):
        for game in camera.games:
            scene = camera.stage.table(game, seats=min(4, GAMES[game].seats[-1])).start()
            for name, share in (("tv", 0.5), ("tv-end", 1)):
                if name == "tv" or game in TV_ENDS:
                    scene.play(share)
                    with camera.visit(f"{scene.path}/tv#{scene.key}", pixels) as page:
                        page.locator(".table").wait_for()
                        page.evaluate(SETTLED)
                        camera.shoot(f"{name}-{game}-{size}", page)


def circles(camera: Camera) -> None:
    """A circle with a score book."""
    paul = Visitor(camera.stage.address)
    made = camera.stage.run(
        paul.ask("POST", "/api/circles", dict[str, Any], {"name": "Paul", "circle": "Sonntags um vier"})
    )
    for game in ("classic", "junior", "ratefix"):
        scene = camera.stage.table(game, by=paul, circle=made["circle"]).start().play(1)
    rules = {"game": "classic", "rules": {"seats": 4, "options": HOUSE_RULES}}
    camera.stage.run(paul.ask("POST", f"/api/circles/{made['circle']}/rules", dict[str, Any], rules))
    camera.each("circle", f"c/{made['circle']}", scene, whole=True)
    for size, pixels in camera.sizes.items():
        with camera.visit(f"c/{made['circle']}", pixels, scene) as page:
            page.locator("section.panel:has(.add) li .button").first.click()
            page.locator("dialog .option.changed").first.wait_for()
            camera.shoot(f"circle-rules-{size}", page)
            page.locator("dialog .option.changed").last.scroll_into_view_if_needed()
            camera.shoot(f"circle-rules-changed-{size}", page)
    camera.each("home-circle", "", scene, whole=True)
    camera.each("history", "history", scene, whole=True)


def turns(camera: Camera) -> None:
    """What a table shows beside its cards: what was decided, a lesson, the news, the log, the cards to choose from."""
    at = camera.stage
    for size, pixels in camera.chosen("phone", "sideways", "desktop"):
        for game, kind in ((game, kind) for game, kind in DECIDED.items() if game in camera.games):
            scene, decide = at.table_before(kind, game)
            with camera.visit(scene.path, pixels, scene) as page:
                stop_clock(page)
                decide()
                page.locator(f".moment[data-moment={kind}] .result").wait_for()
                camera.shoot(f"stage-{game}-{size}", page)
        six = at.table("classic", seats=6, options={"edition": "40"}, pace="quick").start()
        with camera.visit(six.path, pixels, six) as page:
            six.play(fresh=True)
            page.locator('.table[data-busy="false"] .prompt.acting').wait_for()
            page.evaluate(SETTLED)
            camera.shoot(f"news-{size}", page)
            if page.locator(".recap .rest").count():  # a wide window has room for all news
                page.locator(".recap .rest").click()
                page.locator(".recap.opened").wait_for()
                camera.shoot(f"news-open-{size}", page)
            page.locator(".recap .more").click()
            page.locator("aside.panel li").first.wait_for()
            camera.shoot(f"log-{size}", page)
        asking = at.table("quartett").start().play(0.3)
        with camera.visit(asking.path, pixels, asking) as page:
            page.locator(".table .mat > button.tile").first.click()
            page.locator(".sheet .pick").first.wait_for()
            camera.shoot(f"sheet-{size}", page)
        for game in (game for game in LESSONS if game in camera.games):
            with camera.visit(f"learn/{game}", pixels) as page:
                page.locator("article .button.main").click()
                page.locator('.table[data-busy="false"] .lesson p').wait_for()
                page.evaluate(LOADED)
                page.evaluate(SETTLED)
                camera.shoot(f"lesson-{game}-{size}", page)


def afterwards(camera: Camera) -> None:
    """After a match: its result to share, its review, the way to another table and to another device."""
    at = camera.stage
    scene = at.table("classic", seats=2, options={"edition": "40"}, rounds=1).start().play(1)
    for size, pixels in camera.chosen("phone", "desktop"):
        with camera.visit(scene.path, pixels, scene) as page:
            page.locator(".end .buttons > button").last.click()
            page.locator("canvas[data-drawn=true]").wait_for()
            camera.shoot(f"share-{size}", page)
        with camera.visit(f"{scene.path}/replay?from=0&round=0&step=0&review", pixels, scene) as page:
            page.locator(".plot .mark").first.wait_for()
            page.locator(".progress").wait_for(state="detached")
            camera.shoot(f"review-{size}", page, whole=True)
        host = at.table("classic", seats=2, rounds=1, fill="")
        guest = host.seat_guest("Tessa")
        host.start().play(1)
        with camera.visit(guest.path, pixels, guest) as page:
            stop_clock(page)
            host.rematch()
            page.locator(".along").wait_for()
            camera.shoot(f"come-along-{size}", page)
        with camera.visit("device", pixels, scene) as page:
            page.locator("section .button.main").click()
            page.locator("section img").wait_for()
            camera.shoot(f"device-{size}", page, whole=True)
        with camera.visit("device#word", pixels, scene) as page:
            camera.shoot(f"device-take-{size}", page)


def offline(camera: Camera) -> None:
    """Without a connection: the first page, a page that was not kept, and a table that cannot be reached."""
    scene = camera.stage.table("classic").start().play()
    for size, pixels in camera.chosen("phone", "desktop"):
        with camera.visit("", pixels, scene, noise="net::ERR_") as page:
            page.evaluate(KEPT, ["api/texts/", "api/games", "api/me/tables", "assets/TablePage"])
            page.context.set_offline(True)
            page.reload()
            page.locator(".offline").wait_for()
            page.locator(".games li").first.wait_for()
            camera.shoot(f"offline-{size}", page)
            page.goto(f"{camera.stage.address}/{scene.path}")
            page.locator("main .home").wait_for()
            page.evaluate(AT_REST)
            camera.shoot(f"offline-table-{size}", page)


def house(camera: Camera) -> None:
    """Games with a house rule."""
    at = camera.stage
    for size, pixels in camera.chosen("phone", "desktop"):
        for name, (game, seats, options) in HOUSE.items():
            scene = at.table(game, seats=seats, options=options).start().play(0.1)
            with camera.visit(scene.path, pixels, scene) as page:
                camera.shoot(f"{name}-{size}", page)


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


PARTS = {
    "pages": pages,
    "games": games,
    "turns": turns,
    "ends": ends,
    "television": television,
    "afterwards": afterwards,
    "circles": circles,
    "variants": variants,
    "house": house,
    "offline": offline,
    "readme": readme,
}


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
        at.clock.patience = PATIENCE
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
