"""Any bot answers lines as a program does, and plays the same game."""

from __future__ import annotations

import shlex
import sys

import msgspec
import pytest

from reihum.arena import line_protocol
from reihum.arena.line_server import serve_lines
from reihum.arena.programs import close_all
from reihum.arena.rounds import Setting, play_deal
from reihum.bots import Bot, play_round
from reihum.engine import View
from reihum.games import GAMES, game
from terminal import reihum

COMMAND = f"cmd:{shlex.join([sys.executable, '-m', 'reihum', 'bot', 'sensible'])}"


class Broken(Bot):
    """Cannot decide."""

    def choose(self, view: View) -> str:
        """Fail."""
        raise ValueError("no\nidea")


def ask(make: type[Bot], *lines: str) -> list[str]:
    """The answers to some lines."""
    answers: list[str] = []
    serve_lines(make, [f"{line}\n" for line in lines], answers.append)
    return answers


@pytest.mark.parametrize("id", GAMES)
def test_a_bot_gets_what_it_would_get_at_the_table(id: str) -> None:
    """Views and events go to lines and back without a loss."""
    heard: list[object] = []

    class Listener(Bot):
        def see(self, shown: object) -> None:
            heard.append(shown)

        def choose(self, view: View) -> str:
            heard.append(view)
            return "move"

    facts = GAMES[id]
    played = facts.game(facts.seats[0], **facts.needs(facts.seats[0]))
    state = played.deal("lines")
    for _, _, after in play_round(state, ["random"] * played.seats):
        state = after
        break
    seat = state.to_act[0]
    view, shown = state.view(seat), state.events(seat)
    begin = line_protocol.game_line(played, seat, b"s" * 64, 10.0)
    told = [line_protocol.HELLO, begin, line_protocol.see_line(shown), line_protocol.choose_line(view), "later {}"]
    assert ask(Listener, *told, "quit", "reihum 1") == ["bot Listener", "ready", "move move"]
    assert msgspec.to_builtins(heard) == msgspec.to_builtins([shown, view])
    assert [type(each) for each in heard] == [tuple, View]


def test_a_bot_that_fails_gives_up() -> None:
    """It says why, in one line; what needs no answer gets none."""
    state = game("junior", 2).deal("lines")
    begin = line_protocol.game_line(state.game, 0, b"s", 10.0)
    asked = line_protocol.choose_line(state.view(0))
    assert ask(Broken, begin, asked, "see nonsense") == ["ready", "error ValueError: no idea"]
    assert ask(Broken, begin.replace("junior", "chess"))[0].startswith("error ")


def test_the_command_serves_any_bot() -> None:
    """``reihum bot`` as a program in the arena plays as the bot itself does."""
    setting = Setting("junior", 2, {}, b"lines", patience=60)
    try:
        assert play_deal(setting, 0, [COMMAND, "eager"]) == play_deal(setting, 0, ["sensible", "eager"])
    finally:
        close_all()


def test_the_command_refuses_what_it_cannot_load() -> None:
    """A wrong reference is told at once."""
    run = reihum("bot", "py:no.such:Bot")
    assert (run.status, run.out) == (1, "")
    assert "py:no.such:Bot" in run.errors
