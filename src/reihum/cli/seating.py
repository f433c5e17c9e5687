"""Who sits where at a table in the terminal: the person, and bots at the other seats."""

from __future__ import annotations

from reihum.arena.players import check_bot
from reihum.cli.screen import Screen
from reihum.cli.session import Sitting
from reihum.engine import Facts, Game
from reihum.errors import ReihumError

SENSIBLE = "sensible"


def usual_bot(facts: Facts) -> str:
    """The sensible bot where there is one, else the strongest."""
    return SENSIBLE if SENSIBLE in facts.levels else facts.levels[-1]


def bot_names(game: Game, wanted: str | None) -> tuple[str, ...]:
    """A bot for every seat; if fewer are named than there are seats, they take turns."""
    names = [name.strip() for name in wanted.split(",")] if wanted else [usual_bot(game.facts)]
    for name in names:
        check_bot(game, name)
    return tuple(names[seat % len(names)] for seat in range(game.seats))


def seated(screen: Screen, game: Game, seat: int | None, bots: str | None, name: str | None) -> Sitting:
    """A table as it was asked for: otherwise the first seat, the usual bots and no name."""
    own = 0 if seat is None else seat
    if not 0 <= own < game.seats:
        raise ReihumError("seat", expected=f"0 … {game.seats - 1}", got=own)
    others = screen.text("cli.play.names").split()
    names = [*others[:own], name or screen.text("cli.play.guest"), *others[own:]]
    return Sitting(own, _opponents(game, own, bots), tuple(names[: game.seats]))


def _opponents(game: Game, own: int, bots: str | None) -> tuple[str, ...]:
    """The bots by seat; the names given on the command line skip the person's own seat."""
    names = list(bot_names(game, bots))
    return tuple([*names[:own], names[0], *names[own:]][: game.seats])


def written(sitting: Sitting, facts: Facts, name: str | None) -> list[str]:
    """Who sits where, as words of the command line; what is usual goes without saying."""
    words = ["--seat", str(sitting.seat)] if sitting.seat else []
    bots = [bot for seat, bot in enumerate(sitting.bots) if seat != sitting.seat]
    if set(bots) != {usual_bot(facts)}:
        words += ["--bots", ",".join(bots)]
    return [*words, "--name", name] if name else words
