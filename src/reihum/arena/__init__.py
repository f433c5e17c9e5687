"""Bots against bots: contests over duplicate deals, programs that play through the line protocol, and the lab."""

from reihum.arena.contest import Contest, contest, deals
from reihum.arena.errors import ArenaError, BotFault
from reihum.arena.players import seat_players
from reihum.arena.standings import Standings, standings

__all__ = ["ArenaError", "BotFault", "Contest", "Standings", "contest", "deals", "seat_players", "standings"]
