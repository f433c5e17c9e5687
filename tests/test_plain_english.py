"""Documents, docstrings, comments and the English texts avoid phrases that follow German grammar.

The list names the phrases that an English reader stumbles over. It cannot see bad style in general, only these.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import game_pages

ROOT = Path(__file__).parent.parent

PHRASES = {
    "so many": r"so many",
    "so long": r"so long",
    "whoever": r"whoever",
    "own after an article": r"(?:the|an|of) own",
    "held for": r"held for",
    "by and large": r"by and large",
    "is no": r"(?<!there )is no (?!longer|more\b|better\b)\w+",
    "as far as": r"as far as",
    "for want of": r"for want of",
}
NOT_PROSE = re.compile(r"<!-- \w+, made by make docs -->.*?<!-- end -->|^```.*?^```", re.DOTALL | re.MULTILINE)
FORBIDDEN = re.compile("|".join(rf"\b{phrase}\b" for phrase in PHRASES.values()), re.IGNORECASE)


def forbidden(text: str) -> list[str]:
    """The forbidden phrases in a text, which may break across lines."""
    return FORBIDDEN.findall(" ".join(text.split()))


def python_prose(source: str) -> Iterator[str]:
    """The names of functions, docstrings and comments of a module. Comments on consecutive lines are one text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name.replace("_", " ")
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    yield " ".join(token.string.lstrip("#") for token in tokens if token.type == tokenize.COMMENT)


def web_prose(source: str) -> Iterator[str]:
    """The comments of a TypeScript, Svelte or CSS file."""
    for block in re.findall(r"/\*.*?\*/|<!--.*?-->", source, re.DOTALL):
        yield re.sub(r"^\s*\*", "", block, flags=re.MULTILINE)
    yield " ".join(re.findall(r"(?:^|\s)//(.*)$", source, re.MULTILINE))


def catalogue_prose(source: str) -> Iterator[str]:
    """The texts and comments of a catalogue. A text may be written in several strings, one below the other."""
    for entry in re.findall(r'^msgstr(?:\[\d\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)', source, re.MULTILINE):
        yield "".join(map(ast.literal_eval, re.findall(r'"(?:[^"\\]|\\.)*"', entry)))
    yield from re.findall(r"^#(.*)$", source, re.MULTILINE)


def prose(path: Path) -> Iterator[str]:
    """What people read in a file. Code in documents, and parts that are made from the games' texts, are left out."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from python_prose(text)
    elif path.suffix == ".md":
        yield game_pages.find_decisions(text) if path.parent.name == "games" else NOT_PROSE.sub("", text)
    elif path.suffix == ".po":
        yield from catalogue_prose(text)
    else:
        yield from web_prose(text)


def files() -> list[Path]:
    """All files with prose."""
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *ROOT.glob("docs/**/*.md")]
    found.remove(ROOT / "docs" / "glossary.md")  # it quotes what translators should avoid
    found += (
        path for folder in ("src/reihum", "tests", "tools", "benchmarks") for path in ROOT.glob(f"{folder}/**/*.py")
    )
    found += (path for ending in ("ts", "svelte", "css") for path in ROOT.glob(f"web/src/**/*.{ending}"))
    found += ROOT.glob("src/reihum/texts/catalogues/*/*.po")  # the comments of all three are English
    return sorted(path for path in found if path != Path(__file__))


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in files()}), ids=lambda path: str(path.relative_to(ROOT))
)
def test_no_forbidden_phrase(folder: Path) -> None:
    """No document, docstring or comment of a folder has a forbidden phrase."""
    found = {
        str(path.relative_to(ROOT)): phrases
        for path in files()
        if path.parent == folder
        for phrases in [[phrase for text in prose(path) for phrase in forbidden(text)]]
        if phrases
    }
    assert found == {}


@pytest.mark.parametrize("phrase", ["So many seconds", "so\nlong", "Whoever comes", "the own hand", "is no card"])
def test_planted_phrases_are_found(tmp_path: Path, phrase: str) -> None:
    """A forbidden phrase is found in every kind of file, also across a line break."""
    line = phrase.replace("\n", " ")
    planted = {
        "a.md": phrase,
        "b.py": f'"""{phrase}."""\n',
        "c.py": f"number = 1  # {line}\n",
        "name.py": f"def {re.sub(r'[^a-z]', '_', line.lower())}(): ...\n",
        "d.ts": f"const a = 1; // {line}\n",
        "e.svelte": f"<!-- {phrase} -->",
        "f.css": f"/* {phrase} */",
        "g.po": 'msgid "key"\nmsgstr "' + phrase.replace("\n", ' "\n"') + '"\n',
        "comment.po": f'# {line}\nmsgid "key"\nmsgstr "text"\n',
    }
    for name, text in planted.items():
        (tmp_path / name).write_text(text)
        assert [each for part in prose(tmp_path / name) for each in forbidden(part)], name


@pytest.mark.parametrize("line", ["It is no longer there.", "There is no card.", "her own hand", "disown"])
def test_plain_phrases_pass(line: str) -> None:
    """The list does not forbid good English."""
    assert forbidden(line) == []


def test_code_is_not_prose(tmp_path: Path) -> None:
    """Strings in code and names that are not those of functions are not checked."""
    path = tmp_path / "a.py"
    path.write_text('whoever = "the own"\n')
    assert [phrase for text in prose(path) for phrase in forbidden(text)] == []
