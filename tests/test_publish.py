"""`make publish` pushes the site, and nothing else, to a repository of git."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ENGINE = "engine-0123abcd.json"
SCRIPT = Path(__file__).parent.parent / "tools" / "publish.sh"
WHO = {f"GIT_{role}_{what}": "somebody" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


def git(folder: Path, *words: str) -> str:
    """Run git in a folder; what it prints."""
    done = subprocess.run(["git", *words], cwd=folder, env=os.environ | WHO, capture_output=True, check=True)  # noqa: S603, S607
    return done.stdout.decode()


def publish(folder: Path, to: str) -> subprocess.CompletedProcess[str]:
    """Run the script in a checkout."""
    words = ["sh", "tools/publish.sh", to]
    return subprocess.run(words, cwd=folder, env=os.environ | WHO, capture_output=True, text=True, check=False)  # noqa: S603


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a site, which git ignores, a file that is staged, and a remote."""
    folder = tmp_path / "checkout"
    git(tmp_path, "init", "--quiet", "--bare", "host")
    git(tmp_path, "init", "--quiet", "--initial-branch=main", "checkout")
    git(folder, "remote", "add", "origin", "../host")
    git(folder, "config", "core.autocrlf", "true")  # as on Windows
    (folder / "tools").mkdir()
    shutil.copy(SCRIPT, folder / "tools")
    (folder / ".gitignore").write_text("site\n")
    (folder / "staged.txt").write_text("not yet\n")
    git(folder, "add", "staged.txt")
    (folder / "site" / "assets").mkdir(parents=True)
    (folder / "site" / ".nojekyll").touch()
    (folder / "site" / "index.html").write_bytes(b"<!doctype html>\r\n")
    (folder / "site" / "assets" / "old.js").write_text("1\n")
    (folder / "site" / "engine").mkdir()
    (folder / "site" / "engine" / ENGINE).write_text('{"pyodide": {}, "kernels": true, "files": {}}')
    (folder / "pyproject.toml").write_text('[tool.reihum]\nsite = ""\n')
    return folder


def test_the_branch_has_the_site_alone(checkout: Path) -> None:
    """Every file, byte by byte; what is no longer there goes, with its history; the checkout is as before."""
    before = git(checkout, "status", "--short")
    assert publish(checkout, "origin").returncode == 0
    (checkout / "site" / "assets" / "old.js").rename(checkout / "site" / "assets" / "new.js")
    assert publish(checkout, "origin").returncode == 0
    host = checkout.parent / "host"
    files = git(host, "ls-tree", "-r", "--name-only", "pages").split()
    assert files == [".nojekyll", "assets/new.js", f"engine/{ENGINE}", "index.html"]
    assert git(host, "show", "pages:index.html") == "<!doctype html>\r\n"
    assert git(host, "rev-list", "--count", "--all").strip() == "1"
    assert git(checkout, "status", "--short") == before
    assert git(checkout, "branch", "--list") == ""


def test_without_a_target_nothing_is_pushed(checkout: Path) -> None:
    """The message says what is missing; a repository that is not there is an error, too."""
    done = publish(checkout, "")
    assert done.returncode == 2
    assert "make publish TO=origin" in done.stderr
    assert publish(checkout, "nowhere").returncode != 0
    assert git(checkout.parent / "host", "branch") == ""


def test_a_site_without_kernels_is_not_published(checkout: Path) -> None:
    """The message says what to install; a folder without an engine is refused, too."""
    engine = checkout / "site" / "engine" / ENGINE
    engine.write_text('{"pyodide": {}, "kernels": false, "files": {}}')
    done = publish(checkout, "origin")
    assert done.returncode == 1
    assert "without kernels" in done.stderr
    assert "sh tools/setup.sh --kernels" in done.stderr
    engine.unlink()
    assert publish(checkout, "origin").returncode == 1
    assert git(checkout.parent / "host", "branch") == ""


def test_a_maintainer_hears_where_the_address_belongs(checkout: Path) -> None:
    """As long as the settings have none."""
    hint = "set the address of the page as site in pyproject.toml"
    assert hint in publish(checkout, "origin").stdout
    (checkout / "pyproject.toml").write_text('[tool.reihum]\nsite = "https://cards.example"\n')
    assert hint not in publish(checkout, "origin").stdout
