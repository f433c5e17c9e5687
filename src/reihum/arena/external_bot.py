"""A program at a seat: a bot like any other, whose moves come through the line protocol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from reihum.arena import line_protocol as protocol
from reihum.arena.errors import BotFault
from reihum.arena.programs import Program, shown
from reihum.bots import Bot, Call, offered
from reihum.cards import Randomness
from reihum.engine import Game, Outcome, Shown, View
from reihum.errors import IllegalMove

POSSIBLE = 12
"""So many possible moves are named when another one is refused."""

CALL = "call WORD MILLISECONDS | quiet"


class ExternalBot(Bot):
    """Asks its program, and believes it nothing: what is no legal move or call is a fault."""

    def __init__(self, game: Game, seat: int, randomness: Randomness, program: Program, patience: float) -> None:
        super().__init__(game, seat, randomness)
        self.program = program
        self.patience = patience
        with blamed(seat):
            program.ask(protocol.game(game, seat, randomness.seed(), patience), "ready", patience)

    def see(self, shown: Sequence[Shown]) -> None:
        """Tell it."""
        self.program.tell(protocol.see(shown))

    def choose(self, view: View) -> str:
        """The move it wants, if that is possible."""
        moves = offered(view)
        with blamed(self.seat):
            _, text = self.program.ask(protocol.choose(view), "move TEXT", self.patience)
            move = self._read(text)
            if move not in moves:
                expected = ", ".join(moves[:POSSIBLE]) + (" …" if len(moves) > POSSIBLE else "")
                raise BotFault("bot-move", bot=self.program.name, got=shown(text.encode()), expected=expected)
        return move

    def call(self, view: View) -> Call | None:
        """What it calls, if anything."""
        if not view.calls:
            return None
        with blamed(self.seat):
            word, rest = self.program.ask(protocol.call(view), CALL, self.patience)
            call = protocol.read_call(rest, view.calls) if word == "call" else None
            if call is None and word == "call":
                expected = CALL.replace("WORD", "|".join(view.calls))
                got = shown(f"call {rest}".encode())
                raise BotFault("bot-answer", bot=self.program.name, asked="call", got=got, expected=expected)
        return call

    def end(self, outcome: Outcome) -> None:
        """The round is over."""
        self.program.tell(protocol.end(outcome))

    def _read(self, text: str) -> str:
        """The move as the game writes it; nothing if it is no move at all."""
        try:
            return str(self.game.parse(text))
        except IllegalMove:
            return ""


@contextmanager
def blamed(seat: int) -> Iterator[None]:
    """A program's fault within is the fault of whoever sits at a seat."""
    try:
        yield
    except BotFault as fault:
        fault.seat = seat
        raise
