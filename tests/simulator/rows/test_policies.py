"""The simulator's players against the bots of the same name, move by move."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from reihum.bots import offered, seat_bots
from reihum.bots.simple.rows import can_go_out, reachable_places
from reihum.cards import NUMBER
from reihum.engine import Game
from reihum.engine.views import Row, Rows, View
from reihum.games.rows.bits import unmask
from reihum.games.rows.rules import RowsState
from reihum.simulator import FEATURES, Policy, deal, list_moves, simulate, state
from simulator.row_rules import ALL_RULES, Rules, rows
from tiers import one_in

AS_HOLDER = {"dead-end": 4096.0, "behind": 32.0, "number": 1.0, "end": 1e9, "block": -1e9}


def deals(rules: Rules, count: int) -> list[tuple[Game, int]]:
    """Games for some numbers of seats, each with a seed."""
    dice = random.Random(str(rules))
    return [(rules.game(dice.randrange(2, 7)), dice.randrange(1 << 62)) for _ in range(count)]


def played(game: Game, seed: int, moves: list[str]) -> RowsState:
    """The end of a simulated round, played again by the engine."""
    now = rows(state(deal(game, seed, 0)))
    for move in moves:
        now = rows(now.play(now.turn, move))
    return now


@pytest.mark.parametrize("rules", one_in(5, ALL_RULES), ids=str)
@pytest.mark.parametrize("player", ["eager", "holder"])
def test_they_play_as_the_bots_do(rules: Rules, player: str) -> None:
    """RULEBOOK §5: eager lays all it can, holder one card; both make the moves of the bots of that name."""
    for game, seed in deals(rules, 1):
        now = rows(state(deal(game, seed, 0)))
        bots = seat_bots(game, [player] * game.seats, b"")
        moves = []
        while now.outcome is None:
            moves.append(bots[now.turn].choose(now.view(now.turn)))
            now = rows(now.play(now.turn, moves[-1]))
        assert list_moves(game, seed, 0, player) == moves


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_rounds_are_counted_as_the_engine_counts_them(rules: Rules) -> None:
    """Whatever the players do, the engine allows it, and comes to the same winner, points and length."""
    weights = [float(weight) for weight in range(len(FEATURES))]
    for game, seed in deals(rules, 6):
        players: list[Policy] = ["random", weights, "holder", "eager", "random", weights]
        moves = list_moves(game, seed, 0, players[: game.seats])
        end = played(game, seed, moves)
        assert end.outcome is not None
        found = simulate(game, 1, players[: game.seats], seed=seed, each=True)
        assert found.points == end.outcome.points
        assert tuple(found.column("points", seat)[0] for seat in range(game.seats)) == end.outcome.points
        assert found.wins == tuple(int(place == 1) for place in end.outcome.places)
        assert (found.moves, found.ends, found.dry) == (len(moves), moves.count("end"), int(not end.stock))
        assert found.column("length")[0] == len(moves) - moves.count("end")
        assert found.column("starter")[0] == rows(state(deal(game, seed, 0))).turn


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_weights_can_say_what_holder_does(rules: Rules) -> None:
    """Dead ends first, then the most cards behind, then the highest number; never more than one card."""
    weights = [AS_HOLDER.get(feature, 0.0) for feature in FEATURES]
    for seats in range(2, 7):
        game = rules.game(seats)
        by_weights, by_name = (simulate(game, 200, player, each=True) for player in (weights, "holder"))
        assert list(by_weights.each) == list(by_name.each)


def worth(card: str, view: View, now: RowsState, late: bool) -> dict[str, float]:
    """What laying a card does, told from a view."""
    row = rows_of(view)[card[0]]
    hand = set(unmask(now.hands[now.turn]))
    behind = reachable_places(card, row)
    beside = {place for place in behind if abs(NUMBER[place] - NUMBER[card]) == 1}
    return {
        "behind": len(behind & hand),
        "points-behind": sum(NUMBER[other] for other in behind & hand),
        "others-behind": len(behind - hand),
        "dead-end": not behind,
        "number": NUMBER[card],
        "next-own": len(beside & hand),
        "next-others": len(beside - hand),
        "opens-row": not row.cards,
        "number-late": late * NUMBER[card],
        "others-late": late * len(behind - hand),
    }


def rows_of(view: View) -> dict[str, Row]:
    """The rows by colour."""
    return {row.colour: row for zone in view.zones if isinstance(zone, Rows) for row in zone.rows}


def weighed(now: RowsState, weights: dict[str, float]) -> str:
    """The move with the highest weight, the first of them. A player who can go out does."""
    view = now.view(now.turn)
    moves = offered(view)
    lays = [move for move in moves if move.startswith("lay ")]
    if not lays:
        return moves[0]
    late = any(hand.bit_count() <= 3 for seat, hand in enumerate(now.hands) if seat != now.turn)
    found = []
    if moves != lays and not can_go_out(unmask(now.hands[now.turn]), rows_of(view).values()):
        other = moves[-1]
        kind = "end" if other == "end" else "block"
        found.append((other, {kind: 1.0, f"{kind}-fitting": len(lays), f"{kind}-late": late}))
    found += [(move, worth(move.split()[1], view, now, late)) for move in lays]
    return max(found, key=lambda each: sum(weights[name] * value for name, value in each[1].items()))[0]


@pytest.mark.parametrize("rules", [rules for rules in ALL_RULES if "60" not in str(rules)], ids=str)
def test_weights_weigh_what_they_say(rules: Rules) -> None:
    """The weighted player makes the move that a slow and simple reckoning finds, for any weights."""
    dice = random.Random(str(rules))
    for game, seed in deals(rules, 2):
        weights = {feature: float(dice.randrange(-8, 9)) for feature in FEATURES}
        now = rows(state(deal(game, seed, 0)))
        for move in list_moves(game, seed, 0, [weights[feature] for feature in FEATURES]):
            assert move == weighed(now, weights)
            now = rows(now.play(now.turn, move))
        assert now.outcome is not None


def test_random_moves_are_equally_likely() -> None:
    """Where there are four legal moves, each of them is made about as often as any other."""
    game = ALL_RULES[0].game(2)
    made: Counter[int] = Counter()
    for number in range(300):
        now = rows(state(deal(game, 7, number)))
        for move in list_moves(game, 7, number):
            legal = [str(each) for each in now.legal(now.turn)]
            if len(legal) == 4:
                made[legal.index(move)] += 1
            now = rows(now.play(now.turn, move))
    expected = made.total() / 4
    assert expected > 100
    assert sum((made[which] - expected) ** 2 / expected for which in range(4)) < 16.3  # one time in a thousand


def test_holding_pays() -> None:
    """RULEBOOK §5: one holder wins 86, 82, 74 and 53 % against 1, 2, 3 and 5 eager players; ours at least as much."""
    for seats, share in ((2, 0.86), (3, 0.82), (4, 0.74), (6, 0.53)):
        players = ["holder", *["eager"] * (seats - 1)]
        assert simulate(ALL_RULES[0].game(seats), 20_000, players).shares[0] > share - 0.01
