"""Public content is compressed once, and sent once."""

from __future__ import annotations

from gzip import decompress
from pathlib import Path

import pytest

from house import awaited
from network import net
from reihum.server import static_files
from reihum.server.compression import CompressedContent

LONG = "x" * 5000


@awaited
async def test_games_and_texts_are_compressed() -> None:
    """Clients that accept gzip get a fraction of the bytes; others get the content as it is."""
    async with net() as up:
        for path in ("/api/texts/de", "/api/games?language=de"):
            plain = await up.ask("GET", path)
            packed = await up.ask("GET", path, headers={"Accept-Encoding": "gzip, br"})
            assert "content-encoding" not in plain.headers
            assert packed.headers["content-encoding"] == "gzip"
            assert decompress(packed.body) == plain.body
            assert len(packed.body) < len(plain.body) / 2
            assert "accept-encoding" in plain.headers["vary"]
            assert "accept-encoding" in packed.headers["vary"]


@awaited
async def test_private_responses_are_not_compressed() -> None:
    """The compressed size would tell about secrets beside other people's words."""
    async with net() as up:
        body = {"name": "Vera", "settings": {"game": "junior", "seats": 2}}
        made = await up.ask("POST", "/api/tables", body, headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in made.headers


@awaited
async def test_files_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files with a hash in their names are cached forever, the page is asked for again, and images stay as they are."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(f'<base href="/" />{LONG}')
    (tmp_path / "assets" / "code.js").write_text(LONG)
    (tmp_path / "icon.png").write_bytes(b"p" * 5000)
    monkeypatch.setattr(static_files, "PAGE", tmp_path)
    async with net() as up:
        code, page, icon = [
            await up.ask("GET", path, headers={"Accept-Encoding": "gzip"})
            for path in ("/assets/code.js", "/", "/icon.png")
        ]
        assert decompress(code.body).decode() == LONG
        assert code.headers["content-type"].startswith("text/javascript")
        assert "immutable" in code.headers["cache-control"]
        assert page.headers["cache-control"] == "no-cache"
        assert icon.body == b"p" * 5000
        again = await up.ask("GET", "/", headers={"If-None-Match": page.headers["etag"]})
        assert (again.status, again.body) == (304, b"")


@awaited
async def test_a_wrong_address_shows_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong address shows people the page, which says so; programs get the usual error."""
    (tmp_path / "index.html").write_text("the page")
    monkeypatch.setattr(static_files, "PAGE", tmp_path)
    async with net() as up:
        for path, person, body in (
            ("/no/such/place", True, True),
            ("/no/such/place", False, False),
            ("/api/nothing", True, False),
        ):
            found = await up.ask("GET", path, headers={"Accept": "text/html" if person else "application/json"})
            assert found.status == 404
            assert (found.body == b"the page") is body


def test_short_content_is_not_compressed() -> None:
    """Short content, and content that is compressed already, stays as it is."""
    assert not CompressedContent.make(b"short", "text/plain").gzip
    assert not CompressedContent.make(b"p" * 5000, "image/png").gzip
    assert CompressedContent.make(b"t" * 5000, "text/plain").gzip
