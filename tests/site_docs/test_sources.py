"""The documents become pages of the site, and their links lead to pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.site_docs import look, notebooks, source_pages, sources


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with a few documents."""
    files = {
        "CONTRIBUTING.md": "# Contributing\n\n![x](docs/pictures/x.svg) [a](docs/a.md)",
        "docs/README.md": "# First\n\n## Read\n\n- [A](a.md): a\n- [B](games/README.md#b)\n",
        "docs/a.md": "[c](../CONTRIBUTING.md#c) [s](../src/s.py) [f](../src) [u](https://u.v) ![x](pictures/x.svg)",
        "docs/games/README.md": "# Games\n\n| [Go](go.md) | `go` |\n",
        "docs/games/go.md": "[figures](README.md#figures)",
        "docs/pictures/x.svg": "<svg/>",
        "src/s.py": "print('<')\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_links_lead_to_pages(root: Path) -> None:
    """A link to a document leads to its page, one to another file to a page that shows it."""
    pages = dict(sources.read_pages(root, []))
    source = '<a href="source/src/s.py.html">s</a>'
    assert pages["a"] == f"[c](contributing.md#c) {source} f [u](https://u.v) ![x](pictures/x.svg)"
    assert pages["contributing"].endswith("![x](pictures/x.svg) [a](a.md)")
    assert pages["games/go"] == "[figures](index.md#figures)"
    assert sources.cited_files(root) == {"src/s.py"}


def test_pages_are_listed(root: Path) -> None:
    """The list beside the text has the sections of the first page, the reference, and the games below theirs."""
    pages = dict(sources.read_pages(root, ["api/reihum"]))
    assert pages["index"].count("{toctree}") == 2
    assert ":caption: Read\n\na\n```" in pages["index"]
    assert ":caption: Reference\n\napi/reihum\n```" in pages["index"]
    assert pages["games/index"].endswith("\n\ngo\n```\n")


def test_pages_that_are_gone_are_removed(root: Path, tmp_path: Path) -> None:
    """A page of an earlier build is not in the next one, and a picture stands beside its page."""
    folder = tmp_path / "pages"
    sources.write(root, folder, {"a": "1", "games/b": "2"})
    sources.write(root, folder, {"a": "3"})
    assert [path.name for path in folder.rglob("*.md")] == ["a.md"]
    assert (folder / "a.md").read_text() == "3"
    assert (folder / "pictures" / "x.svg").read_text() == "<svg/>"


def make_notebook(*code: str) -> str:
    """A notebook with a title and cells of code."""
    cells = [{"cell_type": "markdown", "source": ["# A\n", "b"]}]
    cells += [{"cell_type": "code", "source": source.splitlines(keepends=True)} for source in code]
    return json.dumps({"cells": cells})


def test_a_notebook_is_a_page() -> None:
    """Its texts are Markdown already, its code becomes blocks, and below a block stands what it shows."""
    page = notebooks.make_page(
        make_notebook("import reihum", "print(1)\nreihum.game('zweikampf', seats=2).deal(seed=1)")
    )
    start, _, shown = page.partition("```text\n1\n```\n\n")
    assert start.startswith("# A\nb\n\n```python\nimport reihum\n```\n\n```python\nprint(1)\n")
    assert shown.startswith('<div class="shown">\n<svg ')
    assert shown.endswith("</svg>\n</div>")
    assert "\n\n" not in shown  # the Markdown goes on there


def test_a_notebook_that_trains_is_not_run() -> None:
    """It takes minutes and needs JAX: its page says that the pictures are missing."""
    page = notebooks.make_page(make_notebook("import reihum.envs.jax.no_such_module"))
    assert page == f"# A\nb\n\n{notebooks.NOT_RUN}\n\n```python\nimport reihum.envs.jax.no_such_module\n```"


def test_the_notebook_of_values_has_its_pictures() -> None:
    """Its page shows every state, view, match, contest and review that its cells end with."""
    pages = dict(sources.read_pages(sources.ROOT, []))
    assert pages["notebooks/values"].count('<div class="shown">') == 6
    assert notebooks.NOT_RUN in pages["notebooks/junior"]


def test_every_document_is_listed_on_the_first_page() -> None:
    """A reader finds every document from the first page; the list of the games has their pages."""
    pages = dict(sources.read_pages(sources.ROOT, []))
    lists = pages["index"].partition("{toctree}")[2] + pages["games/index"].partition("{toctree}")[2]
    listed = set(lists.splitlines())
    assert [
        page for page in pages if page.removeprefix("games/") not in listed and page not in {*listed, "index"}
    ] == []


def test_a_file_has_a_page() -> None:
    """It leads back to the first page, and every line has an anchor."""
    page = source_pages.make_page("src/s.py", "print('<')\nprint()\n")
    assert '<a href="../../index.html">' in page
    assert "&lt;" in page
    assert 'id="line-2"' in page


def test_dark_colours_are_those_of_the_page() -> None:
    """They hold for readers who have chosen them, and for machines that prefer them."""
    css = look.adapt_tokens(":root {\n  --ink: black;\n}\n:root[data-theme='dark'] {\n  --ink: white;\n}")
    assert css.count("--ink: white;") == 2
    assert "body[data-theme='dark'] {" in css
    assert "prefers-color-scheme: dark) {\nbody:not([data-theme='light']) {" in css
