"""What is declared about Überall anschließen: its moves, its options and its lesson."""

from __future__ import annotations

from reihum.engine.bots import Bots
from reihum.engine.facts import Facts
from reihum.engine.lessons import LEARNER, Lesson, LessonStep
from reihum.engine.moves import Grammar, Slot, Verb, table_verbs
from reihum.engine.options import by_name, choice, first, flag, length, without

BOUND = 20_000
MIDDLE, OWN = "middle", "own"

PILES = (("", "open."), (MIDDLE, MIDDLE), (OWN, "open."))
"""The pile that each place means."""

GRAMMAR = Grammar(
    (
        Verb("turn", source="pile.", hides_calls=True, sign="card-over"),
        Verb("put", (Slot("seat", words=(MIDDLE, OWN), zones=PILES),), sign="card-down"),
        Verb("move", (Slot("seat", words=(MIDDLE,), zones=PILES),), sign="card-away"),
        Verb("stop", call=True, sign="octagon"),
        *table_verbs("stop"),
    )
)

FACTS = Facts(
    id="anywhere",
    section="§3.1",
    age=7,
    seats=range(2, 7),
    bound=BOUND,
    grammar=GRAMMAR,
    options=by_name(
        choice("edition", "80", "60"),
        without(),
        flag("open_tops"),
        flag("stop_calls", default=True),
        length(),
        flag("play_on", default=True),
        first(),
    ),
    secrets=False,
    moments=("call",),
    targets=(5, 10, 20),
    bots=Bots(
        sensible="reihum.bots.simple.anywhere:AttentiveBot",
        simple={"dreamer": "reihum.bots.simple.anywhere:DreamerBot"},
    ),
    why_verbs=("turn", "put", "move"),
    observation="reihum.envs.observations.anywhere:parts",
    lesson=Lesson(
        seats=3,
        deck=1,
        options={"first": LEARNER},
        level="dreamer",
        learner="sensible",
        steps=(
            LessonStep(name="turn", verbs=("turn",), events=("begin", "turn")),
            LessonStep(name="put", verbs=("put",), events=("put-middle", "put-other")),
            LessonStep(name="own", events=("put-own",)),
            LessonStep(name="stop", verbs=("stop",), events=("stop", "tie"), anyone=True),
            LessonStep(name="over-turned", events=("turn-over",), rare=True),
        ),
    ),
)
