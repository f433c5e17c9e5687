"""The simulator: batches, rollouts, threads, and what happens without numba."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from statistics import mean, stdev

import pytest
from msgspec.structs import replace

import reihum
from reihum.bots import seat_bots
from reihum.engine import Game
from reihum.errors import BadOption
from reihum.games.rows.bits import unmask
from reihum.games.rows.rules import RowsState
from reihum.simulator import (
    Results,
    available,
    deal,
    imagine,
    list_moves,
    move_number,
    move_text,
    play_on,
    position,
    rollouts,
    seen,
    simulate,
    state,
)
from reihum.simulator.compiler import fingerprint
from simulator.row_rules import ALL_RULES, HOUSE_RULES, Rules, random_steps, rows

CLASSIC = reihum.game("classic", seats=4)


def middle(game: Game, moves: int = 30, seed: int = 1) -> RowsState:
    """A position in which the player on turn can choose."""
    for number, step in enumerate(random_steps(game, Random(seed))):
        if number >= moves and len(step.before.legal(step.before.turn)) > 2:
            return step.before
    raise AssertionError


def told(found: Results) -> tuple[object, ...]:
    """Everything that was counted."""
    return found.rounds, found.moves, found.ends, found.dry, found.wins, found.points, found.squares, list(found.each)


def test_results_add_up() -> None:
    """Sums, columns, shares and means tell the same story."""
    found = simulate(CLASSIC, 1_000, seed=3, each=True)
    assert found.rounds == sum(found.wins) == 1_000
    assert Counter(found.column("winner")) == Counter(dict(enumerate(found.wins)))
    assert sum(found.column("dry")) == found.dry
    assert sum(found.column("length")) == found.moves - found.ends == found.length * 1_000
    for seat in range(4):
        scores = [int(score) for score in found.column("points", seat)]
        assert (sum(scores), sum(score**2 for score in scores)) == (found.points[seat], found.squares[seat])
    assert sum(found.shares) == pytest.approx(1)
    assert found.means[0] == found.points[0] / 1_000


def test_what_is_known_about_play_is_found_again() -> None:
    """RULEBOOK §5: the starter of four eager players wins about 26–27 %."""
    found = simulate(CLASSIC, 20_000, "eager", each=True)
    starts = zip(found.column("winner"), found.column("starter"), strict=True)
    assert 0.25 < sum(winner == starter for winner, starter in starts) / 20_000 < 0.28


def test_random_rounds_are_as_long_as_the_engines() -> None:
    """Random play of the engine and of the simulator, each with its own dice: the same length on average."""
    lengths, moves = [], 0
    for step in random_steps(CLASSIC, Random(1)):
        moves += 1
        if step.after.outcome:
            lengths.append(moves)
            moves = 0
        if len(lengths) == 300:
            break
    found = simulate(CLASSIC, 10_000)
    assert abs(mean(lengths) - found.moves / found.rounds) < 4 * stdev(lengths) / 300**0.5


def test_seeds_and_numbers_make_the_rounds() -> None:
    """The same seed gives the same rounds; another gives others; a batch begins as a shorter one does."""
    first, again, other = (simulate(CLASSIC, 50, seed=seed, each=True) for seed in (1, 1, 2))
    assert told(first) == told(again) != told(other)
    assert list(simulate(CLASSIC, 20, seed=1, each=True).each) == list(first.each)[: len(first.each) * 2 // 5]


def test_threads_change_nothing() -> None:
    """In parts, in any number of threads: the same results."""
    whole = simulate(CLASSIC, 1_003, "holder", seed=4, each=True)
    with ThreadPoolExecutor(2) as pool:
        parts = simulate(CLASSIC, 1_003, "holder", seed=4, each=True, parts=7, spread=pool.map)
    assert told(whole) == told(parts)


@pytest.mark.parametrize("rules", [*ALL_RULES, *HOUSE_RULES], ids=str)
@pytest.mark.parametrize("seats", [2, 5])
def test_positions_go_there_and_back(rules: Rules, seats: int) -> None:
    """A state of the engine is the same after a round trip, and a simulated deal is one the engine could make."""
    game = rules.game(seats)
    now = middle(game)
    assert state(position(now)) == replace(now, last=())
    check_deal(game, game)


@pytest.mark.parametrize(
    ("game", "options"),
    [("classic", {"fewer": "3,0,1"}), ("junior", {"fewer": "0,2,0"}), ("classic", {"elevens": "out", "stock": "no"})],
)
def test_a_wrong_deal_is_noticed(game: str, options: dict[str, str]) -> None:
    """A planted fault: a deal without the house rule does not pass for one with it."""
    with pytest.raises(AssertionError):
        check_deal(reihum.game(game, seats=3, **options), reihum.game(game, seats=3))


def check_deal(game: Game, simulated: Game) -> None:
    """A deal that the simulator makes for a game is one that the engine could make."""
    ours, theirs = rows(state(deal(simulated, 0, 0))), rows(game.deal(seed=""))
    assert sorted(ours.everywhere()) == sorted(theirs.everywhere())
    assert [hand.bit_count() for hand in ours.hands] == [hand.bit_count() for hand in theirs.hands]
    assert ours.table == theirs.table
    deck = [card for hand in ours.hands for card in unmask(hand)] + list(ours.stock)
    assert ours == game.deal(deck=deck, first=ours.turn)


def test_the_option_first_is_kept() -> None:
    """RULEBOOK §0: a seat that begins, or one drawn by lot."""
    second = reihum.game("false-start", seats=3, first=1)
    assert set(simulate(second, 50, each=True).column("starter")) == {1}
    drawn = Counter(simulate(reihum.game("any-start", seats=3), 3_000, each=True).column("starter"))
    assert all(abs(count - 1_000) < 110 for count in drawn.values())
    assert len(drawn) == 3


def test_moves_have_numbers() -> None:
    """Every move has one number, and back."""
    for move in ("lay R1", "lay Y20", "lay G11", "lay B2", "draw", "take3", "end", "pass"):
        assert move_text(move_number(move)) == move


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_imagined_worlds_look_the_same(rules: Rules) -> None:
    """What a player sees is the same in every imagined world, and no card is lost."""
    for moves in (1, 30):
        now = replace(middle(rules.game(3), moves), last=())
        what = seen(now.game, now.view(now.turn))
        assert what == position(now, now.turn)
        for number in range(10):
            world = rows(state(imagine(what, 1, number)))
            assert world.view(now.turn) == now.view(now.turn)
            assert sorted(world.everywhere()) == sorted(now.everywhere())


def test_before_classic_opens_the_opener_still_opens() -> None:
    """RULEBOOK §1.1: the player on turn holds the highest-ranking eleven that was dealt, in every imagined world."""
    for number in range(30):
        now = rows(CLASSIC.deal(seed=f"opener {number}"))
        for seat in range(4):
            what = seen(CLASSIC, now.view(seat))
            for attempt in range(5):
                world = rows(state(imagine(what, number, attempt)))
                deck = [card for hand in world.hands for card in unmask(hand)] + list(world.stock)
                assert world == CLASSIC.deal(deck=deck)
                assert (world.turn, world.hands[seat]) == (now.turn, now.hands[seat])


def test_hidden_cards_may_lie_anywhere() -> None:
    """Every unseen card is as often in each place as the number of cards there says."""
    now = middle(CLASSIC)
    what = position(now, now.turn)
    card = unmask(now.hands[(now.turn + 1) % 4])[0]
    sizes = [0 if seat == now.turn else hand.bit_count() for seat, hand in enumerate(now.hands)] + [len(now.stock)]
    places: Counter[int] = Counter()
    for number in range(2_000):
        world = rows(state(imagine(what, 5, number)))
        places[next((seat for seat, hand in enumerate(world.hands) if card in unmask(hand)), 4)] += 1
    for place, size in enumerate(sizes):
        share = size / sum(sizes)
        assert abs(places[place] - 2_000 * share) <= 4 * (2_000 * share * (1 - share)) ** 0.5


@pytest.mark.parametrize("rules", [rules for rules in ALL_RULES if "60" not in str(rules)], ids=str)
def test_rollouts_are_what_the_engine_would_play(rules: Rules) -> None:
    """The hidden cards dealt again, a move, and bots to the end: the engine comes to the same wins and points."""
    now = middle(rules.game(3), 12)
    what = position(now, now.turn)
    moves = now.legal(now.turn)
    found = rollouts(what, 3, "holder", moves=moves, seed=2)
    assert len(found) == len(moves)
    for move, counted in zip(moves, found, strict=True):
        ends = [to_the_end(rows(state(imagine(what, 2, number)).play(now.turn, move))) for number in range(3)]
        outcomes = [end.outcome for end in ends if end.outcome is not None]
        assert counted.points == tuple(map(sum, zip(*(outcome.points for outcome in outcomes), strict=True)))
        assert counted.wins == tuple(sum(outcome.places[seat] == 1 for outcome in outcomes) for seat in range(3))


def to_the_end(now: RowsState) -> RowsState:
    """A round played to its end by holders."""
    bots = seat_bots(now.game, ["holder"] * now.game.seats, b"")
    while now.outcome is None:
        now = rows(now.play(now.turn, bots[now.turn].choose(now.view(now.turn))))
    return now


def test_deals_of_the_engine_can_be_played() -> None:
    """Given positions are played in turn: here two deals, 50 times each, and once after each move."""
    starts = [rows(CLASSIC.deal(seed=seed)) for seed in ("one", "two")]
    positions = [position(now) for now in starts]
    (found,) = play_on(positions, 100, "eager")
    alone = [play_on([each], 50, "eager")[0] for each in positions]
    assert found.wins == tuple(map(sum, zip(*(each.wins for each in alone), strict=True)))
    assert found.moves == sum(each.moves for each in alone)
    now = middle(CLASSIC)
    moves = now.legal(now.turn)
    assert [each.rounds for each in play_on([position(now)], 40, moves=moves)] == [40] * len(moves)


@pytest.mark.parametrize("players", ["clever", ["random"] * 3, "weighted", [1.0] * 4, [[1.0] * 4] * 4])
def test_unknown_players_are_refused(players: str) -> None:
    """A policy that does not exist, too few players or too few weights."""
    with pytest.raises(BadOption):
        simulate(CLASSIC, 1, players)


def test_other_games_are_refused() -> None:
    """The simulator plays the row family."""
    with pytest.raises(BadOption):
        simulate(reihum.game("ratefix", seats=2), 1)


SCRIPT = """
import json, sys
if "plain" in sys.argv: sys.modules["numba"] = None
import reihum
from reihum import simulator as fast
from reihum.simulator import rounds
found = []
for name in ("classic", "three-starts", "any-start", "junior", "master"):
    game = reihum.game(name, seats=3)
    for players in ("random", "holder", [0.5 * place - 3 for place in range(16)]):
        each = fast.simulate(game, 20, players, seed=9, each=True)
        found += [int(number) for number in each.each]
    what = fast.position(game.deal(seed="x"), 1)
    found += fast.rollouts(what, 20, seed=9)[0].points
