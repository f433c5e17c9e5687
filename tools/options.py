"""What each house rule changes: `python -m tools.options [GAME …]` plays every value of every option many times and
writes docs/games/figures/<id>.options.json, from which `python -m tools.docs` makes docs/options.md and the help of the
options. Games that have been measured by their newest rules are left out, so you can stop it and go on; `--again` plays
them again. All games take about nine minutes on one core.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean, median

import msgspec
from msgspec import Struct

from reihum.arena.intervals import Estimate, Share
from reihum.arena.lab import engine_trials, simulator_trials
from reihum.arena.lab.report import house_rules
from reihum.arena.lab.trials import Sample, Trial
from reihum.arena.rounds import RoundResult, play_deal
from reihum.arena.seatings import solo_seatings
from reihum.cards import COLOURS
from reihum.engine import Facts, Game
from reihum.engine.options import Option
from reihum.engine.rule_pages import option_value
from reihum.games import GAMES

FOLDER = Path(__file__).parent.parent / "docs" / "games" / "figures"
SEED = b"options"
WORST = "random"

SIMULATED_ROUNDS = 20_000
"""The rounds for one figure on the simulator."""
MOVES, FEWEST_ROUNDS, MOST_ROUNDS = 30_000, 60, 1_000
"""On the engine, about this many moves for one figure; and the limits of the number of rounds."""

HANDICAP = 3
"""The number of cards that the first seat has fewer, to see what that gives."""

EARLIER = {"false-start": (1, {"edition": "40"})}
"""Earlier rules that are compared with the newest: their version, and the options for which they differ."""


class RuleFigures(Struct, frozen=True):
    """The figures for one value of an option, everything else as usual; both are empty for the usual game."""

    option: str
    value: str
    rounds: int
    moves: Estimate
    """The mean length of a round, without moves that end a turn."""
    median: int
    turns: tuple[Estimate, ...]
    """How often each player wins, in the order of turns from the player who begins."""
    seats: tuple[Estimate, ...]
    """The same by seat."""
    skill: Estimate
    """How often the better bot wins alone against the weaker ones."""
    dry: Estimate | None = None
    """How often the stock runs out, if there is one."""
    rules: int = 0
    """The version of the rules, if it is not the newest."""


class MatchFigures(Struct, frozen=True):
    """How long a match lasts that is played to a number of points."""

    until: int
    rounds: float
    moves: float


class OptionFigures(Struct, frozen=True):
    """The figures of a game."""

    game: str
    rules: int
    seats: int
    rows: tuple[RuleFigures, ...]
    matches: tuple[MatchFigures, ...]


def file_of(game: str) -> Path:
    """Where the figures of a game lie."""
    return FOLDER / f"{game}.options.json"


def read(game: str) -> OptionFigures | None:
    """The figures of a game, if they have been made."""
    path = file_of(game)
    return msgspec.json.decode(path.read_bytes(), type=OptionFigures) if path.exists() else None


def typical_game(facts: Facts) -> Game:
    """The game for four, or as near as it allows, with its defaults."""
    return facts.game(min(facts.seats, key=lambda seats: abs(seats - 4)))


def measured_rules(game: Game) -> dict[tuple[str, str], Game]:
    """The usual game, then the game with each other value of an option. Of values that only name colours, one stands
    for all. A handicap is tried at the first seat."""
    found = {("", ""): game}
    named = set()
    for (name, value), other in house_rules(game):
        if game.facts.options[name].kind == "each":
            handicap = ",".join([str(HANDICAP), *["0"] * (game.seats - 1)])
            found[name, handicap] = game.facts.game(game.seats, **{name: handicap})
        elif not names_colours(value):
            found[name, option_value(value)] = other
        elif name not in named:
            found[name, option_value(value)] = other
            named.add(name)
    return found


def names_colours(value: object) -> bool:
    """Whether a value of an option only names colours."""
    return set(str(value)) <= set(COLOURS)


def compared_rule(options: Mapping[str, Option], name: str) -> tuple[str, str]:
    """The rule that an option builds on; both parts are empty for the usual game."""
    needs = options[name].needs if name else None
    if needs is None:
        return "", ""
    needed, value = needs
    return compared_rule(options, needed) if value == options[needed].default else (needed, option_value(value))


def measure(facts: Facts) -> OptionFigures:
    """Play a game with every house rule, and matches to some numbers of points."""
    game = typical_game(facts)
    rows = [measure_rule(other, rule) for rule, other in measured_rules(game).items()]
    if facts.id in EARLIER:
        version, options = EARLIER[facts.id]
        (rule,) = ((name, option_value(value)) for name, value in options.items())
        rows.append(measure_rule(facts.by_rules(version).game(game.seats, **options), rule, version))
    return OptionFigures(facts.id, facts.rules_version, game.seats, tuple(rows), tuple(measure_matches(game)))


def measure_rule(game: Game, rule: tuple[str, str], version: int = 0) -> RuleFigures:
    """Play a game between equal bots, and the better bot alone against weaker ones."""
    best = game.facts.quick_level
    simulated = simulator_trials.can_simulate(game, (best, WORST))
    play = simulator_trials.play_trials if simulated else engine_trials.play_trials
    rounds = SIMULATED_ROUNDS if simulated else count_rounds(game)
    label = " ".join((game.id, *rule, str(version)))
    equal = Trial(game, ((best,) * game.seats,), rounds, label)
    duel = Trial(game, tuple(solo_seatings(best, WORST, game.seats)), rounds // game.seats, f"{label} skill", best)
    sample, alone = play([equal, duel], SEED, 1, lambda _: None)
    return RuleFigures(
        *rule,
        rounds=sample.rounds,
        moves=_round_share(sample.length),
        median=sample.quantile(0.5),
        turns=_round_wins(sample, sample.turns, game.seats),
        seats=_round_wins(sample, sample.wins, game.seats),
        skill=_round_share(alone.won),
        dry=_round_share(sample.ran_dry) if sample.ran_dry else None,
        rules=version,
    )


def count_rounds(game: Game) -> int:
    """The rounds for one figure on the engine: fewer if they are long."""
    moves = fmean(played.moves for played in play_rounds(game, 3))
    return round(min(max(MOVES / moves, FEWEST_ROUNDS), MOST_ROUNDS))


def play_rounds(game: Game, rounds: int) -> Iterator[RoundResult]:
    """Rounds on the engine between equal bots."""
    setting = engine_trials.make_setting(game, SEED, "rounds")
    return (play_deal(setting, number, (game.facts.quick_level,) * game.seats) for number in range(rounds))


def measure_matches(game: Game) -> Iterator[MatchFigures]:
    """How many rounds and moves a match has, for each number of points that clients offer. The rounds of a few hundred
    are put together to matches; the player who begins moves on with every round."""
    played = list(play_rounds(game, count_rounds(game))) if game.facts.targets else []
    for until in game.facts.targets:
        lengths = list(split_matches(played, until))
        if lengths:
            yield MatchFigures(until, float(median(rounds for rounds, _ in lengths)), median(m for _, m in lengths))


def split_matches(played: list[RoundResult], until: int) -> Iterator[tuple[int, int]]:
    """The rounds and moves of each match, if one begins whenever somebody has reached the points."""
    totals, rounds, moves = [0] * len(played[0].points), 0, 0
    for result in played:
        for seat, points in enumerate(result.points):
            totals[(seat + rounds) % len(totals)] += points
        rounds, moves = rounds + 1, moves + result.moves - result.ends
        if max(totals) >= until:
            yield rounds, moves
            totals, rounds, moves = [0] * len(totals), 0, 0


def _round_wins(sample: Sample, wins: Mapping[int, float], seats: int) -> tuple[Estimate, ...]:
    return tuple(_round_share(sample.share(wins, place)) for place in range(seats))


def _round_share(share: Share) -> Estimate:
    return Estimate(*(round(bound, 4) for bound in share))


def write(figures: OptionFigures) -> Path:
    """Keep the figures of a game."""
    path = file_of(figures.game)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")
    return path


def is_current(facts: Facts) -> bool:
    """Whether a game has figures by its newest rules, for every value of every option."""
    found = read(facts.id)
    wanted = set(measured_rules(typical_game(facts)))
    return (
        found is not None and found.rules == facts.rules_version and {(r.option, r.value) for r in found.rows} == wanted
    )


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.options", description=__doc__)
    parser.add_argument("game", nargs="*", choices=[[], *GAMES], default=[], help="default: every game")
    parser.add_argument("--again", action="store_true", help="play also what has been measured")
    wanted = parser.parse_args()
    start = time.monotonic()
    for facts in (GAMES[game] for game in wanted.game or GAMES):
        if wanted.again or not is_current(facts):
            path = write(measure(facts))
            print(f"{time.monotonic() - start:5.0f} s  {path}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
