"""Reihum plays every game of the „Elfer raus!“ box, for people and for programs.

Every name is loaded when it is first used, so that the import stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reihum.bots import Bot, BotFault, Call, offered, play_round, seat_bots
    from reihum.cards import NUMBER, Randomness
    from reihum.cli.bot import serve_bot
    from reihum.cli.show import show
    from reihum.engine import Game, Move, Outcome, Shown, State, View
    from reihum.errors import BadDeck, BadOption, BadRecord, IllegalMove, ReihumError, UnknownGame
    from reihum.games import GAMES, game
    from reihum.matches.match import Match, match
    from reihum.matches.records import Recorder, replay, verify
    from reihum.messages import Message
    from reihum.texts import Texts

    __version__: str
    """The version of this package."""

__all__ = [
    "GAMES",
    "NUMBER",
    "BadDeck",
    "BadOption",
    "BadRecord",
    "Bot",
    "BotFault",
    "Call",
    "Game",
    "IllegalMove",
    "Match",
    "Message",
    "Move",
    "Outcome",
    "Randomness",
    "Recorder",
    "ReihumError",
    "Shown",
    "State",
    "Texts",
    "UnknownGame",
    "View",
    "__version__",
    "game",
    "match",
    "offered",
    "play_round",
    "replay",
    "seat_bots",
    "serve_bot",
    "show",
    "verify",
]

_MODULES = {
    "reihum.bots": "Bot BotFault Call offered play_round seat_bots",
    "reihum.cards": "NUMBER Randomness",
    "reihum.cli.bot": "serve_bot",
    "reihum.cli.show": "show",
    "reihum.engine": "Game Move Outcome Shown State View",
    "reihum.errors": "BadDeck BadOption BadRecord IllegalMove ReihumError UnknownGame",
    "reihum.games": "GAMES game",
    "reihum.matches.match": "Match match",
    "reihum.matches.records": "Recorder replay verify",
    "reihum.messages": "Message",
    "reihum.texts": "Texts",
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Load a name from its module, once."""
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("reihum")
    elif name in _MODULE_OF:
        value = getattr(import_module(_MODULE_OF[name]), name)
    else:
        raise AttributeError(f"module 'reihum' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
