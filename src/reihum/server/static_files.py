"""What a browser gets: the page, where the package holds one; otherwise how to come to the table in the terminal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from string import Template

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from reihum.server.compression import Packed
from reihum.server.languages import preferred
from reihum.texts import Texts

HERE = Path(str(files(__package__)))
PAGE = HERE / "page"
"""Where the built page lies."""

LANDING = HERE / "landing"
PLACES = ("/", "/t/{table}", "/t/{table}/tv", "/t/{table}/replay", "/c/{circle}", "/rules/{game}", "/learn/{game}")
"""What people open: the page finds out by itself which of them it is."""

ASSETS = "assets/"
"""Files there have a hash in their names: what is called so never changes."""

FRESH = {"cache-control": "no-cache"}
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
MEDIA = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}

Answering = Callable[[Request], Awaitable[Response]]


def page_routes() -> list[BaseRoute]:
    """The routes of the page, or of the page that stands in for it."""
    page = PAGE
    if (page / "index.html").exists():
        index = _index(page)
        return [*(Route(place, index) for place in PLACES), Route("/{path:path}", _files(page, index))]
    style = FileResponse(LANDING / "landing.css", headers=FRESH)
    return [*(Route(place, landing) for place in PLACES), Route("/landing.css", lambda _: style)]


def _index(page: Path) -> Answering:
    content = (page / "index.html").read_text(encoding="utf-8")
    made: dict[str, Packed] = {}

    async def index(request: Request) -> Response:
        root = escape(str(request.scope.get("root_path", "")).rstrip("/") + "/")
        if root not in made:  # every address in the page is relative to it
            here = content.replace('<base href="/"', f'<base href="{root}"')
            made[root] = Packed.of(here.encode(), "text/html; charset=utf-8")
        return made[root].response(request, FRESH)

    return index


def _files(page: Path, index: Answering) -> Answering:
    """Whatever else belongs to the page; it is small enough to be held in memory, packed."""
    held = {path.relative_to(page).as_posix(): _packed(path) for path in page.rglob("*") if path.is_file()}

    async def file(request: Request) -> Response:
        name = request.path_params["path"]
        if name in held:
            return held[name].response(request, FOR_EVER if name.startswith(ASSETS) else FRESH)
        if "text/html" not in request.headers.get("accept", "") or name.startswith("api/"):
            raise HTTPException(404)
        lost = await index(request)  # people get a page that says so
        lost.status_code = 404
        return lost

    return file


def _packed(path: Path) -> Packed:
    media = MEDIA.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
    return Packed.of(path.read_bytes(), media)


async def landing(request: Request) -> Response:
    """How to come to a table in the terminal."""
    language = preferred(request)
    texts = Texts(language)
    address = str(request.url.replace(query="")).rstrip("/")
    at_table = bool(request.path_params)
    said = {part: texts.text(f"landing.{part}") for part in ("title", "about", "how", "install", "more")} | {
        "language": language,
        "root": str(request.scope.get("root_path", "")),
        "join": texts.text("landing.join" if at_table else "landing.new"),
        "command": f"reihum join '{address}#…'" if at_table else f"reihum join {address} classic",
    }
    template = Template((LANDING / "landing.html").read_text(encoding="utf-8"))
    headers = {"content-language": language, "vary": "accept-language"}
    return HTMLResponse(template.substitute({name: escape(text) for name, text in said.items()}), headers=headers)
