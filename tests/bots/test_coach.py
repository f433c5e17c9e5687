"""The coach judges from what a player knew, names the better move, and finds planted mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import reihum
from documents import blocks
from reihum.bots import play_round, seat_bots
from reihum.bots.review.coach import hint, review
from reihum.bots.review.decisions import Advice, Judged, Review, moments, rounds
from reihum.bots.search.search import ExpertBot
from reihum.cards import Randomness
from reihum.errors import BadOption
from reihum.messages import Message

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short search is enough here."""
    monkeypatch.setattr(ExpertBot, "rollouts", 3_000)


def played(seed: str, game: str = "junior") -> list[Judged]:
    """What the coach says about seat 0 in a round of simple bots."""
    table = reihum.game(game, seats=3)
    state = table.deal(seed=seed)
    bots = seat_bots(table, ["random", "sensible", "sensible"], b"coach")
    return list(review(state, list(play_round(state, bots)), 0))


def test_the_program_in_the_documents() -> None:
    """It reviews a round of a record, names the decisions that cost most, and gives a hint."""
    (program,) = blocks("review", "python")
    state = reihum.game("junior", seats=3).deal(seed="hint")
    now: dict[str, Any] = {
        "game": state.game,
        "seat": 0,
        "shown": state.events(0),
        "view": state.view(0),
        "seed": "a hint",
    }
    names = {"record": (GOLDEN / "junior.jsonl").read_text(encoding="utf-8")} | now
    *lines, last = program.splitlines()
    exec("\n".join([*lines, f"told = {last}"]), names)  # noqa: S102 – our own document
    assert isinstance(names["told"], Advice)
    assert names["told"].move in [str(move) for move in state.legal(0)]
    assert names["judged"]


def test_every_real_decision_is_judged_in_order() -> None:
    """Each with the best move, a reason, and two chances; the best is never worse than what was played."""
    judged = played("decisions")
    assert judged
    assert [decision.number for decision in judged] == sorted({decision.number for decision in judged})
    for decision in judged:
        assert decision.chance is not None
        assert decision.best.chance is not None
        assert 0 <= decision.chance <= 1
        assert decision.best.why.key.startswith("why.")
        assert decision.grade in ("best", "good", "slip", "mistake")
        assert (decision.grade == "best") == (decision.move == decision.best.move)


def test_a_known_mistake_is_found() -> None:
    """The golden game of classic: giving green 10 away at the fifth move, where taking three cards wins twice as often
    (a master's search says the same, see docs/review.md)."""
    golden = rounds((GOLDEN / "classic.jsonl").read_bytes())[0]
    made = next(decision for decision in review(golden.first, golden.moves[:5], 0) if decision.number == 5)
    assert (made.move, made.best.move, made.grade) == ("lay G10", "take3", "mistake")
    assert made.loss > 0.15


def test_moments_are_the_costliest_decisions() -> None:
    """The worst come first, and decisions that cost next to nothing are left out."""
    best = Advice("draw", Message("why.best"), 0.5)
    chances = {1: 0.48, 2: 0.2, 3: 0.45, 4: 0.5, 5: 0.4}
    judged = [
        Judged(number=number, seat=0, move="pass", best=best, chance=chance) for number, chance in chances.items()
    ]
    assert [(each.number, each.grade) for each in moments(judged, 2)] == [(2, "mistake"), (5, "mistake")]
    assert [(each.number, each.grade) for each in moments(judged)][2:] == [(3, "slip")]
    assert [each.number for each in moments(judged, 9)] == [2, 5, 3]


def test_the_coach_knows_only_what_the_player_knew() -> None:
    """Two worlds that a seat cannot tell apart give it the same advice."""
    state = reihum.game("classic", seats=3).deal(seed="coach worlds")
    while len(state.legal(state.to_act[0])) < 2:
        state = state.play(state.to_act[0], state.legal(state.to_act[0])[0])
    seat = state.to_act[0]
    other = state.imagine(seat, Randomness(b"x", "world"))
    one = hint(state.game, seat, state.events(seat), state.view(seat), b"s")
    assert one == hint(other.game, seat, other.events(seat), other.view(seat), b"s")


def test_games_without_chances_get_the_experts_choice() -> None:
    """Where nobody can tell chances, the coach says what the expert does, and grades nothing as wrong."""
    judged = played("other game", "farben-sammeln")
    assert judged
    assert {decision.grade for decision in judged} <= {"best", "other"}


def test_an_unknown_level_is_refused() -> None:
    """With those there are."""
    state = reihum.game("classic", seats=3).deal(seed="level")
    with pytest.raises(BadOption, match="expert"):
        hint(state.game, state.to_act[0], (), state.view(state.to_act[0]), b"s", "genius")


def test_a_review_to_look_at() -> None:
    """A line with the grades, a text with a line per decision, and a table with cards for notebooks."""
    best = Advice("lay R3", Message("why"), 0.5)
    made = Review(
        [
            Judged(number=1, seat=0, move="lay R3", best=best, chance=0.5),
            Judged(number=4, seat=0, move="draw", best=best, chance=0.25),
        ]
    )
    assert repr(made) == "<Review of 2 decisions: 1 best, 0 good, 0 other, 0 slip, 1 mistake>"
    assert str(made).splitlines() == [
        "   1  best    lay R3 50 %",
        "   4  mistake draw 25 % · expert: lay R3 50 %",
    ]
    assert made._repr_html_().count("<title>R3</title>") == 3
    assert "<th>expert</th>" in made._repr_html_()


def test_a_review_names_its_judge() -> None:
    """As it was asked for, or by its class."""
    state = reihum.game("junior", seats=2).deal(seed="judge")
    moves = list(reihum.play_round(state, ["random", "random"], seed="judge"))
    made = Review(review(state, moves, 0, level="eager"))
    assert {one.judge for one in made} == {"eager"}
    assert " · eager: " in str(made)
    assert "expert" not in str(made) + made._repr_html_()
    assert "<th>eager</th>" in made._repr_html_()