made = [len(entry.stats.cache_misses) for entry in (rounds.play_rows, rounds.play_master)] if fast.available() else []
print(json.dumps([fast.available(), found, made]))
"""


def elsewhere(*arguments: str) -> tuple[bool, list[int], list[int]]:
    """What a new process finds: whether it compiles, the same rounds, and how often it compiled."""
    call = [sys.executable, "-c", SCRIPT, *arguments]
    done = subprocess.run(call, capture_output=True, text=True, check=True)  # noqa: S603
    is_available, found, made = json.loads(done.stdout)
    return is_available, found, made


def test_without_numba_the_same_rounds_are_played() -> None:
    """It is slower, and nothing else."""
    is_available, found, _ = elsewhere("plain")
    assert not is_available
    assert found == elsewhere()[1]


def test_seeds_are_numbers_texts_or_bytes() -> None:
    """Each gives its own rounds, every time."""
    junior = reihum.game("junior", seats=2)
    found = {seed: list_moves(junior, seed, 0) for seed in (7, 8, "7", "eight")}
    assert len({tuple(moves) for moves in found.values()}) == 4
    assert list_moves(junior, b"eight", 0) == found["eight"]
    assert list_moves(junior, 7 + 2**62, 0) == found[7]


@pytest.mark.skipif(not available(), reason="numba is not installed")
def test_a_second_start_compiles_nothing() -> None:
    """What one process has compiled the next one finds on disk."""
    elsewhere()
    assert elsewhere()[2] == [0, 0]


def made(code: str, **numbers: object) -> Callable[..., object]:
    """A function from its text and the numbers it uses."""
    exec(code, numbers)  # noqa: S102
    function = numbers["kernel"]
    assert callable(function)
    return function


def test_a_changed_kernel_is_compiled_again() -> None:
    """What numba keeps is stamped with the code of every kernel and with the numbers it uses."""
    code = "def kernel(word): return word & LIMIT"
    same = fingerprint(made(code, LIMIT=3))
    assert same == fingerprint(made(code, LIMIT=3))
    assert same != fingerprint(made(code, LIMIT=4))
    assert same != fingerprint(made(code.replace("&", "|"), LIMIT=3))
    assert same != fingerprint(made(code.replace("LIMIT", "7"), LIMIT=3))
