"""The other end of the line protocol: any bot answers as a program does, line by line (docs/bot-protocol.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from reihum.arena.line_protocol import HELLO, QUIT, parse_answer
from reihum.bots import Bot
from reihum.bots.levels import Maker
from reihum.cards import Randomness
from reihum.engine import Game, Shown, View
from reihum.errors import ReihumError
from reihum.games.registry import facts_of


class RoundBeginning(Struct):
    """What the line ``game`` says."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seat: int
    seed: str

    def settle(self) -> Game:
        """The game with its options."""
        return facts_of(self.game).by_rules(self.rules).settle(self.seats, self.options)


class LineQuestion(Struct):
    """What the lines ``choose`` and ``call`` say; other fields repeat parts of the view."""

    view: View


def serve_lines(make: Maker, lines: Iterable[str], write: Callable[[str], None], name: str = "") -> None:
    """Answer every line until the caller quits. A bot that fails gives up the round and says why."""
    server = LineServer(make, name or getattr(make, "__name__", "bot"))
    for line in lines:
        word, content = parse_answer(line.rstrip("\r\n").encode() + b"\n") or ("", "")
        if word == QUIT:
            return
        try:
            answer = server.answer(word, content)
        except Exception as error:  # the caller must learn of anything that an author's bot may raise
            detail = str(error) if isinstance(error, ReihumError) else f"{type(error).__name__}: {error}"
            answer = f"error {' '.join(detail.split())}" if word in ("game", "choose", "call") else ""
        if answer:
            write(answer)


class LineServer:
    """A bot that answers lines. Each round has a new one."""

    def __init__(self, make: Maker, name: str) -> None:
        self._make = make
        self._name = name
        self._bot: Bot | None = None

    def answer(self, word: str, content: str) -> str:
        """The answer to a line. Empty if it needs none, or is of a later version of the protocol."""
        if word == HELLO.partition(" ")[0]:
            return f"bot {self._name}"
        if word == "game":
            begins = msgspec.json.decode(content, type=RoundBeginning)
            source = Randomness(bytes.fromhex(begins.seed), "bot")
            self._bot = self._make(begins.settle(), begins.seat, source)
            return "ready"
        return self._ask(self._bot, word, content) if self._bot else ""

    def _ask(self, bot: Bot, word: str, content: str) -> str:
        if word == "see":
            bot.see(msgspec.json.decode(content, type=tuple[Shown, ...]))
        elif word == "choose":
            return f"move {bot.choose(msgspec.json.decode(content, type=LineQuestion).view)}"
        elif word == "call":
            call = bot.call(msgspec.json.decode(content, type=LineQuestion).view)
            return "quiet" if call is None else f"call {call.word} {call.delay_ms}"
        return ""
