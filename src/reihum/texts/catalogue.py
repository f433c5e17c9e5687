"""The compiled catalogues in the package, and the texts that other packages bring.

An entry point of the group ``reihum.texts`` names a package with a file for each language: ``de.json``, ``en.json``,
``fr.json``. Each is an object of keys and texts, or lists of plural forms.
"""

from __future__ import annotations

import sys
import warnings
from functools import cache
from importlib.resources import files

import msgspec

FILE = "catalogues.json"
ENTRY_POINTS = "reihum.texts"
COMMAND = (
    *("cli.", "arena.", "lab.", "bots.", "review.", "serve.", "site.", "train.", "landing."),
    *("error.cli.", "error.arena.", "error.admin-", "error.backup-", "error.client-", "error.config-", "error.env-"),
    *("error.restore-", "error.site-", "error.train-"),
    *("error.bots-count", "error.deck-or-seed", "error.deck-type", "error.not-a-row-game", "error.not-in-jax"),
    *("error.not-simulated", "error.secret-type", "error.seed-type"),
)
"""How the keys of the texts begin that only the command, the server itself or a program's own call gives."""
ADDRESSED = ".to-you"
"""How keys end whose texts only the terminal uses: somebody does something to the reader."""


class Catalogue(msgspec.Struct, frozen=True):
    """All texts of a language, and the gettext expression that selects a plural form for n."""

    plural: str
    texts: dict[str, str | list[str]]


@cache
def load_all() -> dict[str, Catalogue]:
    """The catalogue of every language."""
    try:
        content = (files(__package__) / FILE).read_bytes()
    except FileNotFoundError as error:
        raise RuntimeError("the texts are not compiled: run `make texts`") from error
    found = msgspec.json.decode(content, type=dict[str, Catalogue])
    for package in find_packages():
        for language, catalogue in found.items():
            for key, text in load_texts(package, language).items():
                catalogue.texts.setdefault(key, text)
    return found


def find_packages() -> list[str]:
    """The other packages that bring texts. A browser has none, and not the module that would find them."""
    if sys.platform == "emscripten":
        return []
    from importlib.metadata import entry_points

    return [point.value for point in entry_points(group=ENTRY_POINTS)]


def load_texts(package: str, language: str) -> dict[str, str | list[str]]:
    """The texts of another package in one language. Empty if it has no such file, or a damaged one."""
    try:
        content = (files(package) / f"{language}.json").read_bytes()
        return msgspec.json.decode(content, type=dict[str, str | list[str]])
    except (ImportError, OSError, msgspec.DecodeError) as error:
        warnings.warn(f"the texts of {package} in {language!r} are left out: {error}", stacklevel=2)
        return {}


def load(language: str) -> Catalogue:
    """The catalogue of one language."""
    try:
        return load_all()[language]
    except KeyError:
        raise ValueError(f"there are no texts in {language!r}: use one of {', '.join(load_all())}") from None


def export(language: str) -> dict[str, object]:
    """A language as plain data, for a client that makes its own texts.

    The texts that only the command prints are left out. A text is a string or a list of plural forms. ``plural`` is
    the expression that selects one; it is valid in C and in JavaScript.

    >>> export("fr")["plural"]
    '(n > 1)'
    """
    found = load(language)
    texts = {
        key: text for key, text in found.texts.items() if not key.startswith(COMMAND) and not key.endswith(ADDRESSED)
    }
    return {"language": language, "plural": found.plural, "texts": texts}
