"""``reihum site FOLDER``: the page and the engine as files that any web host serves, without a server of ours."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from pathlib import Path
from shutil import rmtree

import msgspec
from msgspec.structs import replace

from reihum.api.engine_files import ENGINE_LIST, WASM, Files, add_named, read_engine
from reihum.api.pictures import draw_picture
from reihum.cli.arguments import SiteArguments
from reihum.cli.screen import Screen
from reihum.errors import ReihumError
from reihum.games.registry import GAMES
from reihum.protocol.gamelist import GameEntry, GameList, game_list
from reihum.texts import LANGUAGES, Texts, export

BUILT = Path(__file__).parent.parent / "server"
PAGE = BUILT / "page"
ENGINE = BUILT / "engine"
"""The engine for browsers; `make site` builds it."""

FOLDERS = ("assets", "engine", "games", "texts")
SERVICE_WORKER = "worker.js"
SITE_WORKER = "site-worker.js"
NOT_FOUND = "404.html"
POLICY = (
    "default-src 'none'; script-src 'self'{more}; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'self'; form-action 'none'"
)
"""What the documents may load: only files of the site. Python runs in a worker."""


def write_files(screen: Screen, arguments: SiteArguments) -> None:
    """Write the site, and print how large it is."""
    files = write_site(arguments.folder)
    megabytes = f"{sum(map(len, files.values())) / 1_000_000:.1f}"
    screen.print(screen.text("site.done", count=len(files), megabytes=megabytes, folder=str(arguments.folder)))
    if not has_kernels():
        screen.print(screen.text("site.no-kernels"))


class SiteError(ReihumError):
    """A site cannot be written."""


def make_site() -> Files:
    """All files of the site."""
    if not (PAGE / "index.html").exists() or not (ENGINE / ENGINE_LIST).exists():
        raise SiteError("site-unbuilt")
    files = {path.relative_to(PAGE).as_posix(): path.read_bytes() for path in sorted(PAGE.rglob("*")) if path.is_file()}
    template = files.pop(SITE_WORKER).decode()
    engine_list, engine = read_engine(ENGINE)
    files |= engine
    published = {
        name: add_named(files, name, data)
        for language in LANGUAGES
        for name, data in (
            (f"texts/{language}", msgspec.json.encode(export(language))),
            (f"games/{language}", msgspec.json.encode(list_games(language))),
        )
    }
    files["index.html"] = fill_index(files["index.html"].decode(), engine_list, published).encode()
    files[NOT_FOUND] = fill_not_found(files[NOT_FOUND].decode()).encode()
    files[SERVICE_WORKER] = fill_worker(template, files).encode()
    files[".nojekyll"] = b""  # hosts that would build pages from the files leave them as they are
    return files


def list_games(language: str) -> GameList:
    """The games with the levels that a browser has: this Python may have less or more than the engine."""
    listed = game_list(language, draw_picture)
    return replace(listed, games=tuple(replace(game, levels=list_levels(game)) for game in listed.games))


def list_levels(game: GameEntry) -> tuple[str, ...]:
    """The levels of a game that are at hand in a browser. An engine without compiled kernels lacks some."""
    facts, all_run = GAMES[game.id], has_kernels()
    return tuple(level for level in facts.levels if all_run or level not in facts.bots.needs)


def has_kernels() -> bool:
    """Whether the engine has compiled kernels."""
    return bool(json.loads((ENGINE / ENGINE_LIST).read_text(encoding="utf-8"))["kernels"])


def fill_index(content: str, engine: str, published: dict[str, str]) -> str:
    """The document: addresses are relative to its folder, and it names its policy, the engine, texts and games."""
    for part, key in (("loading", "page.loading"), ("offline", "page.engine.load")):
        words = " · ".join(Texts(language).text(key) for language in LANGUAGES)
        content = content.replace(f'data-{part}=""', f'data-{part}="{escape(words)}"')
    policy = f'<meta http-equiv="content-security-policy" content="{escape(POLICY.format(more=WASM))}" />'
    named = {"reihum-engine": engine, "reihum-published": json.dumps(published)}
    metas = [f'<meta name="{name}" content="{escape(value)}" />' for name, value in named.items()]
    return content.replace('<base href="/" />', "\n    ".join([policy, '<base href="./" />', *metas]))


def fill_not_found(content: str) -> str:
    """The document for addresses inside the page. It holds a script, because it does not know where the site begins."""
    (script,) = re.findall(r"<script>(.*?)</script>", content, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return content.replace("__POLICY__", escape(POLICY.format(more=f" 'sha256-{digest}'")))


def fill_worker(template: str, files: Files) -> str:
    """The service worker. It knows the digest of every file: a version is kept as a whole or not at all."""
    digests = {name: sha256(data).hexdigest() for name, data in files.items() if is_kept(name)}
    return template.replace("__FILES__", json.dumps(digests))


def is_kept(name: str) -> bool:
    """Whether the service worker keeps a file. Letters of other alphabets are fetched by those who need them."""
    return name not in (SERVICE_WORKER, NOT_FOUND) and not re.search(r"jost-(cyrillic|latin-ext)", name)


def write_site(folder: Path) -> Files:
    """Write all files into a folder: a new one, an empty one, or one that holds an earlier site. Other files stay."""
    files = make_site()
    if folder.exists() and not (folder / "engine").is_dir() and (folder.is_file() or any(_list_visible(folder))):
        raise SiteError("site-folder", folder=str(folder))
    for name in FOLDERS:
        rmtree(folder / name, ignore_errors=True)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return files


def _list_visible(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if not path.name.startswith("."))
