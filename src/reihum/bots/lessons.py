"""The decks of lessons: tried in simulated rounds, so that a learner meets every step soon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

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


def teaches_calls(facts: Facts) -> bool:
    """Whether the learner is to call, and so gets the time for it."""
    calls = frozenset(lesson_game(facts).grammar.calls)
    return any(not calls.isdisjoint(step.verbs) for step in _lesson_of(facts).steps)


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
    """Whether every simulated learner meets every step and a moment soon with this deck."""
    try:
        dealt = deal(facts, number)
    except BadDeck:  # such cards would be dealt again
        return False
    return all(meet_steps(facts, dealt, f"{seed} {trial}").complete for trial in range(trials))


def deal(facts: Facts, number: int | None = None) -> State:
    """The first position of a lesson."""
    deck = make_deck(facts, number)
    game = lesson_game(facts)
    return game.deal(deck=deck) if deck else game.deal(seed=b"lesson")


class Meeting(Struct):
    """What a simulated learner has met of a lesson."""

    lesson: Lesson
    met: Counter[str]
    """How often each step has come up."""
    stage: bool
    """Whether the game has no moments, or one has been shown that the lesson explains."""
    moves: int = 0

    @property
    def complete(self) -> bool:
        """Whether the learner has met everything that every learner meets."""
        return self.stage and all(self.met[step.name] >= step.times for step in self.lesson.steps if not step.rare)

    def note(self, before: State, seat: int | None, after: State) -> None:
        """Note what a move has brought up."""
        lesson, events = self.lesson, after.events(LEARNER)
        calls = frozenset(before.game.grammar.calls)
        for step in possible_steps(lesson, before):
            if seat == LEARNER or not calls.isdisjoint(step.verbs):
                self.met[step.name] += 1
        self.met.update(step.name for step in watched_steps(lesson, events))
        self.stage |= any(event.moment and event.kind in lesson.explained for event in events)
        self.moves += seat == LEARNER


def meet_steps(facts: Facts, dealt: State, seed: str) -> Meeting:
    """What comes up within the learner's first moves of a simulated round."""
    lesson, meeting = _lesson_of(facts), meet_nothing(facts)
    for before, seat, _, after in play_lesson(facts, dealt, seed):
        meeting.note(before, seat, after)
        if meeting.complete or meeting.moves == lesson.moves:
            break
    return meeting


def meet_nothing(facts: Facts) -> Meeting:
    """A learner at the beginning of a lesson."""
    return Meeting(_lesson_of(facts), Counter(), not facts.moments)


def play_lesson(facts: Facts, dealt: State, seed: str) -> Iterator[tuple[State, int | None, str, State]]:
    """A simulated round of a lesson: the state, the seat that moves, its move, and the state after it."""
    lesson = _lesson_of(facts)
    names = [lesson.learner, *[lesson.level] * (lesson.seats - 1)]
    before = dealt
    for seat, move, after in play_round(dealt, seat_bots(dealt.game, names, seed.encode())):
        yield before, seat, move, after
        before = after


def possible_steps(lesson: Lesson, state: State) -> list[LessonStep]:
    """The moves of a lesson that the learner could make now; of calls only those that are right."""
    calls = state.game.grammar.calls
    legal = state.legal(LEARNER)
    verbs = {move.verb for move in legal if move.verb not in calls or not state.is_mistake(LEARNER, move)}
    return [step for step in lesson.steps if step.verbs and verbs.issuperset(step.verbs)]


def watched_steps(lesson: Lesson, events: Iterable[Shown]) -> list[LessonStep]:
    """The things to watch that have just happened."""
    kinds = {event.kind for event in events}
    return [step for step in lesson.steps if is_watched(step) and kinds.intersection(step.events)]


def is_watched(step: LessonStep) -> bool:
    """Whether a step is something to watch, not a move."""
    return not step.verbs


def _lesson_of(facts: Facts) -> Lesson:
    assert facts.lesson is not None
    return facts.lesson
