"""Search: it needs no memory but what it is shown, goes out when it can, and works in every row game and Master."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

import reihum
from missing import NOT_TESTED
from reihum.bots import bots_for, offered, play_round, seat_bots, show_events
from reihum.bots.search.search import SURE, MoveEstimate, SearchBot
from reihum.bots.search.weights import plans_for
from reihum.bots.search.worlds import Worlds
from reihum.bots.trained import maker
from reihum.bots.trained.trained_bot import TrainedBot
from reihum.cards import Randomness
from reihum.engine import Game, Shown, State

CLASSIC = reihum.game("classic", seats=3)


class QuickBot(SearchBot):
    """Searches, for tests."""

    rollouts = 60


GAMES = [
    *(
        reihum.game(name, seats=3, blocking=blocking)
        for name in ("classic", "false-start", "three-starts", "any-start")
        for blocking in ("off", "take3", "draw")
    ),
    reihum.game("junior", seats=3),
    reihum.game("master", seats=3),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_it_plays_every_game(game: Game) -> None:
    """A round with all its moves legal, against solid players."""
    bots = seat_bots(game, ["solid"] * 3, b"round")
    bots[1] = QuickBot(game, 1, Randomness(b"quick", "bot"))
    *_, (_, _, end) = play_round(game.deal(f"round {game.id}"), bots)
    assert end.outcome is not None


def middle(moves: int) -> State:
    """A position of solid players in which seat 0 can choose."""
    bots = seat_bots(CLASSIC, ["solid"] * 3, b"middle")
    state = CLASSIC.deal("middle")
    made = 0
    while made < moves or state.to_act != (0,) or len(state.legal(0)) < 3:
        state = state.play(state.to_act[0], bots[state.to_act[0]].choose(state.view(state.to_act[0])))
        show_events(state, bots)
        made += 1
    return state


def test_a_new_bot_that_is_shown_everything_chooses_the_same() -> None:
    """Hosts make a new bot for every question."""
    bots = seat_bots(CLASSIC, ["solid"] * 3, b"again")
    bots[0] = old = QuickBot(CLASSIC, 0, Randomness(b"old", "bot"))
    shown: list[Shown] = []
    state = CLASSIC.deal("again")
    for number in range(60):
        seat = state.to_act[0]
        if seat == 0 and number > 30:
            new = QuickBot(CLASSIC, 0, Randomness(b"new", str(number)))
            new.see(shown)
            old.randomness = Randomness(b"new", str(number))
            assert old.choose(state.view(0)) == new.choose(state.view(0))
        state = state.play(seat, bots[seat].choose(state.view(seat)))
        if state.outcome is not None:
            break
        show_events(state, bots)
        shown += state.events(0)


def test_it_goes_out() -> None:
    """§1.1: with two cards that go one after another it lays both."""
    deck = [*"R11 R12 R13 R14 R15 R10 R9 Y11 Y12 Y13 Y14 Y15 Y10 Y9 Y8".split()]
    game = reihum.game("classic", seats=2, edition="40")
    state: State = game.deal(deck=deck + [card for card in game.cards if card not in deck])
    bot = QuickBot(game, 0, Randomness(b"out", "bot"))
    while state.outcome is None:
        seat = state.to_act[0]
        moves = [str(move) for move in state.legal(seat)]
        state = state.play(seat, bot.choose(state.view(0)) if seat == 0 else moves[-1])
        bot.see(state.events(0))
    assert state.outcome.winners == (0,)


def test_estimates_are_in_order_and_complete() -> None:
    """Every move that the view offers is judged, the better the longer; the chances are chances."""
    state = middle(20)
    estimates = QuickBot(CLASSIC, 0, Randomness(b"order", "bot")).rank_moves(state.view(0))
    assert sorted(estimate.move for estimate in estimates) == sorted(offered(state.view(0)))
    assert all(0 <= estimate.chance <= 1 and estimate.rounds for estimate in estimates)
    rounds = [estimate.rounds for estimate in estimates]
    assert rounds == sorted(rounds, reverse=True)
    assert estimates[0].worth == max(estimate.worth for estimate in estimates if estimate.rounds == rounds[0])


def test_without_compiled_kernels_no_level_searches() -> None:
    """A search that is not compiled has so little time that it plays worse than trained. So the levels above trained
    play as it does, without numpy as solid does, and the coach says no chances."""
    program = """
