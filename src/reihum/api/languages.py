"""The language of a response."""

from __future__ import annotations

from reihum.texts import LANGUAGES

DEFAULT_LANGUAGE = "en"
MAX_LANGUAGES = 20
"""How many entries of an Accept-Language header are read."""


def choose_language(asked: str, header: str) -> str:
    """Choose the language named in the address, or else the best one by the browser's header."""
    return asked if asked in LANGUAGES else parse_accept_language(header)


def parse_accept_language(header: str) -> str:
    """Find the best of our languages by an Accept-Language header.

    >>> [parse_accept_language(header) for header in ("fr-CH, de;q=0.9, en;q=0.8", "it, de;q=0.1", "de;q=0, *", "")]
    ['fr', 'de', 'en', 'en']
    """
    wanted = []
    for place, part in enumerate(header.split(",")[:MAX_LANGUAGES]):
        tag, *parameters = part.split(";")
        code = tag.strip().lower().partition("-")[0]
        if code in LANGUAGES:
            wanted.append((-_parse_quality(parameters), place, code))
    return min(wanted)[2] if wanted and min(wanted)[0] < 0 else DEFAULT_LANGUAGE


def _parse_quality(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
