"""The compiled catalogues, as they lie in the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

FILE = "catalogues.json"


class Catalogue(msgspec.Struct, frozen=True):
    """All texts of a language, and the gettext expression that picks a plural form from n."""

    plural: str
    texts: dict[str, str | list[str]]


@cache
def catalogues() -> dict[str, Catalogue]:
    """Every language's catalogue."""
    try:
        content = (files(__package__) / FILE).read_bytes()
    except FileNotFoundError as error:
        raise RuntimeError("the texts are not compiled yet: run `make texts`") from error
    return msgspec.json.decode(content, type=dict[str, Catalogue])


def catalogue(language: str) -> Catalogue:
    """One language's catalogue."""
    try:
        return catalogues()[language]
    except KeyError:
        raise ValueError(f"no texts in {language!r}, only in {', '.join(catalogues())}") from None


def export(language: str) -> dict[str, object]:
    """A language as plain data, for a page that makes its own texts.

    A text is a string, or a list of plural forms; ``plural`` is the expression that picks one, valid in
    C and JavaScript alike.

    >>> export("fr")["plural"]
    '(n > 1)'
    """
    found = catalogue(language)
    return {"language": language, "plural": found.plural, "texts": dict(found.texts)}
