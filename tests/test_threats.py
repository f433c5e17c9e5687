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
    """The lines above are those of the document, and all chapters of the standard are named."""
    assert len(ROWS) > 30
    chapters = re.findall(r"^\| V(\d+) ", document("threats"), re.MULTILINE)
    assert chapters == [str(number) for number in range(1, 15)]
