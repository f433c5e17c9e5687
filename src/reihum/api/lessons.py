"""A guided first round: a real table with a deck that lets the learner take every step of the lesson soon."""

from __future__ import annotations

from reihum.api.endpoint import Endpoint, RequestContext
from reihum.api.errors import BadRequest
from reihum.api.tables import make_invitation
from reihum.bots.lessons import make_deck, teaches_calls
from reihum.engine.lessons import LEARNER
from reihum.games import GAMES
from reihum.protocol.http import Invitation, Join
from reihum.tables.commands import Start
from reihum.tables.settings import Pace, Settings

LESSON_PACE: Pace = "relaxed"


async def learn(context: RequestContext, body: Join) -> Invitation:
    """Sit down to a guided first round of a game: with the cards stacked, every step of its lesson comes up soon."""
    name = context.get_part("game")
    facts = GAMES.get(name)
    if facts is None or facts.lesson is None:
        known = ", ".join(facts.id for facts in GAMES.values() if facts.lesson)
        raise BadRequest("no-lesson", expected=known, got=name[:40])
    lesson = facts.lesson
    settings = Settings(
        game=name,
        seats=lesson.seats,
        options=dict(lesson.options),
        pace=LESSON_PACE,
        calm=teaches_calls(facts),
    )
    context.count_table()
    person = await context.find_or_make_person()
    room = await context.service.host.create(person, body.name, settings, seat=LEARNER, fill=lesson.level)
    deck = make_deck(facts)
    room.stacked = [deck] if deck else []
    await room.handle(person, LEARNER, Start(id="lesson"))
    return make_invitation(context, room, person)


ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/lessons/{game}",
        operation="lessons_learn",
        run=learn,
        body=Join,
        answer=Invitation,
        costly=True,
    ),
)
