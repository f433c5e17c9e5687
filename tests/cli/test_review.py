"""``reihum review``: decisions, decisive moments, a picture, and refusals."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from reihum.bots.review import review, rounds
from reihum.bots.search.search import ExpertBot
from terminal import LANGUAGES_IN_TURN, reihum

GOLDEN = Path(__file__).parent.parent / "golden" / "junior.jsonl"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short search is enough here."""
    monkeypatch.setattr(ExpertBot, "rollouts", 600)


@pytest.mark.parametrize("language", LANGUAGES_IN_TURN)
def test_a_review_names_moves_chances_and_reasons(language: str, tmp_path: Path) -> None:
    """The review is in the reader's language, with a picture."""
    plot = tmp_path / "chances.svg"
    done = reihum("review", str(GOLDEN), "--seat", "1", "--lang", language, "--plot", str(plot))
    assert done.status == 0, done.errors
    assert "%" in done.out
    assert "lay" in done.out
    assert plot.read_text(encoding="utf-8").startswith("<svg")


def test_a_review_as_json() -> None:
    """--json gives every round with its decisions."""
    done = reihum("review", str(GOLDEN), "--round", "1", "--json")
    found = json.loads(done.out)
    assert list(found) == ["1"]
    assert {"number", "move", "best"} <= found["1"][0].keys()


@pytest.mark.parametrize(
    ("words", "said"), [(("--round", "9"), "1 …"), (("--seat", "7"), "1 …"), (("--level", "genius"), "expert")]
)
def test_bad_questions(words: tuple[str, ...], said: str) -> None:
    """A bad argument is refused with what was expected."""
    done = reihum("review", str(GOLDEN), *words, "--lang", "en")
    assert done.status != 0
    assert said in done.errors


def test_any_bot_judges() -> None:
    """As in Python; the review names the judge."""
    done = reihum("review", str(GOLDEN), "--level", "sensible", "--lang", "en")
    assert done.status == 0, done.errors
    assert "● like sensible: " in done.out
    found = json.loads(reihum("review", str(GOLDEN), "--level", "sensible", "--round", "1", "--json").out)
    first = rounds(GOLDEN.read_text(encoding="utf-8"))[0]
    assert found["1"] == msgspec.to_builtins(list(review(first.first, first.moves, 0, level="sensible")))
    assert {decision["judge"] for decision in found["1"]} == {"sensible"}


def test_the_axis_of_the_picture_is_upright(tmp_path: Path) -> None:
    """The labels of the axis run from 100 % at the top to 0 %, inside the picture."""
    file = tmp_path / "chances.svg"
    reihum("review", str(GOLDEN), "--plot", str(file))
    drawn = ET.fromstring(file.read_text())  # noqa: S314
    labels = {
        element.text: (float(element.get("x", "")), float(element.get("y", "")))
        for element in drawn.iter()
        if element.text in ("0 %", "25 %", "50 %", "75 %", "100 %")
    }
    heights = [labels[label][1] for label in ("100 %", "75 %", "50 %", "25 %", "0 %")]
    assert heights == sorted(set(heights))
    assert len({x for x, _ in labels.values()}) == 1
    assert all(0 < y < float(drawn.get("viewBox", "").split()[3]) for y in heights)


@pytest.mark.parametrize("language", LANGUAGES_IN_TURN)
def test_no_picture_without_chances(language: str, tmp_path: Path) -> None:
    """Without chances to win there is nothing to draw, and the command says so."""
    file = tmp_path / "chances.svg"
    done = reihum("review", str(GOLDEN.with_name("quartett.jsonl")), "--plot", str(file), "--lang", language)
    assert (done.status, done.errors) == (0, "")
    assert str(file) in done.out.replace("\n", "")
    assert not file.exists()


def test_a_bot_of_your_own_reviews() -> None:
    """Any class may judge; it says what it would have done."""
    done = reihum("review", str(GOLDEN), "--round", "1", "--level", "py:reihum.bots.simple.rows:EagerBot", "--json")
    assert done.status == 0, done.errors
    assert json.loads(done.out)["1"][0]["best"]["move"]
