"""Endpoints for the games and the texts, which anybody may read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache

import msgspec

from reihum.api.endpoint import Endpoint, RequestContext
from reihum.api.errors import BadRequest
from reihum.api.pictures import draw_picture
from reihum.api.request import JSON
from reihum.api.response import Response
from reihum.protocol.gamelist import GameList, game_list
from reihum.protocol.http import TextList
from reihum.texts import LANGUAGES, export


async def list_games(context: RequestContext) -> Response:
    """All games with seats, options, bots and texts, in the language asked for."""
    return await _respond(context.language, _make_game_list)


async def list_texts(context: RequestContext) -> Response:
    """All texts of a language."""
    language = context.get_part("language")
    if language not in LANGUAGES:
        raise BadRequest("no-such-language", expected=", ".join(LANGUAGES), got=language[:40])
    return await _respond(language, _make_text_list)


def _make_game_list(language: str) -> GameList:
    return game_list(language, draw_picture)


def _make_text_list(language: str) -> TextList:
    return msgspec.convert(export(language), TextList)


async def _respond(language: str, make: Callable[[str], object]) -> Response:
    """Respond with what stays the same until the next version. The first time it has to be made, which takes long."""
    headers = {"content-language": language, "cache-control": "no-cache", "vary": "accept-language"}
    body = await asyncio.to_thread(_encode, make, language)
    return Response(body=body, media=JSON, headers=headers, is_public=True)


@cache
def _encode(make: Callable[[str], object], language: str) -> bytes:
    return msgspec.json.encode(make(language))


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/games",
        operation="catalogue_games",
        run=list_games,
        answer=GameList,
        query=("language",),
    ),
    Endpoint(method="GET", path="/api/texts/{language}", operation="catalogue_texts", run=list_texts, answer=TextList),
)
