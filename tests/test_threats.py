"""The threat model names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from documents import document

ROOT = Path(__file__).parent.parent
ROWS = [
    line for line in document("threats").partition("## ASVS")[0].splitlines() if re.match(r"\| (?!threat )\w", line)
]


@pytest.mark.parametrize("row", ROWS)
def test_every_threat_has_a_test(row: str) -> None:
    """Each line ends with a test, and the test is there."""
    found = re.search(r"`(tests/[\w/]+\.py)::(\w+)` \|$", row)
    assert found, row
    path, name = found.groups()
    assert re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), (
        f"{path}::{name}"
    )


def test_the_model_is_read() -> None:
    """The lines above are those of the document."""
    assert len(ROWS) > 30


def test_every_section_of_the_standard_is_named() -> None:
    """ASVS 4.0.3 has fourteen chapters, each with as many sections as here. Every section stands in one row."""
    sections = (14, 10, 7, 3, 5, 4, 4, 3, 2, 3, 1, 6, 4, 5)
    expected = [f"{chapter}.{number + 1}" for chapter, count in enumerate(sections, 1) for number in range(count)]
    heads = re.findall(r"^\| (\d[^|]*)\|", document("threats").partition("## ASVS")[2], re.MULTILINE)
    ranges = re.findall(r"(\d+)\.(\d+)(?:–\d+\.(\d+))?", " ".join(heads))
    named = [f"{chapter}.{n}" for chapter, low, high in ranges for n in range(int(low), int(high or low) + 1)]
    assert sorted(named) == sorted(expected)
