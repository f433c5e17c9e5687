"""Records are verified on request."""

from __future__ import annotations

from pathlib import Path

import pytest

from house import awaited
from network import net
from reihum.texts import LANGUAGES

GOLDEN = Path(__file__).parent.parent / "golden" / "junior.jsonl"


@awaited
async def test_a_true_record() -> None:
    """Its game and its outcome."""
    async with net() as up:
        verdict = (await up.ask("POST", "/api/records/verify", GOLDEN.read_bytes())).data
        assert (verdict["true"], verdict["game"]) == (True, "junior")
        assert verdict["outcome"]["places"]


@pytest.mark.parametrize("language", LANGUAGES)
@awaited
async def test_a_record_that_is_not_true(language: str) -> None:
    """What is wrong with it, in the reader's language."""
    async with net() as up:
        forged = GOLDEN.read_bytes().replace(b'"seat":0', b'"seat":1', 1)
        path = f"/api/records/verify?language={language}"
        verdict = (await up.ask("POST", path, forged)).data
        assert verdict["true"] is False
        assert verdict["message"]["key"].startswith("error.record-")
        assert verdict["text"]
        for nonsense in (b"", b"{}", b"\xff\n", b"[" * 5000):
            assert (await up.ask("POST", path, nonsense)).data["true"] is False


@awaited
async def test_a_record_that_is_too_long() -> None:
    """A mebibyte is the most."""
    async with net() as up:
        assert (await up.ask("POST", "/api/records/verify", b" " * (1024 * 1024 + 1))).status == 413
