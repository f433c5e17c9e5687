"""The simulator's players of Master against the bots they stand for, move by move."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from reihum.bots import Bot, offered, show_events
from reihum.bots.simple.master import BuilderBot, next_place, rank_going_out, read_view
from reihum.bots.simple.rows import EagerBot
from reihum.cards import JOKER, NUMBER, Randomness
from reihum.engine import Game
from reihum.games.master.board import beside
from reihum.games.master.rules import MOST, MasterState
from reihum.simulator import Policy, deal, features, list_moves, simulate, state
from simulator.master_tables import ALL_ROWS, master, table
from tiers import one_in

FEATURES = features(table(2))


def deals(rows: str, count: int) -> list[tuple[Game, int]]:
    """Games for some numbers of seats, each with a seed."""
    dice = random.Random(rows)
    return [(table(dice.randrange(2, 7), rows), dice.randrange(1 << 62)) for _ in range(count)]


@pytest.mark.parametrize("rows", one_in(5, ALL_ROWS))
@pytest.mark.parametrize(("player", "kind"), [("eager", EagerBot), ("holder", BuilderBot)])
def test_they_play_as_the_bots_do(rows: str, player: str, kind: type[Bot]) -> None:
    """Eager makes the first move there is; a holder makes all the moves of the sensible bot."""
    for game, seed in deals(rows, 3):
        now = state(deal(game, seed, 0))
        bots = [kind(game, seat, Randomness(b"", "")) for seat in range(game.seats)]
        moves = []
        while now.outcome is None:
            (seat,) = now.to_act
            moves.append(bots[seat].choose(now.view(seat)))
            now = now.play(seat, moves[-1])
            show_events(now, bots)
        assert list_moves(game, seed, 0, player) == moves


@pytest.mark.parametrize("rows", ALL_ROWS)
def test_rounds_are_counted_as_the_engine_counts_them(rows: str) -> None:
    """Whatever the players do, the engine allows it, and comes to the same winners, points and length."""
    weights = [float(weight) for weight in range(len(FEATURES))]
    for game, seed in deals(rows, 12):
        players: list[Policy] = ["random", weights, "holder", "eager", "random", weights]
        moves = list_moves(game, seed, 0, players[: game.seats])
        end = state(deal(game, seed, 0))
        for move in moves:
            end = end.play(end.to_act[0], move)
        assert end.outcome is not None
        found = simulate(game, 1, players[: game.seats], seed=seed, each=True)
        winners = end.outcome.winners
        assert found.points == end.outcome.points
        assert tuple(found.column("points", seat)[0] for seat in range(game.seats)) == end.outcome.points
        assert found.wins == tuple(int(seat in winners) for seat in range(game.seats))
        assert found.shares == pytest.approx([(seat in winners) / len(winners) for seat in range(game.seats)])
        assert found.column("winner")[0] == (winners[0] if len(winners) == 1 else -1)
        assert (found.moves, found.ends, found.dry) == (len(moves), moves.count("end"), int(not master(end).stock))


def reached(place: int, now: MasterState) -> dict[str, float]:
    """What comes within reach over a place that was not so before, step by step."""
    hand, count = now.hands[now.turn], Counter[str]()
    for step in (1, -1):
        near = next_place(place, step)
        if near & beside(now.table):
            continue
        count["new-places"] += bool(near & ~(now.table | hand))
        while near and not near & now.table:
            count["own-behind" if near & hand else "others-behind"] += 1
            near = next_place(near, step)
    return dict(count)


def worth(move: str, now: MasterState, late: bool) -> dict[str, float]:
    """What a move does, told from the engine's state."""
    verb, _, what = move.partition(" ")
    if not what:
        return {"end" if verb == "end" else "wait": 1, "stop-late": late}
    card = what.split(">")[-1]
    place, hand = now.board.bit[card], now.hands[now.turn]
    if verb == "swap":
        return {"swap": 1, "swap-number": NUMBER[card]}
    found = reached(place, now)
    found["others-late"] = late * found.get("others-behind", 0)
    found["link"] = verb == "link"
    if what[0] == JOKER or not place & hand:
        found["joker"] = 1
    else:
        found |= {"number": NUMBER[card], "number-late": late * NUMBER[card]}
    gaps = now.board.half[place] & ~(now.table | place)
    if sum(now.bonus) < 7 and gaps.bit_count() < 2:
        found["gap-own" if gaps & hand else "gap-others" if gaps else "bonus"] = 1
    return found


def weighed(now: MasterState, weights: dict[str, float]) -> str:
    """The move with the highest weight, what stops first, then the engine's order. A player who can go out does."""
    view = now.view(now.turn)
    moves = offered(view)
    active = [move for move in moves if " " in move]
    if not active:
        return moves[0]
    if read_view(view).can_go_out(MOST - now.laid):
        return max(active, key=lambda move: rank_going_out(move, read_view(view)))
    late = any(hand.bit_count() + now.jokers[seat] <= 3 for seat, hand in enumerate(now.hands) if seat != now.turn)
    found = [(move, worth(move, now, late)) for move in (*(set(moves) - set(active)), *active)]
    return max(found, key=lambda each: sum(weights[name] * value for name, value in each[1].items()))[0]


@pytest.mark.parametrize("rows", ALL_ROWS)
def test_weights_weigh_what_they_say(rows: str) -> None:
    """The weighted player makes the move that a slow and simple reckoning finds, for any weights."""
    dice = random.Random(rows)
    for game, seed in deals(rows, 3):
        weights = {feature: float(dice.randrange(-8, 9)) for feature in FEATURES}
        now = master(state(deal(game, seed, 0)))
        for move in list_moves(game, seed, 0, [weights[feature] for feature in FEATURES]):
            assert move == weighed(now, weights)
            now = master(now.play(now.turn, move))
        assert now.outcome is not None


def test_random_moves_are_equally_likely() -> None:
    """Where there are six legal moves, each of them is made about as often as any other."""
    game = table(3)
    made: Counter[int] = Counter()
    for number in range(120):
        now = state(deal(game, 7, number))
        for move in list_moves(game, 7, number):
            legal = [str(each) for each in now.legal(now.to_act[0])]
            if len(legal) == 6:
                made[legal.index(move)] += 1
            now = now.play(now.to_act[0], move)
    expected = made.total() / 6
    assert expected > 100
    assert sum((made[which] - expected) ** 2 / expected for which in range(6)) < 20.5  # one time in a thousand


def test_holding_pays() -> None:
    """One sensible player wins far more than its share against eager and against random ones."""
    for seats in (2, 3, 4):
        for others in ("eager", "random"):
            found = simulate(table(seats), 1_000, ["holder", *[others] * (seats - 1)])
            assert found.shares[0] > 1.5 / seats
