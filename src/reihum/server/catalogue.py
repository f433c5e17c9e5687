"""Endpoints for the games and the texts, which anybody may read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache

import msgspec
from starlette.responses import Response

from reihum.protocol.gamelist import GameList, game_list
from reihum.protocol.http import TextList
from reihum.server.compression import CompressedContent
from reihum.server.endpoint import JSON, Endpoint, RequestContext
from reihum.server.errors import BadRequest
from reihum.server.pictures import draw_picture
from reihum.texts import LANGUAGES, export


async def list_games(context: RequestContext) -> Response:
    """All games with seats, options, bots and texts, in the language asked for."""
    return await _respond(context, context.language, _make_game_list)


async def list_texts(context: RequestContext) -> Response:
    """All texts of a language."""
    language = context.get_part("language")
    if language not in LANGUAGES:
        raise BadRequest("no-such-language", expected=", ".join(LANGUAGES), got=language[:40])
    return await _respond(context, language, _make_text_list)


def _make_game_list(language: str) -> GameList:
    return game_list(language, draw_picture)


def _make_text_list(language: str) -> TextList:
    return msgspec.convert(export(language), TextList)


async def _respond(context: RequestContext, language: str, make: Callable[[str], object]) -> Response:
    """Respond with what stays the same until the next version. The first time it has to be made, which takes long."""
    headers = {"content-language": language, "cache-control": "no-cache", "vary": "accept-language"}
    content = await asyncio.to_thread(_make_content, make, language)
    return content.make_response(context.request, headers)


@cache
def _make_content(make: Callable[[str], object], language: str) -> CompressedContent:
    return CompressedContent.make(msgspec.json.encode(make(language)), JSON)


ENDPOINTS = (
    Endpoint(
        method="GET", path="/api/games", operation="library_games", run=list_games, answer=GameList, query=("language",)
    ),
    Endpoint(method="GET", path="/api/texts/{language}", operation="library_texts", run=list_texts, answer=TextList),
)
