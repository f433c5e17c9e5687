"""The page for browsers, and the engine that it may keep for times without a connection. A package without a built page
shows how to join a table in the terminal instead."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from html import escape
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from string import Template

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from reihum.api.engine_files import WASM, read_engine
from reihum.server.adapters import read_language
from reihum.server.compression import CompressedContent
from reihum.server.security import POLICY, SECURITY_HEADERS
from reihum.texts import Texts

HERE = Path(str(files(__package__)))
PAGE = HERE / "page"
"""Where the built page lies."""

ENGINE = HERE / "engine"
"""Where the built engine lies, if there is one."""

LANDING = HERE / "landing"
PAGE_PATHS = (
    "/",
    "/history",
    "/daily",
    "/t/{table}",
    "/t/{table}/tv",
    "/t/{table}/replay",
    "/c/{circle}",
    "/rules/{game}",
    "/learn/{game}",
    "/device",
)
"""The addresses people open; the page itself tells them apart."""

CONSTANT = ("assets/", "engine/")
"""Files in these folders have a hash in their names, so they never change."""

ENGINE_WORKER = re.compile(r"assets/worker-[\w-]+\.js")
"""The script in which the engine runs: the only one that may compile WebAssembly."""

NO_CACHE = {"cache-control": "no-cache"}
CACHE_FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
WASM_POLICY = {POLICY: SECURITY_HEADERS[POLICY].replace("script-src 'self'", f"script-src 'self'{WASM}")}
MEDIA = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}

Handler = Callable[[Request], Awaitable[Response]]


def make_page_routes() -> list[BaseRoute]:
    """The routes of the page, or of the landing page that replaces it."""
    page = PAGE
    if (page / "index.html").exists():
        engine_list, engine = read_engine(ENGINE)
        index = _make_index(page, _describe_engine(engine_list, engine))
        file = _make_file_handler(_read_files(page) | engine, index)
        return [*(Route(path, index) for path in PAGE_PATHS), Route("/{path:path}", file)]
    style = FileResponse(LANDING / "landing.css", headers=NO_CACHE)
    return [*(Route(path, show_landing) for path in PAGE_PATHS), Route("/landing.css", lambda _: style)]


def _describe_engine(engine_list: str, engine: Mapping[str, bytes]) -> str:
    """What the document says about the engine that the page may keep; empty if there is none."""
    if not engine_list:
        return ""
    size = sum(file["bytes"] for file in json.loads(engine[engine_list])["files"].values())
    return f'<meta name="reihum-offered-engine" content="{engine_list}" data-bytes="{size}" />'


def _make_index(page: Path, engine: str) -> Handler:
    content = (page / "index.html").read_text(encoding="utf-8").replace("</head>", f"{engine}</head>")
    made: dict[tuple[str, str], CompressedContent] = {}

    async def index(request: Request) -> Response:
        root, language = str(request.scope.get("root_path", "")).rstrip("/") + "/", read_language(request)
        if (root, language) not in made:
            here = _fill_index(content, root, Texts(language))
            made[root, language] = CompressedContent.make(here.encode(), "text/html; charset=utf-8")
        return made[root, language].make_response(request, NO_CACHE | {"vary": "accept-language"})

    return index


def _fill_index(content: str, root: str, texts: Texts) -> str:
    """The document with its root, to which all addresses in it are relative, and with the words that it shows before it
    has loaded the texts."""
    here = content.replace('<base href="/"', f'<base href="{escape(root)}"')
    for part in ("loading", "offline"):
        here = here.replace(f'data-{part}=""', f'data-{part}="{escape(texts.text(f"page.{part}"))}"')
    return here


def _read_files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _make_file_handler(files: Mapping[str, bytes], index: Handler) -> Handler:
    """Serve the other files of the page, which are small enough to stay in memory."""
    contents = {name: CompressedContent.make(data, _find_media(name)) for name, data in files.items()}

    async def file(request: Request) -> Response:
        name = request.path_params["path"]
        if name in contents:
            return contents[name].make_response(request, _make_headers(name))
        if "text/html" not in request.headers.get("accept", "") or name.startswith("api/"):
            raise HTTPException(404)
        not_found = await index(request)  # the page tells people that there is nothing
        not_found.status_code = 404
        return not_found

    return file


def _make_headers(name: str) -> dict[str, str]:
    headers = CACHE_FOREVER if name.startswith(CONSTANT) else NO_CACHE
    return headers | (WASM_POLICY if ENGINE_WORKER.fullmatch(name) else {})


def _find_media(name: str) -> str:
    return MEDIA.get(Path(name).suffix) or guess_type(name)[0] or "application/octet-stream"


async def show_landing(request: Request) -> Response:
    """Show how to join a table in the terminal."""
    language = read_language(request)
    texts = Texts(language)
    address = str(request.url.replace(query="")).rstrip("/")
    at_table = bool(request.path_params)
    values = {part: texts.text(f"landing.{part}") for part in ("title", "about", "how", "install", "more")} | {
        "language": language,
        "root": str(request.scope.get("root_path", "")),
        "join": texts.text("landing.join" if at_table else "landing.new"),
        "command": f"reihum join '{address}#…'" if at_table else f"reihum join {address} classic",
    }
    template = Template((LANDING / "landing.html").read_text(encoding="utf-8"))
    headers = {"content-language": language, "vary": "accept-language"}
    return HTMLResponse(template.substitute({name: escape(text) for name, text in values.items()}), headers=headers)