import sys
sys.modules["numba"] = None
import reihum
from reihum.bots import play_round, seat_bots
from reihum.bots.review.coach import hint
from reihum.bots.trained import maker
for id, base in (("classic", "trained"), ("master", "trained"), ("classic", "solid")):
    if base == "solid":
        maker.can_evaluate = lambda: False
    game = reihum.game(id, seats=4)
    first = game.deal("plain")
    names = ([base, base, "solid", base], ["master", "expert", "solid", "expert"])
    one, other = ([move for _, move, _ in play_round(first, seat_bots(game, each, b"plain"))] for each in names)
    assert one == other
    seat = first.to_act[0]
    print(hint(game, seat, first.events(seat), first.view(seat), b"plain").chance)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.split() == ["None", "None", "None"]


@pytest.mark.parametrize("level", ["expert", "master"])
def test_the_net_advises_the_search_of_master(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It wins more than the search. So the levels above trained make its moves, and rank them first; the search tells
    what they are worth. Without numpy the search decides."""
    pytest.importorskip("numpy", reason=f"{NOT_TESTED}: numpy is not installed (pip install reihum[trained])")
    game = reihum.game("master", seats=3)
    bots = seat_bots(game, ["trained", "solid", "solid"], b"advice")
    searcher = bots_for(game.facts)[level](game, 0, Randomness(b"advice", "bot"))
    assert isinstance(searcher, SearchBot)
    searcher.rollouts, compared, state = 60, 0, game.deal("advice")
    while compared < 5:
        seat = state.to_act[0]
        view = state.view(seat)
        move = bots[seat].choose(view)
        if seat == 0 and len(offered(view)) > 1:
            best, *others = searcher.rank_moves(view)
            assert searcher.choose(view) == best.move == move
            assert all(each.rounds for each in (best, *others))
            compared += 1
        state = state.play(seat, move)
        show_events(state, [*bots, searcher])
    monkeypatch.setattr(maker, "can_evaluate", lambda: False)
    alone = bots_for(game.facts)[level](game, 0, Randomness(b"advice", "bot"))
    assert isinstance(alone, SearchBot)
    assert alone.adviser is None


def test_the_search_of_the_row_games_follows_a_net_that_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the net is not, the search decides, with more rollouts; and always with house rules."""
    pytest.importorskip("numpy", reason=f"{NOT_TESTED}: numpy is not installed (pip install reihum[trained])")
    game = reihum.game("classic", seats=3)
    bots, state = seat_bots(game, ["trained", "solid", "solid"], b"sure"), game.deal("sure")
    searcher = bots_for(game.facts)["expert"](game, 0, Randomness(b"sure", "bot"))
    assert isinstance(searcher, SearchBot)
    assert isinstance(searcher.adviser, TrainedBot)
    searcher.rollouts, followed, budgets = 60, Counter[bool](), set[int]()
    halve = SearchBot._halve

    def note(bot: SearchBot, estimates: list[MoveEstimate], worlds: Worlds, budget: int) -> None:
        budgets.add(budget)
        halve(bot, estimates, worlds, budget)

    monkeypatch.setattr(SearchBot, "_halve", note)
    while state.outcome is None:
        seat = state.to_act[0]
        view = state.view(seat)
        move = bots[seat].choose(view)
        if seat == 0 and len(offered(view)) > 1:
            budgets.clear()
            chosen, (advised, sureness) = searcher.choose(view), searcher.adviser.advise(view)
            followed[is_sure := sureness > SURE] += 1
            assert budgets == (set() if is_sure else {120})
            assert chosen == advised or not is_sure
            assert searcher.rank_moves(view)[0].move == advised or not is_sure
        state = state.play(seat, move)
        show_events(state, [*bots, searcher])
    assert min(followed[True], followed[False]) > 2
    ruled = bots_for(game.facts)["expert"](reihum.game("classic", seats=3, turn="one"), 0, Randomness(b"", ""))
    assert isinstance(ruled, SearchBot)
    assert ruled.adviser is None


def test_it_finds_plans_that_pay_only_if_one_keeps_them_up() -> None:
    """A long hand that can run: more cards in one turn alone gain nothing, in all turns they do."""
    game = reihum.game("classic", seats=4)
    bots, bot = seat_bots(game, ["solid"] * 4, b"hurry"), QuickBot(game, 0, Randomness(b"hurry", "bot"))
    state = game.deal("hurry 2")
    for _ in range(9):
        state = state.play(state.to_act[0], bots[state.to_act[0]].choose(state.view(state.to_act[0])))
        show_events(state, bots)
        bot.see(state.events(0))
    bot.rollouts = 8_000
    usual, hurried = plans_for(game)
    assert bot.rank_moves(state.view(0))[0].plan == hurried != usual
