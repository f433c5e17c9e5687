"""`python -m benchmarks.strength expert solid --seats 4`: one bot alone against others of one kind, from every seat of
the same deals. `reihum arena` also plays the reverse, which takes three times as long with four seats.

``--rollouts`` gives a search another budget than its level has. Each line has the result so far.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import fmean

import reihum
from reihum.arena.contest import Contest, Deal, contest, play_seatings
from reihum.arena.intervals import average, mean
from reihum.arena.seatings import Seating, solo_seatings
from reihum.bots.search.search import ExpertBot, MasterBot
from reihum.games import GAMES


def found(settings: Contest, tables: list[Seating], deals: Iterator[Deal]) -> Iterator[str]:
    """The share of the wins and the lead in points after each deal, with 95 % intervals."""
    better = -1 if GAMES[settings.game].lowest_wins else 1
    shares, leads = [], []
    for deal in deals:
        shares.append(fmean(round_.share(seat) for seat, round_ in enumerate(deal)))
        leads.append(fmean(better * lead(round_.points, seat) for seat, round_ in enumerate(deal)))
        won, ahead = mean(shares), average(leads)
        yield (
            f"{' – '.join(settings.bots)}, {settings.game}, {settings.seats} seats, {len(shares)} deals,"
            f" {len(shares) * len(tables)} rounds: {won.value:.1%} [{won.low:.1%}, {won.high:.1%}] of the wins"
            f" (fair: {1 / settings.seats:.1%}), {ahead.value:+.1f} ± {ahead.high - ahead.value:.1f} points"
        )


def lead(points: tuple[int, ...], seat: int) -> float:
    """How many points more a seat has than the others."""
    return points[seat] - fmean(point for other, point in enumerate(points) if other != seat)


def option(word: str) -> tuple[str, str]:
    """A name and a value; the engine says what is wrong with them."""
    name, equals, value = word.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected OPTION=VALUE, got {word!r}")
    return name, value


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("bot")
    parser.add_argument("against")
    parser.add_argument("--game", default="classic")
    parser.add_argument("--set", action="append", default=[], type=option, metavar="OPTION=VALUE", help="of the game")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--rollouts", type=int, default=0, help="the budget of every search; 0: as its level has")
    wanted = parser.parse_args()
    if wanted.rollouts:
        ExpertBot.rollouts = MasterBot.rollouts = wanted.rollouts
    game = reihum.game(wanted.game, seats=wanted.seats, **dict(wanted.set))
    settings = contest(game, [wanted.bot, wanted.against], wanted.seed)
    tables = solo_seatings(wanted.bot, wanted.against, wanted.seats)
    for line in found(settings, tables, play_seatings(settings.setting, tables, range(wanted.deals))):
        print(line, flush=True)


if __name__ == "__main__":
    main()
