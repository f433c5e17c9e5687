"""A program at a seat: a bot like any other, whose moves come through the line protocol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from reihum.arena import line_protocol
from reihum.arena.programs import Program, make_readable
from reihum.bots import Bot, BotFault, Call, offered
from reihum.bots.errors import MAX_MOVES_NAMED
from reihum.cards import Randomness
from reihum.engine import Game, Outcome, Shown, View
from reihum.errors import IllegalMove

CALL_ANSWERS = "call WORD MILLISECONDS | quiet"


class ExternalBot(Bot):
    """Asks its program and checks every answer: anything but a legal move or call is a fault."""

    def __init__(self, game: Game, seat: int, randomness: Randomness, program: Program, patience: float) -> None:
        super().__init__(game, seat, randomness)
        self.program = program
        self.name = program.name
        self.patience = patience
        with blame(seat):
            program.ask(line_protocol.game_line(game, seat, randomness.seed(), patience), "ready", patience)

    def see(self, shown: Sequence[Shown]) -> None:
        """Tell the program."""
        self.program.tell(line_protocol.see_line(shown))

    def choose(self, view: View) -> str:
        """The program's move, if it is legal."""
        moves = offered(view)
        with blame(self.seat):
            _, text = self.program.ask(line_protocol.choose_line(view), "move TEXT", self.patience)
            move = self._read(text)
            if move not in moves:
                expected = ", ".join(moves[:MAX_MOVES_NAMED]) + (" …" if len(moves) > MAX_MOVES_NAMED else "")
                raise BotFault("bot-move", bot=self.program.name, got=make_readable(text.encode()), expected=expected)
        return move

    def call(self, view: View) -> Call | None:
        """The program's call, if it makes one."""
        if not view.calls:
            return None
        with blame(self.seat):
            word, rest = self.program.ask(line_protocol.call_line(view), CALL_ANSWERS, self.patience)
            call = line_protocol.parse_call(rest, view.calls) if word == "call" else None
            if call is None and word == "call":
                expected = CALL_ANSWERS.replace("WORD", "|".join(view.calls))
                got = make_readable(f"call {rest}".encode())
                raise BotFault("bot-answer", bot=self.program.name, asked="call", got=got, expected=expected)
        return call

    def end(self, outcome: Outcome) -> None:
        """Tell the program that the round is over."""
        self.program.tell(line_protocol.end_line(outcome))

    def _read(self, text: str) -> str:
        """The move as the game writes it. Empty if the text is not a move."""
        try:
            return str(self.game.parse(text))
        except IllegalMove:
            return ""


@contextmanager
def blame(seat: int) -> Iterator[None]:
    """Attribute a program's fault to a seat."""
    try:
        yield
    except BotFault as fault:
        fault.seat = seat
        raise
