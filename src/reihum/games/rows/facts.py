"""The five row games (RULEBOOK §1): their facts, and where they differ."""

from __future__ import annotations

from msgspec.structs import replace

from reihum.engine.bots import Bots
from reihum.engine.facts import Facts
from reihum.engine.lessons import LEARNER, Lesson, LessonStep
from reihum.engine.moves import Grammar, Verb, card_slot
from reihum.engine.options import by_name, choice, each, first, flag, without
from reihum.games.rows.layout import Variant

GRAMMAR = Grammar(
    (
        Verb("lay", (card_slot(),), target="rows", routine=True, sign="card-down"),
        Verb("draw", source="stock", routine=True, sign="stack-up"),
        Verb("take3", source="stock", sign="card-to-hand", needs=("blocking", "take3")),
        Verb("end", ends_turn=True, routine=True, sign="tick"),
        Verb("pass", routine=True, sign="skip"),
    )
)
WITHOUT_TAKE3 = Grammar(tuple(verb for verb in GRAMMAR.verbs if verb.word != "take3"))

EDITION = choice(
    "edition", "80", "60", "40", pictures={"80": "R20 Y20 G20 B20", "60": "R20 Y20 G20", "40": "R15 Y15 G15 B15"}
)
STOCK = choice("stock", "yes", "no")
WITH_STOCK = ("stock", "yes")
BLOCKING = choice("blocking", "off", "take3", "draw", needs=WITH_STOCK)
DRAWING = choice(
    *("drawing", "three", "one", "until", "go-on"),
    needs=WITH_STOCK,
    pictures={"three": "? ? ?", "one": "?", "until": "? ? ? ? R9", "go-on": "? ? R9 R8"},
)
ELEVENS = choice("elevens", "free", "must", "out", pictures={"must": "R11", "out": "R11 Y11 G11 B11"})
TURN = choice("turn", "any", "colour", "one", pictures={"any": "R9 R8 Y12", "colour": "R9 R8 R7", "one": "R9"})
ENDS = (flag("play_on"), each("fewer", 0, 10, needs=WITH_STOCK))
CARDS, TURNS = (EDITION, without()), (TURN, STOCK, BLOCKING, DRAWING, *ENDS)
"""The order of the options is that of their paragraphs in the rules."""

FEW_CARDS = {"edition": "40"}
STEPS = (
    LessonStep(name="lay", verbs=("lay",), events=("lay",)),
    LessonStep(name="more", verbs=("lay", "end"), events=("lay",), again=True),
    LessonStep(name="end", verbs=("end",), events=("end",)),
    LessonStep(name="draw", verbs=("draw",), events=("draw", "draw-lay")),
    LessonStep(name="row", events=("row",)),
    LessonStep(name="pass", verbs=("pass",), events=("pass",), rare=True),
)
UNTAUGHT = {"pass": "the stock must be empty, which comes late in a round and in few of them"}

FALSE_START = Variant(
    id="false-start",
    section="§1.2",
    ends_laid=True,
    options=(*CARDS, *TURNS, first()),
    lesson=Lesson(seats=3, deck=7, moves=15, options=FEW_CARDS, steps=STEPS, untaught=UNTAUGHT),
)
VARIANTS = (
    Variant(
        id="classic",
        section="§1.1",
        starts=(11,),
        opener="eleven",
        options=(*CARDS, ELEVENS, *TURNS, first(needs=("elevens", "out"))),
        lesson=Lesson(seats=3, deck=12, moves=15, options=FEW_CARDS, steps=STEPS, untaught=UNTAUGHT),
    ),
    replace(FALSE_START, rules_version=2, hands_of_what_is_left=("40",), earlier=(FALSE_START,)),
    Variant(
        id="three-starts",
        section="§1.3",
        starts=(10, 11, 12),
        options=(*CARDS, *TURNS, first()),
        lesson=Lesson(seats=3, deck=15, moves=15, options=FEW_CARDS, steps=STEPS, untaught=UNTAUGHT),
    ),
    Variant(
        id="any-start",
        section="§1.4",
        options=(*CARDS, *TURNS, first("random")),
        lesson=Lesson(
            seats=3, deck=32, moves=15, options=FEW_CARDS | {"first": LEARNER}, steps=STEPS, untaught=UNTAUGHT
        ),
    ),
    Variant(
        id="junior",
        section="§1.5",
        age=5,
        ends_laid=True,
        draws=1,
        hand=5,
        edition="junior",
        options=(TURN, STOCK, *ENDS, first()),
        lesson=Lesson(seats=3, deck=4, moves=15, steps=STEPS, untaught=UNTAUGHT),
    ),
)

BOTS = Bots(
    sensible="reihum.bots.simple.rows:HolderBot",
    simple={"eager": "reihum.bots.simple.rows:EagerBot", "holder": "reihum.bots.simple.rows:HolderBot"},
    levels={
        "beginner": "reihum.bots.simple.rows:EagerBot",
        "solid": "reihum.bots.search.weighted_bot:WeightedBot",
        "trained": "reihum.bots.trained.maker:make_trained",
        "expert": "reihum.bots.search.search:make_expert",
        "master": "reihum.bots.search.search:make_master",
    },
    needs={"trained": "reihum.bots.trained.evaluation:can_evaluate"},
)


def _facts(variant: Variant) -> Facts:
    return Facts(
        id=variant.id,
        family="rows",
        section=variant.section,
        age=variant.age,
        seats=range(2, 7),
        bound=1_000,
        grammar=GRAMMAR if BLOCKING in variant.options else WITHOUT_TAKE3,
        edition=variant.edition,
        lowest_wins=True,
        options=by_name(*variant.options),
        stock="stock",
        moments=("row",),
        bots=BOTS,
        why="reihum.bots.review.row_reasons:row_reason",
        observation="reihum.envs.observations.rows:parts",
        lesson=variant.lesson,
        daily=True,
        data=variant,
        rules_version=variant.rules_version,
        earlier=tuple(map(_facts, variant.earlier)),
    )


FACTS = tuple(map(_facts, VARIANTS))
