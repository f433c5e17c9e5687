"""The Markdown of the site: the documents of the repository, with links that lead to pages of the site."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tools.site_docs import notebooks

ROOT = Path(__file__).parent.parent.parent
LINK = re.compile(r"\[([^\]]*)\]\((?!\w+:)([^)#\s]+)(#[^)\s]*)?\)")
"""A link to a file, perhaps to a heading in it."""

DOCUMENTS = (".md", ".ipynb")
PICTURES = (".svg", ".png", ".webp")
OUTSIDE = {"CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog", "README.md": "index"}
"""The documents outside the folder docs, with the names of their pages. docs/README.md is the first page."""


def page_of(path: str) -> str:
    """The name of the page of a document.

    >>> page_of("docs/games/README.md"), page_of("docs/bots.md"), page_of("CONTRIBUTING.md")
    ('games/index', 'bots', 'contributing')
    """
    return OUTSIDE.get(path) or re.sub(r"README$", "index", path.removeprefix("docs/").rpartition(".")[0])


def read_pages(root: Path, reference: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each page and its Markdown. The first page lists the pages of the reference beside the documents."""
    for path in documents(root):
        text = (root / path).read_text(encoding="utf-8")
        page = page_of(path)
        adapted = adapt(root, path, notebooks.make_page(text) if path.endswith(".ipynb") else text)
        if page == "index":
            adapted += "".join(list_pages(adapted)) + toctree(reference, "Reference")
        elif page == "games/index":
            adapted += toctree(re.findall(r"^\| \[[^\]]*\]\(([^)]*)\.md\)", adapted, re.MULTILINE))
        yield page, adapted


def documents(root: Path) -> list[str]:
    """The documents that are pages of the site."""
    found = [root / name for name in OUTSIDE if name != "README.md"]
    found += (path for path in sorted(root.glob("docs/**/*")) if path.suffix in DOCUMENTS)
    return [path.relative_to(root).as_posix() for path in found if path.exists()]


def cited_files(root: Path) -> set[str]:
    """The other files of the repository that documents link to."""
    texts = ((path, (root / path).read_text(encoding="utf-8")) for path in documents(root))
    found = {resolve(path, target) for path, text in texts for _, target, _ in LINK.findall(text)}
    return {path for path in found if (root / path).is_file() and not path.endswith((*DOCUMENTS, *PICTURES))}


def resolve(path: str, target: str) -> str:
    """The file of the repository that a document links to by a relative path."""
    return os.path.normpath(Path(path).parent / target)


def adapt(root: Path, path: str, text: str) -> str:
    """A document with links that lead to pages of the site; the site does not show folders."""
    folder = Path(page_of(path)).parent

    def replace(link: re.Match[str]) -> str:
        words, target, heading = link[1], resolve(path, link[2]), link[3] or ""
        if (root / target).is_dir():
            return words
        if target.endswith(PICTURES):
            return f"[{words}]({os.path.relpath(target.removeprefix('docs/'), folder)})"
        if target.endswith(DOCUMENTS) or not (root / target).exists():
            return f"[{words}]({os.path.relpath(page_of(target), folder)}.md{heading})"
        return f'<a href="{os.path.relpath(f"source/{target}.html", folder)}">{words}</a>'

    return LINK.sub(replace, text)


def list_pages(index: str) -> Iterator[str]:
    """The lists of pages beside the text: each section of the first page with the documents that it lists."""
    for section in index.split("\n## ")[1:]:
        if items := re.findall(r"^- \[[^\]]*\]\(([^)#]*)\.md\)", section, re.MULTILINE):
            yield toctree(items, section.partition("\n")[0])


def toctree(pages: Sequence[str], caption: str = "") -> str:
    """Sphinx's list of pages, which stands beside the text."""
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["", "```{toctree}", *options, "", *pages, "```", ""])


def write(root: Path, folder: Path, pages: Mapping[str, str]) -> None:
    """Write pages into a folder, with the pictures of the documents beside them, and remove all others."""
    wanted = {folder / f"{page}.md": text for page, text in pages.items()}
    for path in folder.rglob("*.*"):
        if path.is_symlink() or (path.is_file() and path not in wanted):
            path.unlink()
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:  # Sphinx reads again what is new
            path.write_text(text, encoding="utf-8")
    for picture in (path for path in (root / "docs").rglob("*.*") if path.suffix in PICTURES):
        link = folder / picture.relative_to(root / "docs")
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(picture)
