"""The page, where one is built in; otherwise a landing page tells how to play in the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from house import awaited
from network import net
from reihum.server import static_files
from reihum.texts import LANGUAGES, Texts


@pytest.mark.parametrize("language", LANGUAGES)
@awaited
async def test_in_the_readers_language(language: str) -> None:
    """The landing page says what is missing, and how to play without it."""
    async with net() as up:
        headers = {"Accept-Language": language}
        page = (await up.ask("GET", "/", headers=headers)).body.decode()
        assert f'<html lang="{language}">' in page
        assert f"reihum join {up.base} classic" in page
        assert Texts(language).text("landing.how") in page
        table = (await up.ask("GET", "/t/t-abc?x=<script>", headers=headers)).body.decode()
        assert f"reihum join &#x27;{up.base}/t/t-abc#…&#x27;" in table
        assert "<script" not in table


@awaited
async def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A built page is served at all addresses that people open, with its files."""
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("the page")
    (tmp_path / "page" / "assets" / "code.js").write_text("code")
    (tmp_path / "secret").write_text("secret")
    monkeypatch.setattr(static_files, "PAGE", tmp_path / "page")
    async with net() as up:
        for path in ("/", "/t/t-abc", "/c/c-abc"):
            assert (await up.ask("GET", path)).body == b"the page"
        assert (await up.ask("GET", "/assets/code.js")).body == b"code"
        for path in ("/../secret", "/%2e%2e/secret", "/assets/../../secret", "/assets"):
            assert (await up.ask("GET", path)).status == 404
        assert (await up.ask("GET", "/api/tables")).status == 200


def build_page(folder: Path) -> None:
    """A page with the script in which an engine would run."""
    (folder / "page" / "assets").mkdir(parents=True)
    (folder / "page" / "index.html").write_text('<head><base href="/" /></head>')
    for name in ("worker-1a.js", "index-1a.js"):
        (folder / "page" / "assets" / name).write_text("code")


def build_engine(folder: Path) -> None:
    """An engine of two files."""
    (folder / "engine").mkdir()
    files = {"python": {"path": "python-1.bin", "bytes": 5}, "loader": {"path": "loader-1.js", "bytes": 7}}
    (folder / "engine" / "engine.json").write_text(json.dumps({"files": files}))
    (folder / "engine" / "python-1.bin").write_bytes(b"\x1f\x8bzip")
    (folder / "engine" / "loader-1.js").write_text("// code")


@awaited
async def test_the_engine_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The document names its list and its size; the files never change. Only the script of the engine may compile."""
    build_page(tmp_path)
    build_engine(tmp_path)
    monkeypatch.setattr(static_files, "PAGE", tmp_path / "page")
    monkeypatch.setattr(static_files, "ENGINE", tmp_path / "engine")
    async with net() as up:
        index = (await up.ask("GET", "/")).body.decode()
        (named,) = re.findall(r'<meta name="reihum-offered-engine" content="(.*?)" data-bytes="12" />', index)
        listed = (await up.ask("GET", f"/{named}")).data
        for file in listed["files"].values():
            answer = await up.ask("GET", f"/engine/{file['path']}")
            assert (answer.status, len(answer.body)) == (200, file["bytes"])
            assert "immutable" in answer.headers["cache-control"]
        assert (await up.ask("GET", "/engine/engine.json")).status == 404
        policies = {}
        for name in ("", "assets/index-1a.js", "assets/worker-1a.js"):
            policies[name] = (await up.ask("GET", f"/{name}")).headers["content-security-policy"]
        assert [name for name, policy in policies.items() if "wasm" in policy] == ["assets/worker-1a.js"]
        assert policies["assets/worker-1a.js"].replace(" 'wasm-unsafe-eval'", "") == policies[""]


@awaited
async def test_without_an_engine_none_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that was built without Node or a network has none."""
    build_page(tmp_path)
    monkeypatch.setattr(static_files, "PAGE", tmp_path / "page")
    monkeypatch.setattr(static_files, "ENGINE", tmp_path / "engine")
    async with net() as up:
        assert "offered" not in (await up.ask("GET", "/")).body.decode()
        assert (await up.ask("GET", "/engine/python-1.bin")).status == 404
