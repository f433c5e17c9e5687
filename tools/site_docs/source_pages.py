"""Pages that show files: those that documents link to, and the modules of the reference."""

from __future__ import annotations

import os
from collections.abc import Iterable
from html import escape
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename
from pygments.lexers.special import TextLexer
from pygments.util import ClassNotFound

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – Reihum</title>
<link rel="icon" href="{static}/icon.svg">
<link rel="stylesheet" href="{static}/pygments.css">
<link rel="stylesheet" href="{static}/styles/furo.css">
<link rel="stylesheet" href="{static}/tokens.css">
<link rel="stylesheet" href="{static}/style.css">
</head>
<body>
<script>document.body.dataset.theme = localStorage.getItem('theme') || 'auto'</script>
<main class="file">
<p><a href="{start}">Reihum</a></p>
<h1>{title}</h1>
{code}
</main>
</body>
</html>
"""
FORMATTER = HtmlFormatter(linespans="line", wrapcode=True)


def write(root: Path, paths: Iterable[str], built: Path) -> None:
    """Write the pages of some files of the repository into the built site."""
    for path in paths:
        page = built / "source" / f"{path}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(make_page(path, (root / path).read_text(encoding="utf-8")), encoding="utf-8")


def make_page(path: str, text: str) -> str:
    """The page of a file. Each line has an anchor, `#line-1` the first."""
    try:
        lexer = get_lexer_for_filename(path, stripnl=False)
    except ClassNotFound:
        lexer = TextLexer(stripnl=False)
    start = os.path.relpath("index.html", Path("source", path).parent)
    static = os.path.relpath("_static", Path("source", path).parent)
    code = highlight(text, lexer, FORMATTER).replace("<pre>", '<pre tabindex="0">')  # so that keys can scroll it
    return PAGE.format(title=escape(path), static=static, start=start, code=code)
