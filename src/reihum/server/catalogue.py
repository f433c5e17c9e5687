"""Requests that everybody may make: the games and the texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec
from starlette.responses import Response

from reihum.protocol.gamelist import GameList, game_list
from reihum.protocol.http import TextList
from reihum.server.compression import Packed
from reihum.server.endpoint import JSON, Call, Endpoint
from reihum.server.errors import BadRequest
from reihum.server.pictures import picture
from reihum.texts import LANGUAGES, export


async def games(call: Call) -> Response:
    """All games with seats, options, bots and texts, in the language asked for."""
    return _kept(call, call.language, _games)


async def texts(call: Call) -> Response:
    """All texts of a language."""
    language = call.part("language")
    if language not in LANGUAGES:
        raise BadRequest("no-such-language", expected=", ".join(LANGUAGES), got=language[:40])
    return _kept(call, language, _texts)


def _games(language: str) -> GameList:
    return game_list(language, picture)


def _texts(language: str) -> TextList:
    return msgspec.convert(export(language), TextList)


def _kept(call: Call, language: str, make: Callable[[str], object]) -> Response:
    """An answer that stays the same until the next version."""
    headers = {"content-language": language, "cache-control": "no-cache", "vary": "accept-language"}
    return _made(make, language).response(call.request, headers)


@cache
def _made(make: Callable[[str], object], language: str) -> Packed:
    return Packed.of(msgspec.json.encode(make(language)), JSON)


ENDPOINTS = (
    Endpoint(
        method="GET", path="/api/games", operation="library_games", run=games, answer=GameList, query=("language",)
    ),
    Endpoint(method="GET", path="/api/texts/{language}", operation="library_texts", run=texts, answer=TextList),
)
