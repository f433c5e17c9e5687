"""The moving picture of the README is made by a command."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser import check_page
from tools import moving_picture
from tools.browser import browsing
from tools.moving_picture import MAX_BYTES, TARGET, Box, Frame, make_animation

COUNT = """async data => {
    const bytes = Uint8Array.from(atob(data), sign => sign.charCodeAt(0))
    const decoder = new ImageDecoder({data: bytes, type: 'image/webp'})
    await decoder.tracks.ready
    const {frameCount} = decoder.tracks.selectedTrack
    for (let at = 0; at < frameCount; at++) await decoder.decode({frameIndex: at})
    return frameCount
}"""
"""Decodes every frame."""


def count_frames(browser: Browser, site: str, webp: bytes) -> int:
    """The number of frames that a browser finds in a picture; decoding is for pages of a server."""
    page = browser.new_page()
    page.goto(f"{site}/health")
    found: int = page.evaluate(COUNT, b64encode(webp).decode())
    page.close()
    return found


def test_the_picture_of_the_readme_is_small_and_moves() -> None:
    """It is at most 1.5 MB, and has many frames."""
    made = TARGET.read_bytes()
    assert len(made) <= MAX_BYTES
    assert made[:4] + made[8:12] == b"RIFFWEBP"
    assert made.count(b"ANMF") > 30


def test_an_odd_part_is_padded() -> None:
    """Every part of the file has an even length; what only tells about a picture is left out."""
    still = b"RIFF....WEBP" + b"ICCP\x01\0\0\0i\0" + b"VP8 \x03\0\0\0abc\0"
    made = make_animation([Frame(Box(4, 6, 10, 11), 60, still)], Box(0, 0, 100, 50))
    assert len(made) % 2 == 0
    assert int.from_bytes(made[4:8], "little") == len(made) - 8
    assert b"ICCP" not in made
    frame = made[made.index(b"ANMF") + 8 :]
    assert [int.from_bytes(frame[at : at + 3], "little") for at in range(0, 15, 3)] == [2, 3, 9, 10, 60]


@pytest.mark.soak
def test_a_short_picture(tmp_path: Path, site: str) -> None:
    """One move of a round: a browser can decode all of its frames."""
    check_page()
    made = tmp_path / "round.webp"
    assert moving_picture.main([str(made), "--moves", "1"]) == 0
    with browsing() as browser:
        assert count_frames(browser, site, made.read_bytes()) >= 2
