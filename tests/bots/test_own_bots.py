"""Bots of your own: by their class, by a reference to it, and with errors that say where they happened."""

from __future__ import annotations

import pickle
import shlex
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import reihum
from reihum.arena import contest, deals, standings
from reihum.arena.rounds import Setting, play_deal
from reihum.bots import Bot, BotFault, offered, play_round, seat_bots
from reihum.bots.registry import load_python, refer_to
from reihum.bots.review.coach import review
from reihum.cards import Randomness
from reihum.engine import Game, View
from reihum.errors import BadOption
from reihum.texts import Texts
from terminal import reihum as command

JUNIOR = reihum.game("junior", seats=2)
SOURCE = """
from reihum.bots import Bot, offered
from beside import LAST

class Mine(Bot):
    def choose(self, view):
        return offered(view)[LAST]

class Broken(Bot):
    def choose(self, view):
        if len(offered(view)) > 1:
            raise ValueError("no idea")
        return offered(view)[0]

NUMBER = 7
LETTERS = str
"""


class Last(Bot):
    """Takes the last move that it is offered."""

    def choose(self, view: View) -> str:
        """The last one."""
        return offered(view)[-1]


class Cheat(Bot):
    """Lays a card that it does not have."""

    def choose(self, view: View) -> str:
        """Nothing that is offered."""
        return "lay R99"


class Numb(Last):
    """Fails when it is shown something."""

    def see(self, shown: object) -> None:
        """Fail."""
        raise KeyError("shown")


def make_patient(game: Game, seat: int, randomness: Randomness, *, patience: int = 0) -> Bot:
    """A function that makes a bot."""
    assert patience >= 0
    return Last(game, seat, randomness)


@pytest.fixture
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder, with a bot in a file that imports its neighbour."""
    (tmp_path / "mybot.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "beside.py").write_text("LAST = -1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def moves(bots: list[object], seed: object = "s") -> list[str]:
    """The moves of a round."""
    return [move for _, move, _ in play_round(JUNIOR.deal("deal"), bots, seed)]  # type: ignore[arg-type]


def test_a_class_a_function_and_a_bot_play_alike() -> None:
    """Wherever a bot is expected there may be its class, a function that makes it, or its name."""
    made = seat_bots(JUNIOR, [Last, partial(make_patient, patience=2)], 7)
    assert [type(bot) for bot in made] == [Last, Last]
    assert moves([Last, make_patient]) == moves([*made])
    assert moves(["random", Last], 7) == moves(["random", Last], "7") != moves(["random", Last], 8)


@pytest.mark.parametrize("count", [1, 3])
def test_the_number_of_bots_is_checked(count: int) -> None:
    """One bot for each seat; the error says how many."""
    for wrong in (lambda: seat_bots(JUNIOR, [Last] * count, "s"), lambda: play_round(JUNIOR.deal("s"), [Last] * count)):
        with pytest.raises(BadOption, match=f"2 seats; you gave {count}") as refused:
            wrong()
        assert refused.value.code == "bots-count"


@pytest.mark.parametrize("reference", ["py:./mybot.py:Mine", "py:mybot:Mine"])
@pytest.mark.usefixtures("_folder")
def test_a_reference_names_a_file_or_a_module(reference: str) -> None:
    """A file can import what lies beside it; a module may lie in the current folder."""
    assert moves([reference, "sensible"]) == moves([Last, "sensible"])


@pytest.mark.parametrize(
    ("reference", "named"),
    [
        ("py:./mybot.py:Nobody", "Nobody"),
        ("py:./nowhere.py:Mine", "nowhere.py"),
        ("py:no.such.module:Mine", "no"),
        ("py:Mine", "py:FILE.py:NAME"),
        ("py:./mybot.py:NUMBER", "7"),
        ("py:./mybot.py:LETTERS", "str"),
    ],
)
@pytest.mark.usefixtures("_folder")
def test_a_reference_that_leads_nowhere_is_refused(reference: str, named: str) -> None:
    """The error names the reference and what is wrong with it."""
    with pytest.raises(BadOption, match=named) as refused:
        load_python(reference)
    assert refused.value.code == "bot-load"
    assert reference in str(refused.value)


@pytest.mark.parametrize(("maker", "named"), [(lambda: None, "TypeError"), (lambda *_: None, "None is not a bot")])
def test_what_makes_no_bot_is_refused(maker: Any, named: str) -> None:
    """A function that cannot be called for a seat, or that gives something else."""
    with pytest.raises(BadOption, match=named):
        seat_bots(JUNIOR, [maker, "random"], b"")


def test_a_contest_between_classes() -> None:
    """Classes and functions compete; a class that can be imported is found by other processes too."""
    settings = contest(JUNIOR, [Last, partial(make_patient, patience=1), "sensible"], seed=7)
    assert settings.seed == "7"
    found = standings(settings, list(deals(settings, range(4))))
    assert {each.bot for each in found.standings} == set(settings.bots)
    assert refer_to(Bot) == "py:reihum.bots.bot:Bot"


@pytest.mark.parametrize(("bot", "code", "asked"), [(Cheat, "bot-move", ""), (Numb, "bot-raised", "see")])
def test_an_error_names_bot_seat_and_position(bot: type[Bot], code: str, asked: str) -> None:
    """The fault tells who did what, and has the position to look at; it can travel from another process."""
    with pytest.raises(BotFault) as caught:
        list(play_round(JUNIOR.deal("deal"), ["sensible", bot]))
    fault: BotFault = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert (fault.code, fault.seat, fault.message.values.get("asked", "")) == (code, 1, asked)
    assert caught.value.__cause__ is not caught.value
    assert fault.state is not None
    assert offered(fault.state.view(1)) or fault.state.outcome is None
    assert all(word in str(fault) for word in (bot.__name__, "seat 2", "move "))  # people count from 1


@pytest.mark.usefixtures("_folder")
def test_an_error_says_how_to_play_the_round_again() -> None:
    """The command in the error plays the same round, with the same error."""
    players = ("py:./mybot.py:Broken", "random")
    setting = Setting("classic", 2, {"blocking": "take3"}, b"two words")
    found = next(found for deal in range(9, 99) if (found := play_deal(setting, deal, players)).forfeit)
    assert found.forfeit is not None
    told = found.forfeit.fault
    assert "mybot.py, line 12" in str(told)
    again = told.where[-1].values["command"]
    run = command(*shlex.split(again)[1:], "--jobs", "1")
    assert run.status == 1
    assert run.errors.splitlines() == [Texts("en").message(message) for message in (told.message, *told.where)]


def test_a_review_by_a_bot_of_your_own() -> None:
    """Any bot may judge: what it would have done is known, not what it is worth."""
    state = JUNIOR.deal("deal")
    judged = list(review(state, list(play_round(state, ["sensible", "sensible"])), 0, level=Last))
    assert judged
    assert {decision.grade for decision in judged} <= {"best", "other"}


@pytest.mark.parametrize(("judge", "told"), [(Cheat, "answered “lay R99”"), (Numb, "when it was asked to see")])
def test_a_judge_that_fails_is_named_with_the_place(judge: type[Bot], told: str) -> None:
    """The fault has the bot, its seat and the moves before it, as in a round."""
    state = JUNIOR.deal("deal")
    moves = list(play_round(state, ["sensible", "sensible"]))
    with pytest.raises(BotFault) as failed:
        list(review(state, moves, 0, level=judge))
    assert str(failed.value).startswith(judge.__name__)
    assert told in str(failed.value)
    assert failed.value.seat == 0
    assert failed.value.where
