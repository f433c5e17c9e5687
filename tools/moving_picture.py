"""A moving picture of a round for the README: `python -m tools.moving_picture` writes docs/pictures/round.webp.

It looks back at a round with fixed cards, move by move. The page's own animations are held and put forward step by
step, so the picture does not depend on the speed of this machine. The browser makes the frames; an animated WebP is
these frames one after another in a RIFF file, so no other program is needed.
"""

from __future__ import annotations

import argparse
import sys
from base64 import b64decode
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from playwright.sync_api import CDPSession, Page

from tools.browser import browsing, lacking, visitor
from tools.stage import enter, stage

TARGET = Path(__file__).parent.parent / "docs" / "pictures" / "round.webp"
MAX_BYTES = 1_500_000

VIEWPORT = (800, 600)
QUALITY = 50
FIRST_STEP, MOVES = 8, 14
"""Where the picture begins in the round, and how many moves of cards it shows."""

MOTION_MILLISECONDS = (50, 110, 170, 230, 290, 350)
"""The times of the animation that get a frame."""

FRAME_MILLISECONDS, REST_MILLISECONDS, END_MILLISECONDS = 60, 420, 2_500

IMAGE = (b"ALPH", b"VP8 ", b"VP8L")
"""The parts of a WebP file that hold a picture; the others tell about it."""

HOLD = """
const animate = Element.prototype.animate
window.held = []
Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how)
    animation.pause()
    held.push(animation)
    return animation
}
window.boxes = () => held.map(animation => animation.effect.target.getBoundingClientRect()).map(
    ({left, top, right, bottom}) => [left, top, right, bottom])
window.put = time => held.forEach(animation => (animation.currentTime = time))
window.release = () => held.splice(0).forEach(animation => animation.finish())
"""
"""Holds every animation of the page until it is put somewhere or released."""

HIDE = """() => {
    for (const element of document.querySelectorAll('header, h1, .controls')) element.style.display = 'none'
}"""
"""Hides what stands above the table, so that nothing has to be scrolled."""

DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Box(Struct, frozen=True):
    """A part of the page, in pixels."""

    x: int
    y: int
    width: int
    height: int


class Frame(Struct, frozen=True):
    """A still WebP picture, the part of the whole that it covers, and how long it stays."""

    box: Box
    milliseconds: int
    webp: bytes


def make_animation(frames: Sequence[Frame], whole: Box) -> bytes:
    """The frames as one animated WebP file that begins again and again."""
    header = bytes([0b10, 0, 0, 0]) + _encode_24(whole.width - 1, whole.height - 1)
    chunks = [_make_chunk(b"VP8X", header), _make_chunk(b"ANIM", bytes(6))]
    for frame in frames:
        box = frame.box
        place = ((box.x - whole.x) // 2, (box.y - whole.y) // 2, box.width - 1, box.height - 1, frame.milliseconds)
        image = b"".join(_make_chunk(name, data) for name, data in _read_chunks(frame.webp) if name in IMAGE)
        chunks.append(_make_chunk(b"ANMF", _encode_24(*place) + bytes([0b10]) + image))
    return _make_chunk(b"RIFF", b"WEBP" + b"".join(chunks))


def _encode_24(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(3, "little") for number in numbers)


def _make_chunk(name: bytes, data: bytes) -> bytes:
    return name + len(data).to_bytes(4, "little") + data + bytes(len(data) % 2)


def _read_chunks(webp: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The names and contents of the parts of a still WebP file."""
    at = 12
    while at < len(webp):
        size = int.from_bytes(webp[at + 4 : at + 8], "little")
        yield webp[at : at + 4], webp[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


class Camera:
    """Takes frames of a part of the page."""

    def __init__(self, page: Page, whole: Box) -> None:
        self.whole = whole
        self.frames: list[Frame] = []
        self._page = page
        self._client: CDPSession = page.context.new_cdp_session(page)

    def shoot(self, milliseconds: int, box: Box | None = None) -> None:
        """Take a frame of everything, or of the part that has changed."""
        box = box or self.whole
        clip = {"x": box.x, "y": box.y, "width": box.width, "height": box.height, "scale": 1}
        taken = self._client.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": clip})
        self.frames.append(Frame(box, milliseconds, b64decode(taken["data"])))

    def shoot_motion(self) -> None:
        """Take the frames of the animations that are held, then release them."""
        before = self._page.evaluate("boxes()")
        for number, time in enumerate(MOTION_MILLISECONDS):
            self._page.evaluate("time => put(time)", time)
            now = self._page.evaluate("boxes()")
            self.shoot(FRAME_MILLISECONDS, self._surround([*before, *now]) if number else None)
            before = now
        self._page.evaluate("release()")
        self._page.evaluate(DRAWN)
        self.shoot(REST_MILLISECONDS, self._surround(before))

    def _surround(self, boxes: Sequence[Sequence[float]]) -> Box:
        """The part around some boxes; places in an animated WebP are even."""
        whole, edge = self.whole, 24  # for shadows
        left = max(whole.x, int(min(box[0] for box in boxes)) - edge) // 2 * 2
        top = max(whole.y, int(min(box[1] for box in boxes)) - edge) // 2 * 2
        right = min(whole.x + whole.width, int(max(box[2] for box in boxes)) + edge)
        bottom = min(whole.y + whole.height, int(max(box[3] for box in boxes)) + edge)
        return Box(left, top, max(2, right - left), max(2, bottom - top))


def find_table(page: Page) -> Box:
    """The table, with the sentence above it that says what happens."""
    page.evaluate(HIDE)
    sentence, table = (page.locator(name).bounding_box() for name in ("article > .words", ".table"))
    assert sentence
    assert table
    top, bottom = int(sentence["y"]) // 2 * 2, int(table["y"] + table["height"])
    return Box(0, top, VIEWPORT[0], min(bottom, VIEWPORT[1]) - top)


def make_picture(moves: int = MOVES) -> bytes:
    """Play a round, and look back at some of its moves."""
    with stage() as at, browsing() as browser:
        scene = at.table("classic").start().play(1)
        context = visitor(browser, VIEWPORT, "en-GB", motion="no-preference", known=True, sound=False)
        context.add_init_script(HOLD)
        enter(context, scene)
        page = context.new_page()
        page.goto(f"{at.address}/{scene.path}/replay?from=0&round=0&step={FIRST_STEP}")
        page.locator(".table").wait_for()
        page.evaluate("document.fonts.ready")
        page.evaluate("release()")
        camera = Camera(page, find_table(page))
        camera.shoot(REST_MILLISECONDS)
        while moves:
            page.keyboard.press("ArrowRight")
            page.locator(".moment").wait_for(state="detached")
            page.evaluate(DRAWN)
            if page.evaluate("held.length"):
                camera.shoot_motion()
                moves -= 1
        camera.shoot(END_MILLISECONDS)
        context.close()
        return make_animation(camera.frames, camera.whole)


def main(argv: Sequence[str] | None = None) -> int:
    """Make the picture; the exit status tells whether it is small enough."""
    parser = argparse.ArgumentParser(prog="python -m tools.moving_picture", description="A moving picture of a round.")
    parser.add_argument("file", type=Path, nargs="?", default=TARGET)
    parser.add_argument("--moves", type=int, default=MOVES, help=f"how many moves it shows (default: {MOVES})")
    given = parser.parse_args(argv)
    if missing := lacking():
        sys.exit(missing)
    made = make_picture(given.moves)
    given.file.write_bytes(made)
    print(f"{given.file}: {len(made) / 1000:.0f} kB")
    return int(len(made) > MAX_BYTES)


if __name__ == "__main__":
    sys.exit(main())
