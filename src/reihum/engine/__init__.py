"""What every game is made of: the contract, moves, options, events, views and outcomes."""

from reihum.engine.contract import Game, State
from reihum.engine.events import Shown
from reihum.engine.facts import Capabilities, Facts
from reihum.engine.moves import Move
from reihum.engine.options import Option
from reihum.engine.outcome import Outcome
from reihum.engine.views import View

__all__ = ["Capabilities", "Facts", "Game", "Move", "Option", "Outcome", "Shown", "State", "View"]
