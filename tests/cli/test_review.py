"""``reihum review``: a table of decisions, moments, a picture; bad questions are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reihum.bots.search import ExpertBot
from terminal import reihum

GOLDEN = Path(__file__).parent.parent / "golden" / "junior.jsonl"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short search is enough here."""
    monkeypatch.setattr(ExpertBot, "rollouts", 600)
    monkeypatch.setattr(ExpertBot, "without_numba", 40)


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_a_review_names_moves_chances_and_reasons(language: str, tmp_path: Path) -> None:
    """In the reader's language, with a picture."""
    plot = tmp_path / "chances.svg"
    done = reihum("review", str(GOLDEN), "--seat", "0", "--lang", language, "--plot", str(plot))
    assert done.status == 0, done.errors
    assert "%" in done.out
    assert "lay" in done.out
    assert plot.read_text(encoding="utf-8").startswith("<svg")


def test_a_review_as_json() -> None:
    """Every round with its decisions, for programs."""
    done = reihum("review", str(GOLDEN), "--round", "1", "--json")
    found = json.loads(done.out)
    assert list(found) == ["1"]
    assert {"number", "move", "best"} <= found["1"][0].keys()


@pytest.mark.parametrize(
    ("words", "said"), [(("--round", "9"), "1 …"), (("--seat", "7"), "0 …"), (("--level", "genius"), "expert")]
)
def test_bad_questions(words: tuple[str, ...], said: str) -> None:
    """What was expected is told; nothing is judged."""
    done = reihum("review", str(GOLDEN), *words, "--lang", "en")
    assert done.status != 0
    assert said in done.errors
