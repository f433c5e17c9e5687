"""The decks of lessons: tried in simulated rounds, so that a learner meets every step soon."""

from __future__ import annotations

from collections.abc import Iterable

from reihum.bots.play import play_round
from reihum.bots.registry import seat_bots
from reihum.cards import Randomness
from reihum.engine import Facts, Game, Shown, State
from reihum.engine.lessons import LEARNER, Lesson, LessonStep
from reihum.errors import BadDeck

TRIALS = 60
"""A deck must suit this number of simulated rounds."""

MOST_DECKS = 2_000
"""The search gives up after this number of decks."""


def lesson_game(facts: Facts) -> Game:
    """The game of a lesson, with its seats and options."""
    lesson = _lesson_of(facts)
    return facts.settle(lesson.seats, dict(lesson.options))


def make_deck(facts: Facts, number: int | None = None) -> str:
    """The deck of a lesson, or another one by its number; empty for a game that shuffles nothing."""
    lesson = _lesson_of(facts)
    cards = lesson.cards or lesson_game(facts).cards
    wanted = lesson.deck if number is None else number
    return " ".join(Randomness(f"lesson {facts.id} {wanted}".encode(), "deck").shuffled(cards))


def find_deck(facts: Facts, trials: int = TRIALS) -> int | None:
    """The number of the first deck that suits a lesson."""
    return next((number for number in range(MOST_DECKS) if suits(facts, number, trials)), None)


def suits(facts: Facts, number: int, trials: int = TRIALS, seed: str = "lesson") -> bool:
    """Whether every simulated learner meets every step soon with this deck."""
    needed = _lesson_of(facts).needed
    try:
        dealt = deal(facts, number)
    except BadDeck:  # such cards would be dealt again
        return False
    return all(needed <= meet_steps(facts, dealt, f"{seed} {trial}") for trial in range(trials))


def deal(facts: Facts, number: int | None = None) -> State:
    """The first position of a lesson."""
    deck = make_deck(facts, number)
    game = lesson_game(facts)
    return game.deal(deck=deck) if deck else game.deal(seed=b"lesson")


def meet_steps(facts: Facts, dealt: State, seed: str) -> set[str]:
    """The names of the steps that come up within the learner's first moves of a simulated round."""
    lesson = _lesson_of(facts)
    names = [lesson.learner, *[lesson.level] * (lesson.seats - 1)]
    bots = seat_bots(dealt.game, names, seed.encode())
    met: set[str] = set()
    moves, before = 0, dealt
    for seat, _, after in play_round(dealt, bots):
        met |= possible_steps(lesson, before) | watched_steps(lesson, after.events(LEARNER))
        moves += seat == LEARNER
        before = after
        if lesson.needed <= met or moves == lesson.moves:
            break
    return met


def possible_steps(lesson: Lesson, state: State) -> set[str]:
    """The moves of a lesson that the learner could make now."""
    verbs = {move.verb for move in state.legal(LEARNER)}
    return {step.name for step in lesson.steps if step.verbs and verbs.issuperset(step.verbs)}


def watched_steps(lesson: Lesson, events: Iterable[Shown]) -> set[str]:
    """The things to watch that have just happened."""
    kinds = {event.kind for event in events}
    return {step.name for step in lesson.steps if is_watched(step) and kinds.intersection(step.events)}


def is_watched(step: LessonStep) -> bool:
    """Whether a step is something to watch, not a move."""
    return not step.verbs


def _lesson_of(facts: Facts) -> Lesson:
    assert facts.lesson is not None
    return facts.lesson
