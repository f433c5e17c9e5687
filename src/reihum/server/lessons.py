"""A guided first round: a real table with a deck that lets the learner do every kind of move soon."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import cache
from itertools import count

from reihum.bots import play_round, seat_bots
from reihum.cards import Randomness
from reihum.engine import Game, State
from reihum.engine.lessons import LEARNER, Lesson
from reihum.errors import BadDeck
from reihum.games import GAMES
from reihum.protocol.http import Invitation, Join
from reihum.server.endpoint import Endpoint, RequestContext
from reihum.server.errors import BadRequest
from reihum.server.tables import make_invitation
from reihum.tables.commands import Start
from reihum.tables.settings import Settings

TURNS = 4
"""A learner must have met every kind of move within this number of their first turns, …"""

TRIALS = 25
"""… in each of this number of random rounds with the same deck."""

LEVEL = "beginner"

LESSONS: dict[str, Lesson] = {name: facts.lesson for name, facts in GAMES.items() if facts.lesson}


async def learn(context: RequestContext, body: Join) -> Invitation:
    """Sit down to a guided first round of a game: the cards are stacked so that every kind of move comes up soon."""
    name = context.get_part("game")
    if name not in LESSONS:
        raise BadRequest("no-lesson", expected=", ".join(LESSONS), got=name[:40])
    lesson = LESSONS[name]
    settings = Settings(game=name, seats=lesson.seats, options=dict(lesson.options), pace="normal")
    deck = await asyncio.to_thread(lesson_deck, name)
    person = await context.find_or_make_person()
    room = await context.service.host.create(person, body.name, settings, seat=LEARNER, fill=LEVEL)
    room.stacked = [deck]
    await room.handle(person, LEARNER, Start(id="lesson"))
    return make_invitation(context, room, person)


@cache
def lesson_deck(name: str) -> str:
    """The first deck that suits a lesson: the same for everybody."""
    lesson = LESSONS[name]
    game = GAMES[name].settle(lesson.seats, dict(lesson.options))
    for number in count():
        deck = Randomness(f"lesson {name} {number}".encode(), "deck").shuffled(game.cards)
        with suppress(BadDeck):  # such cards would be dealt again
            if suits(lesson, game, game.deal(deck=deck)):
                return " ".join(deck)
    raise AssertionError  # counting never ends


def suits(lesson: Lesson, game: Game, dealt: State) -> bool:
    """Whether a learner meets every kind of move soon."""
    return all(_meets_all(lesson, game, dealt, trial) for trial in range(TRIALS))


def possible_steps(lesson: Lesson, state: State) -> set[str]:
    """The steps that a learner on turn could make."""
    verbs = {move.verb for move in state.legal(LEARNER)}
    return {step.name for step in lesson.steps if verbs.issuperset(step.verbs)}


def _meets_all(lesson: Lesson, game: Game, dealt: State, trial: int) -> bool:
    bots = seat_bots(game, ["random", *[LEVEL] * (game.seats - 1)], f"lesson {trial}".encode())
    met: set[str] = set()
    turns, before = 0, dealt
    for seat, _, after in play_round(dealt, bots):
        if seat == LEARNER:
            met |= possible_steps(lesson, before)
            turns += LEARNER not in after.to_act
        before = after
        if len(met) == len(lesson.steps):
            return True
        if turns == TURNS:
            return False
    return False


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
