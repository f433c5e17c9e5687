"""``reihum site`` writes everything that a web host needs, and nothing else is loaded from anywhere."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest

from reihum.api.engine_files import Files
from reihum.cli import site
from reihum.cli.arguments import SiteArguments
from reihum.cli.screen import Screen
from reihum.games import GAMES
from reihum.texts import LANGUAGES

ROOT = Path(__file__).parent.parent.parent
INDEX = '<head><base href="/" /></head><div id="page" data-loading="" data-offline=""></div>'


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small page and a small engine."""
    page, engine = tmp_path / "page", tmp_path / "engine"
    (page / "assets").mkdir(parents=True)
    engine.mkdir()
    (page / "index.html").write_text(INDEX)
    (page / "assets" / "index-1.js").write_text("page")
    (page / "404.html").write_bytes((ROOT / "web" / "public" / "404.html").read_bytes())
    (page / "worker.js").write_text("the worker of a server")
    (page / "site-worker.js").write_text("const FILES = __FILES__")
    (engine / "engine.json").write_text('{"kernels": true, "files": {}}')
    (engine / "python-1.bin").write_text("python")
    monkeypatch.setattr(site, "PAGE", page)
    monkeypatch.setattr(site, "ENGINE", engine)
    return tmp_path


def read_digests(files: Files) -> dict[str, str]:
    """What the service worker knows."""
    digests: dict[str, str] = json.loads(files["worker.js"].decode().partition("FILES = ")[2])
    return digests


def test_the_document() -> None:
    """It names the engine, is relative to its folder, and lets the browser load only files of the site."""
    text = site.make_site()["index.html"].decode()
    assert '<base href="./" />' in text
    (engine,) = re.findall(r'name="reihum-engine" content="(.*?)"', text)
    assert engine in site.make_site()
    policy = unescape(re.findall(r'content-security-policy" content="(.*?)"', text)[0])
    assert "default-src 'none'; script-src 'self' 'wasm-unsafe-eval';" in policy
    assert text.index("content-security-policy") < text.index("<base")
    assert not re.search(r"https?:", policy)
    assert 'data-offline=""' not in text


def test_texts_and_games_are_files() -> None:
    """The home page and the rules can be read before the engine has started, in every language."""
    files = site.make_site()
    (named,) = re.findall(r'name="reihum-published" content="(.*?)"', files["index.html"].decode())
    published = json.loads(unescape(named))
    for language in LANGUAGES:
        assert json.loads(files[published[f"texts/{language}"]])["texts"]["page.loading"]
        assert len(json.loads(files[published[f"games/{language}"]])["games"]) == len(GAMES)


def test_the_levels_are_those_that_the_browser_has(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nets run in an engine with compiled kernels, whatever the Python has that writes the site."""
    monkeypatch.setattr("reihum.bots.trained.evaluation.can_evaluate", lambda: False)
    assert list_levels()["classic"][-4:] == ("solid", "trained", "expert", "master")
    assert list_levels() == {game: facts.levels for game, facts in GAMES.items()}
    (built / "engine" / "engine.json").write_text('{"kernels": false, "files": {}}')
    assert list_levels()["classic"][-3:] == ("solid", "expert", "master")


def list_levels() -> dict[str, tuple[str, ...]]:
    """The levels of each game on the site."""
    return {game.id: game.levels for game in site.list_games("de").games}


def test_a_name_changes_with_the_contents() -> None:
    """Several versions lie side by side on a device. Only the document, which names the others, keeps its name, and
    what no page needs to run."""
    named = [name for name in site.make_site() if name.startswith(("engine/engine", "games/", "texts/"))]
    assert len(named) == 1 + 2 * len(LANGUAGES)
    assert all(re.search(r"-[0-9a-f]{8}\.json$", name) for name in named)


def test_the_service_worker_knows_every_file() -> None:
    """Each with its digest, so that no version is ever mixed with another. Itself and the page for lost people it need
    not keep."""
    files = site.make_site()
    expected = {name: sha256(data).hexdigest() for name, data in files.items()}
    for name in ("worker.js", "404.html", ".nojekyll"):
        del expected[name]
    assert read_digests(files) == expected
    assert "site-worker.js" not in files


def test_a_changed_file_makes_a_new_version(built: Path) -> None:
    """Then browsers fetch the service worker, and it stores everything again."""
    before = site.make_site()["worker.js"]
    assert site.make_site()["worker.js"] == before
    (built / "engine" / "python-1.bin").write_text("another python")
    assert site.make_site()["worker.js"] != before


def test_the_page_for_lost_people() -> None:
    """Its policy allows its one script, and no other."""
    text = site.make_site()["404.html"].decode()
    script = text.partition("<script>")[2].partition("</script>")[0]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}'" in unescape(text)


def test_a_folder_is_written_again(tmp_path: Path) -> None:
    """What an earlier version has left goes; other files stay, such as the name of a domain."""
    folder = tmp_path / "out" / "site"
    site.write_site(folder)
    (folder / "assets" / "index-0.js").write_text("old")
    (folder / "CNAME").write_text("cards.example")
    files = site.write_site(folder)
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert found == {*files, "CNAME"}


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    """Nobody loses their files."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter.txt").write_text("Dear")
    with pytest.raises(site.SiteError) as caught:
        site.write_site(tmp_path / "home")
    assert caught.value.code == "site-folder"
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["letter.txt"]


def test_a_package_without_an_engine_says_so(built: Path) -> None:
    """And writes nothing."""
    (built / "engine" / "engine.json").unlink()
    with pytest.raises(site.SiteError) as caught:
        site.write_site(built / "new")
    assert caught.value.code == "site-unbuilt"
    assert not (built / "new").exists()


def test_a_site_without_kernels_says_so(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its best bots are weaker, and those who put it on a web host should know."""

    def write() -> str:
        site.write_files(Screen("en"), SiteArguments(folder=built / "new"))
        return " ".join(capsys.readouterr().out.split())

    assert "without kernels" not in write()
    (built / "engine" / "engine.json").write_text('{"kernels": false, "files": {}}')
    assert "built without kernels, so its best bots play no better than solid" in write()
