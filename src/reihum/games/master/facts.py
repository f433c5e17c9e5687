"""Master (RULEBOOK §2): its facts."""

from __future__ import annotations

from itertools import permutations

from reihum.engine.bots import Bots
from reihum.engine.examples import Example
from reihum.engine.facts import Facts
from reihum.engine.lessons import Lesson, LessonStep
from reihum.engine.moves import Grammar, Slot, Verb, card_slot
from reihum.engine.options import by_name, choice, first

GRAMMAR = Grammar(
    (
        Verb("lay", (card_slot(),), target="rows", routine=True, sign="card-down"),
        Verb("link", (Slot("link", "rows"),), target="rows", sign="cards-linked"),
        Verb("swap", (card_slot(),), target="rows", sign="arrows"),
        Verb("draw", source="stock", routine=True, sign="stack-up"),
        Verb("end", ends_turn=True, routine=True, sign="tick"),
        Verb("pass", routine=True, sign="skip"),
    )
)

FACTS = Facts(
    id="master",
    section="§2",
    age=10,
    seats=range(2, 7),
    most_points=961,  # the numbers of all cards, and 11 for each of 4 jokers and 7 bonus cards
    bound=800,  # 80 lays, swaps and ends each, 44 draws, 12 connections, and 5 passes after each lay
    grammar=GRAMMAR,
    edition="master",
    options=by_name(choice("rows", *map("".join, permutations("YBRG"))), first()),
    stock="stock",
    moments=("reward",),
    targets=(),  # most points are negative, so nobody would reach a number
    bots=Bots(
        sensible="reihum.bots.simple.master:BuilderBot",
        levels={
            "beginner": "reihum.bots.simple.rows:EagerBot",
            "solid": "reihum.bots.search.weighted_bot:WeightedBot",
            "trained": "reihum.bots.trained.maker:make_trained",
            "expert": "reihum.bots.search.search:make_expert",
            "master": "reihum.bots.search.search:make_master",
        },
        needs={"trained": "reihum.bots.trained.evaluation:can_evaluate"},
    ),
    why="reihum.bots.review.master_reasons:master_reason",
    observation="reihum.envs.observations.master:parts",
    examples=(
        Example(name="joker", groups=(("B11", "J>B12", "B13"),)),
        Example(name="link", groups=(("Y8", "Y9", "Y10"), ("", "B9", "")), below=True),
    ),
    lesson=Lesson(
        seats=2,
        deck=21,
        level="sensible",
        learner="beginner",
        moves=22,
        steps=(
            LessonStep(name="lay", verbs=("lay",), events=("lay",)),
            LessonStep(name="end", verbs=("end",), events=("end",)),
            LessonStep(name="link", verbs=("link",), events=("link",)),
            LessonStep(name="draw", verbs=("draw",), events=("draw",)),
            LessonStep(name="swap", verbs=("swap",), events=("swap",)),
            LessonStep(name="bonus", events=("bonus",)),
            LessonStep(name="pass", verbs=("pass",), events=("pass",), rare=True),
        ),
        untaught={"pass": "the stock must be empty, which is at the end of a round that lasts longer than a lesson"},
    ),
)
