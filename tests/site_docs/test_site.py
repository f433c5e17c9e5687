"""The built site: every public name is in it, every link leads somewhere, and nothing comes from elsewhere.

`make site-docs` builds it, as `make test-all` does before these tests.
"""

from __future__ import annotations

import re
import threading
import zlib
from collections.abc import Iterator
from functools import cache, partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, expect

from missing import cannot_test
from tools.browser import SIZES, watch
from tools.site_docs import __main__ as site_docs
from tools.site_docs import reference, sources

pytestmark = pytest.mark.full

LOADS = {"link": "href", "script": "src", "img": "src", "source": "src", "iframe": "src", "object": "data"}
"""The elements that make a browser load something, with the attribute that says what."""

AXE = sources.ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
FINDINGS = """async () => {
    const found = await axe.run(document, {resultTypes: ['violations']})
    const serious = found.violations.filter(({impact}) => ['serious', 'critical'].includes(impact))
    return serious.flatMap(({id, nodes}) => nodes.map(node => `${id}: ${node.html}`))
}"""


@pytest.fixture(scope="module", autouse=True)
def built() -> Path:
    """The folder of the built site."""
    if not (site_docs.BUILT / "index.html").exists():
        cannot_test("the site of documents is not built: make site-docs builds it")
    return site_docs.BUILT


class Scan(HTMLParser):
    """What a page links to, what it loads, and the anchors that others can link to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Called by the parser."""
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if LOADS.get(tag) in found and found.get("rel") not in ("index", "search", "next", "prev"):
            self.loads.append(found[LOADS[tag]])


@cache
def scan(page: Path) -> Scan:
    """A page, read once."""
    return Scan(page)


def pages(built: Path) -> list[Path]:
    """All pages of a site."""
    return sorted(built.rglob("*.html"))


def find_dead_links(built: Path) -> list[str]:
    """The links and pictures that lead to a file or an anchor that does not exist."""
    found = []
    for page in pages(built):
        for link in {*scan(page).links, *scan(page).loads}:
            if re.match(r"\w+:", link):
                continue
            path, _, anchor = unquote(link).partition("#")
            target = (page.parent / path.partition("?")[0]).resolve() if path else page.resolve()
            anchored = target.suffix == ".html" and anchor
            if not target.is_file() or (anchored and anchor not in scan(target).anchors):
                found.append(f"{page.relative_to(built)}: {link}")
    return found


def find_foreign_loads(built: Path) -> list[str]:
    """Scripts, styles, fonts and pictures that come from another place."""
    found = [f"{page.name}: {load}" for page in pages(built) for load in scan(page).loads if is_foreign(load)]
    for css in built.rglob("*.css"):
        text = css.read_text(encoding="utf-8")
        loads = re.findall(r"url\(['\"]?([^'\")]+)|@import ['\"]([^'\"]+)", text)
        found += [f"{css.name}: {load}" for pair in loads for load in pair if is_foreign(load)]
    return found


def is_foreign(address: str) -> bool:
    """Whether an address is not a path of the site."""
    return bool(re.match(r"(https?:)?//", address))


def test_every_public_name_has_its_entry(built: Path) -> None:
    """The inventory, which other projects can link by, has every name that a public module lists."""
    _, _, _, packed = (built / "objects.inv").read_bytes().split(b"\n", 3)[:4]
    lines = zlib.decompress((built / "objects.inv").read_bytes().split(b"\n", 4)[4]).decode().splitlines()
    assert packed.startswith(b"#")
    entries = {line.split(" ")[0] for line in lines if line.split(" ")[1].startswith("py:")}
    names = {f"{module}.{name}" for module in reference.GUIDES for name in reference.public_names(module)}
    assert names - entries == set()


def test_every_link_leads_somewhere(built: Path) -> None:
    """Pages, anchors, pictures and the pages of files exist."""
    assert find_dead_links(built) == []


def test_nothing_is_loaded_from_elsewhere(built: Path) -> None:
    """No page needs another server: neither scripts nor styles, fonts or pictures."""
    assert find_foreign_loads(built) == []


def test_planted_faults_are_found(tmp_path: Path) -> None:
    """A page that is missing, an anchor that is missing, and a script from elsewhere."""
    (tmp_path / "a.html").write_text('<a href="b.html"></a><a href="#x"></a><p id="y"></p><a href="#y"></a>')
    (tmp_path / "c.html").write_text('<script src="https://x.y/z.js"></script>')
    (tmp_path / "d.css").write_text("@font-face { src: url('//x.y/z.woff2') } a { background: url(data:x) }")
    assert sorted(find_dead_links(tmp_path)) == ["a.html: #x", "a.html: b.html"]
    assert find_foreign_loads(tmp_path) == ["c.html: https://x.y/z.js", "d.css: //x.y/z.woff2"]


def test_a_broken_link_fails_the_build(tmp_path: Path) -> None:
    """Planted: a document links to a heading that does not exist."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "README.md").write_text("# First\n\n[x](#first)\n")
    assert site_docs.build(tmp_path, tmp_path / "good", tmp_path / "work", []) == 0
    (tmp_path / "docs" / "README.md").write_text("# First\n\n[x](#second)\n")
    assert site_docs.build(tmp_path, tmp_path / "bad", tmp_path / "work", []) != 0


# --- in a browser ---


class Quiet(SimpleHTTPRequestHandler):
    """A web host that does not write a log."""

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture(scope="module")
def address(built: Path) -> Iterator[str]:
    """The address of the site below a path of a web host."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=built.parent)) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}/{built.name}"
        host.shutdown()


@pytest.mark.parametrize(
    ("size", "theme"), [("phone", "dark"), pytest.param("tablet", "light", marks=pytest.mark.soak)]
)
def test_everybody_can_read_it(chromium: Browser, address: str, size: str, theme: str) -> None:
    """No page is wider than the screen, and axe finds nothing serious."""
    width, height = SIZES[size]
    dark = "dark" if theme == "dark" else "light"
    context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=dark)  # type: ignore[arg-type]
    complaints: list[str] = []
    watch(context, address, complaints)
    page = context.new_page()
    for path in (
        "index",
        "write-a-bot",
        "api/reihum.arena",
        "games/classic",
        "notebooks/values",
        "source/src/reihum/bots/bot.py",
    ):
        page.goto(f"{address}/{path}.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert page.evaluate(FINDINGS) == []
    context.close()
    assert complaints == []


def test_the_search_finds_a_game(chromium: Browser, address: str) -> None:
    """From the box on the first page, without a server that searches."""
    page = chromium.new_page()
    page.goto(f"{address}/index.html")
    page.get_by_role("searchbox").or_(page.get_by_placeholder("Search")).first.fill("schnapp")
    page.keyboard.press("Enter")
    first = page.locator("ul.search a").first
    expect(first).to_have_text("Schnipp Schnapp")
    first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Schnipp Schnapp")
    page.close()
