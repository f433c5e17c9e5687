"""The card faces of the page for pictures made by Python: `python -m tools.faces` writes src/reihum/cards/faces.py.

The page's own component draws them (web/scripts/faces.mjs); here its styles become attributes, so that any program can
show the pictures.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
FILE = ROOT / "src" / "reihum" / "cards" / "faces.py"

KEPT = {"fill", "stroke", "stroke-width", "opacity", "font-weight", "text-anchor"}
"""The properties that matter in a picture."""

HEAD = '''"""The faces of the cards, drawn by the page's own component. Made by `python -m tools.faces`: do not edit.

A face stands for all cards of its colour with as many digits: ``#`` is the place of the number.
"""

# ruff: noqa: E501 – a face is one line

FACES = {
'''


class Drawn(msgspec.Struct):
    """What the page's component draws: the faces, its styles, and the file with the colours."""

    faces: dict[str, str]
    css: str
    tokens: str


def find_node() -> str | None:
    """Node, if this machine has it and the page's packages are installed."""
    return shutil.which("node") if (WEB / "node_modules" / "svelte").exists() else None


def make_module(node: str) -> str:
    """The text of the module."""
    words = [node, str(WEB / "scripts" / "faces.mjs")]
    drawn = msgspec.json.decode(subprocess.run(words, capture_output=True, check=True).stdout, type=Drawn)
    root, _, _ = drawn.tokens.partition("}")
    tokens = dict(re.findall(r"(--[\w-]+): (#\w+);", root))
    rules = list(_rules(drawn.css))
    faces = {card: _plain(svg, rules, tokens) for card, svg in drawn.faces.items()}
    return HEAD + "".join(f"    {card!r}: {svg!r},\n".replace("'", '"', 2) for card, svg in faces.items()) + "}\n"


def _rules(css: str) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Each selector as the words it consists of, with what it sets."""
    css = re.sub(r"/\*.*?\*/|@container.*?\}\s*\}", "", css, flags=re.DOTALL)
    css = re.sub(r":where\([^)]*\)|\.svelte-\w+", "", css)
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        found = {name: value for name, value in re.findall(r"([\w-]+): ([^;]+);", body) if name in KEPT}
        for selector in selectors.split(","):
            yield selector.split(), found


def _plain(svg: str, rules: list[tuple[list[str], dict[str, str]]], tokens: dict[str, str]) -> str:
    """A face with attributes instead of classes, and a sign in place of its number."""
    root = ET.fromstring(re.sub(r"<!--.*?-->", "", svg))  # noqa: S314 – our own component
    colour = re.findall(r"red|yellow|green|blue|joker|$", root.get("class", ""))[0] or "joker"
    own = tokens | {"--tint": tokens[f"--{colour}"], "--on-tint": tokens[f"--on-{colour}"]}
    for element, above in list(_elements(root, [])):
        for selector, found in rules:
            if _fits(selector, [*above, element]):
                for name, value in found.items():
                    element.set(name, re.sub(r"var\((.*?)\)", lambda use: own[use[1]], value))
        if element.tag == "text":
            element.text = "#"
    for element in root.iter():
        if element.get("class", "").split()[:1] != ["corner"]:
            element.attrib.pop("class", None)
        else:
            element.set("class", "corner")
    inner = "".join(ET.tostring(child, encoding="unicode") for child in root)
    weight = f'font-weight="{root.get("font-weight")}" text-anchor="{root.get("text-anchor")}"'
    return f"<g {weight}>{inner}</g>".replace(" />", "/>")


def _elements(element: ET.Element, above: list[ET.Element]) -> Iterator[tuple[ET.Element, list[ET.Element]]]:
    yield element, above
    for child in element:
        yield from _elements(child, [*above, element])


def _fits(selector: list[str], chain: list[ET.Element]) -> bool:
    """Whether a selector of one or two words means the last element of a chain."""
    *outer, last = selector
    return _is(last, chain[-1]) and all(any(_is(word, element) for element in chain[:-1]) for word in outer)


def _is(word: str, element: ET.Element) -> bool:
    if word.startswith("."):
        return word[1:] in element.get("class", "").split()
    return word == element.tag


def main() -> int:
    """Write the module."""
    node = find_node()
    if node is None:
        print("Node and the page's packages are needed: make page", file=sys.stderr)
        return 3
    FILE.write_text(make_module(node), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
