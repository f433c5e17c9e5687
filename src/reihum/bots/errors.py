"""The fault of a bot: what it did wrong, at which seat, and in which position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from traceback import extract_tb

from reihum.bots.bot import Bot, Call, offered
from reihum.engine import Move, State, View
from reihum.errors import IllegalMove, ReihumError
from reihum.messages import Message

MAX_MOVES_NAMED = 12
"""A refusal names at most this many legal moves."""

LAST_MOVES = 3
"""A fault names this many moves before it."""


class BotFault(ReihumError):
    """A bot failed or did not do what it was asked. ``seat`` is its seat, if it had one; ``state`` is the position, if
    this process has it; ``view`` is what the bot saw, at a table on a server."""

    seat: int = -1
    state: State | None = None
    view: View | None = None


@contextmanager
def blame(bot: Bot, state: State | None, asked: str) -> Iterator[None]:
    """Make an error of a bot its fault, which names the bot, its seat and the position."""
    try:
        yield
    except BotFault as fault:
        fault.seat, fault.state = bot.seat, state
        raise
    except Exception as error:
        raised = BotFault("bot-raised", bot=name_bot(bot), asked=asked, detail=_describe(error))
        raised.seat, raised.state = bot.seat, state
        raise raised from error


def locate_fault(fault: BotFault, moves: Sequence[str]) -> BotFault:
    """The fault with a sentence about where it was: the seat, and the moves of the round before it."""
    last = ", ".join(moves[-LAST_MOVES:]) or "–"
    fault.where = (Message("bots.where", {"seat": fault.seat + 1, "number": len(moves) + 1, "moves": last}),)
    return fault


def check_move(bot: Bot, state: State, text: str) -> Move:
    """The move that a bot has named. Refuses one that the position does not allow."""
    try:
        return state.check(bot.seat, text)
    except IllegalMove as error:
        raise _refuse(bot, text, [str(move) for move in state.legal(bot.seat)]) from error


def check_advice(bot: Bot, view: View, text: str) -> str:
    """The move that a bot names, as the game writes it. Refuses one that the view does not offer."""
    moves = offered(view)
    if text in moves:
        return text
    try:
        move = str(bot.game.parse(text))
    except IllegalMove:
        move = ""
    if move not in moves:
        raise _refuse(bot, text, moves)
    return move


def check_call(bot: Bot, view: View, call: Call | None) -> Call | None:
    """The call that a bot makes, if it makes one. Refuses a word that the game does not know."""
    if call is not None and call.word not in view.calls:
        raise _refuse(bot, call.word, view.calls)
    return call


def _refuse(bot: Bot, text: str, moves: Sequence[str]) -> BotFault:
    expected = ", ".join(moves[:MAX_MOVES_NAMED]) + (" …" if len(moves) > MAX_MOVES_NAMED else "")
    return BotFault("bot-move", bot=name_bot(bot), got=str(text), expected=expected)


def name_bot(bot: Bot) -> str:
    """The name that a bot was seated by, otherwise the name of its class."""
    return bot.name or type(bot).__name__


def _describe(error: Exception) -> str:
    """An error in one line, with the line of code that raised it."""
    last = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({last.filename}, line {last.lineno})"
