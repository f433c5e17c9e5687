"""A program as a bot that anything can make and ask once: a server for every move, a review for every decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from reihum.arena.external_bot import ExternalBot
from reihum.arena.players import PATIENCE_SECONDS
from reihum.arena.programs import borrow_program
from reihum.bots import Bot, Call
from reihum.cards import Randomness
from reihum.engine import Game, Shown, View


class ProgramBot(Bot):
    """Remembers what it has seen, and tells the program all of it with each question. Between two questions the program
    is free for other seats and tables."""

    def __init__(self, command: str, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self._command = command
        self._seen: list[Sequence[Shown]] = []

    def see(self, shown: Sequence[Shown]) -> None:
        """Keep it for the next question."""
        self._seen.append(shown)

    def choose(self, view: View) -> str:
        """The program's move, if it is legal."""
        with self._borrow() as bot:
            return bot.choose(view)

    def call(self, view: View) -> Call | None:
        """The program's call, if it makes one."""
        if not view.calls:
            return None
        with self._borrow() as bot:
            return bot.call(view)

    @contextmanager
    def _borrow(self) -> Iterator[ExternalBot]:
        with borrow_program(self._command, PATIENCE_SECONDS) as program:
            bot = ExternalBot(self.game, self.seat, self.randomness, program, PATIENCE_SECONDS)
            for shown in self._seen:
                bot.see(shown)
            yield bot
