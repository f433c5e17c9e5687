"""The language a reader asks for."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from reihum.texts import LANGUAGES

DEFAULT = "en"


def preferred(connection: HTTPConnection) -> str:
    """The language named in the address, or the first one of ours that the browser would like."""
    asked = connection.query_params.get("language", "")
    return asked if asked in LANGUAGES else accepted(connection.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The best of our languages by an Accept-Language header.

    >>> accepted("fr-CH, de;q=0.9, en;q=0.8"), accepted("it, de;q=0.1"), accepted("de;q=0, *"), accepted("")
    ('fr', 'de', 'en', 'en')
    """
    wishes = []
    for place, part in enumerate(header.split(",")[:20]):
        tag, *parameters = part.split(";")
        code = tag.strip().lower().partition("-")[0]
        if code in LANGUAGES:
            wishes.append((-_quality(parameters), place, code))
    return min(wishes)[2] if wishes and min(wishes)[0] < 0 else DEFAULT


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
