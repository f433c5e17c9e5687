"""Requests for an expert's eyes: every decision of a seat in a finished round, judged one after another."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack

import msgspec
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from reihum.bots.review.decisions import Decision, Judged, decisions, rounds
from reihum.engine import Game
from reihum.errors import BadOption, BadRecord
from reihum.protocol.replays import Reviewed
from reihum.server.endpoint import Call, Endpoint
from reihum.server.replays import finished, number
from reihum.server.service import Service
from reihum.server.tables import RECORD

LEVEL = "expert"


async def of_table(call: Call) -> Response:
    """Every decision of a seat (``from``) in a finished ``round`` of a table beside an expert's: one line each, as soon
    as it is judged. Who is not at the table needs its ``key``."""
    asked = call.request.query_params
    which, seat = number("round", asked.get("round", "0")), number("from", asked.get("from", "0"))
    working = call.service.host.means.working
    with ExitStack() as place:
        place.enter_context(call.service.reviews.take())
        game, found = await working.ask(_decisions, await finished(call), which, seat)
        if LEVEL not in game.facts.levels:
            raise BadOption("bot", game=game.id, expected=", ".join(game.facts.levels), got=LEVEL)
        return Lines(_judged(call.service, game, seat, found), place.pop_all())


class Lines(StreamingResponse):
    """A review on its way. It gives its place up at the end, however it ends."""

    def __init__(self, lines: AsyncIterator[bytes], place: ExitStack) -> None:
        super().__init__(lines, media_type=RECORD)
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._place:
            await super().__call__(scope, receive, send)


def _decisions(record: str, which: int, seat: int) -> tuple[Game, list[Decision]]:
    found = rounds(record)
    if which >= len(found):
        raise BadRecord("record-round", expected=f"1 … {len(found)}", got=which + 1)
    game = found[which].first.game
    game.check_seat(seat)
    return game, list(decisions(found[which].first, found[which].moves, seat))


async def _judged(service: Service, game: Game, seat: int, found: list[Decision]) -> AsyncIterator[bytes]:
    for done, decision in enumerate(found, 1):
        if service.stopping:
            return
        judged = await service.host.means.thinking.judge(game, seat, decision, LEVEL)
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
        run=of_table,
        answer=Reviewed,
        media=RECORD,
        makes=True,
        query=("round", "from", "key"),
    ),
)
