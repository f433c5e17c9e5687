"""Pictures made by Python have the faces of the page."""

from __future__ import annotations

from missing import cannot_test
from tools import faces


def test_the_faces_are_those_of_the_page() -> None:
    """The page's component draws the same faces today: otherwise run `python -m tools.faces`."""
    node = faces.find_node()
    if node is None:
        cannot_test("Node, or the page's packages, are not installed")
    assert faces.FILE.read_text(encoding="utf-8") == faces.make_module(node)
