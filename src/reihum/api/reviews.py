"""The endpoint for reviews: an expert judges every decision of a seat in a finished round, one after another."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack

import msgspec

from reihum.api.endpoint import Endpoint, RequestContext
from reihum.api.replays import load_record, parse_number
from reihum.api.response import Response
from reihum.api.service import Service
from reihum.api.tables import RECORD
from reihum.bots.review.decisions import Decision, Judged, decisions, rounds
from reihum.engine import Game
from reihum.errors import BadOption, BadRecord
from reihum.protocol.replays import Reviewed

LEVEL = "expert"


async def review_table(context: RequestContext) -> Response:
    """Every decision of a seat (``from``) in a finished ``round`` of a table beside an expert's: one line each, as soon
    as it is judged. People who are not at the table need its ``key``."""
    asked = context.request.query
    which, seat = parse_number("round", asked.get("round", "0")), parse_number("from", asked.get("from", "0"))
    working, address = context.service.host.services.executor, context.request.address
    with ExitStack() as place:
        place.enter_context(context.service.reviews.reserve(address))
        game, found = await working.run(_find_decisions, await load_record(context), which, seat, share=context.share)
        if LEVEL not in game.facts.levels:
            raise BadOption("bot", game=game.id, expected=", ".join(game.facts.levels), got=LEVEL)
        lines = _judge(context.service, game, seat, found, address)
        return Response(body=lines, media=RECORD, close=place.pop_all().close)


def _find_decisions(record: str, which: int, seat: int) -> tuple[Game, list[Decision]]:
    found = rounds(record)
    if which >= len(found):
        raise BadRecord("record-round", expected=f"1 … {len(found)}", got=which + 1)
    game = found[which].first.game
    game.check_seat(seat)
    return game, list(decisions(found[which].first, found[which].moves, seat))


async def _judge(service: Service, game: Game, seat: int, found: list[Decision], address: str) -> AsyncIterator[bytes]:
    for done, decision in enumerate(found, 1):
        if service.stopping:
            return
        judged = await service.host.services.bots.judge(game, seat, decision, LEVEL, address)
        yield msgspec.json.encode(_review(judged, done, len(found))) + b"\n"


def _review(judged: Judged, done: int, of: int) -> Reviewed:
    """A judgement as it is sent."""
    return Reviewed(
        number=judged.number,
        move=judged.move,
        grade=judged.grade,
        best=judged.best.move,
        why=judged.best.why,
        chance=judged.chance,
        best_chance=judged.best.chance,
        loss=judged.loss,
        done=done,
        of=of,
    )


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/review",
        operation="reviews_of_table",
        run=review_table,
        answer=Reviewed,
        media=RECORD,
        costly=True,
        query=("round", "from", "key"),
    ),
)
