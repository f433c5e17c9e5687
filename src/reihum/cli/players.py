"""The players of a match in the terminal: the person, and bots at the other seats."""

from __future__ import annotations

from msgspec import Struct

from reihum.arena.players import check_bot
from reihum.cli.screen import Screen
from reihum.engine import Facts, Game
from reihum.errors import BadOption, ReihumError

SENSIBLE = "sensible"


class Players(Struct, frozen=True):
    """Who sits where: the person's seat, and bots and names by seat. Bots react ``handicap_ms`` later."""

    seat: int
    bots: tuple[str, ...]
    names: tuple[str, ...]
    handicap_ms: int = 0


def default_bot(facts: Facts) -> str:
    """The sensible bot if the game has one, else the strongest."""
    return SENSIBLE if SENSIBLE in facts.levels else facts.levels[-1]


def choose_bots(game: Game, wanted: str | None, free: int = 0) -> tuple[str, ...]:
    """Choose a bot for every seat; if too few are named, they are used again in turn. More than there are ``free``
    seats (0: all of them) are refused."""
    names = [name.strip() for name in wanted.split(",")] if wanted else [default_bot(game.facts)]
    if len(names) > (free or game.seats):
        raise BadOption("arena.seats", expected=free or game.seats, got=len(names))
    for name in names:
        check_bot(game, name)
    return tuple(names[seat % len(names)] for seat in range(game.seats))


def choose_players(screen: Screen, game: Game, seat: int | None, bots: str | None, name: str | None) -> Players:
    """Choose the players. By default the person sits at seat 0 among the default bots."""
    own = 0 if seat is None else seat
    check_seat(game, own)
    others = screen.text("cli.play.names").split()
    names = [*others[:own], name or screen.text("cli.play.guest"), *others[own:]]
    return Players(own, _opponents(game, own, bots), tuple(names[: game.seats]))


def check_seat(game: Game, seat: int) -> None:
    """Refuse a seat that the table does not have, in the numbers people use."""
    if seat not in range(game.seats):
        raise ReihumError("seat", expected=f"1 … {game.seats}", got=seat + 1)


def _opponents(game: Game, own: int, bots: str | None) -> tuple[str, ...]:
    """The bots by seat. The names on the command line skip the person's seat."""
    names = list(choose_bots(game, bots, game.seats - 1))
    return tuple([*names[:own], names[0], *names[own:]][: game.seats])


def format_players(players: Players, facts: Facts, name: str | None) -> list[str]:
    """The players as words of the command line, without the defaults."""
    words = ["--seat", str(players.seat + 1)] if players.seat else []
    bots = [bot for seat, bot in enumerate(players.bots) if seat != players.seat]
    if set(bots) != {default_bot(facts)}:
        words += ["--bots", ",".join(bots)]
    return [*words, "--name", name] if name else words
