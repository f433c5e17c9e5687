"""The look of the site: the colours and the font of the page, for Sphinx's theme."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tools.site_docs.sources import ROOT

TOKENS = ROOT / "web" / "src" / "styles" / "tokens.css"
ICON = ROOT / "web" / "public" / "icon.svg"
STYLE = Path(__file__).parent / "style.css"
FONTS = ROOT / "src" / "reihum" / "server" / "page" / "assets"
"""The built page has the font. Without it the site takes a similar font of the reader's machine."""


def write(folder: Path) -> None:
    """Write the style sheets and the font into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tokens.css").write_text(adapt_tokens(TOKENS.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.copy(STYLE, folder)
    for name in ("latin", "latin-ext"):
        for font in FONTS.glob(f"jost-{name}-wght-normal-*.woff2"):
            shutil.copy(font, folder / f"jost-{name}.woff2")


def adapt_tokens(tokens: str) -> str:
    """The variables of the page, dark for readers who have chosen it here or on their machine."""

    def twice(match: re.Match[str]) -> str:
        chosen, preferred = (
            f"body{which} {match[1]}" for which in ("[data-theme='dark']", ":not([data-theme='light'])")
        )
        return f"{chosen}\n@media (prefers-color-scheme: dark) {{\n{preferred}\n}}"

    return re.sub(r":root\[data-theme='dark'\] (\{.*?\})", twice, tokens, flags=re.DOTALL)
