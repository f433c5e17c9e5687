"""The OpenSpiel games: their own tests, the deal as chance, what a player is told, and their search playing."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from math import comb, prod
from typing import Any

import pytest

import reihum
from envs.fitting import NAMES
from reihum.engine import State
from reihum.engine.views import Hand
from reihum.envs.chance import deal_chance_of
from reihum.envs.parameters import game_from_parameters

pytest.importorskip("pyspiel")
import numpy as np
import pyspiel

from reihum.envs.openspiel import ReihumState

LONG = {"reihum_anywhere", "reihum_quartett", "reihum_was_liegt_wo", "reihum_farben_sammeln"}
GAMES = [f"reihum_{name.replace('-', '_')}" for name in NAMES]
ROWS = ("reihum_classic", "reihum_false_start", "reihum_three_starts", "reihum_any_start", "reihum_junior")


def dealt(name: str, seed: int, moves: int = 0) -> ReihumState:
    """A round, dealt by chance, after some random moves."""
    state: ReihumState = pyspiel.load_game(name).new_initial_state()
    dice = random.Random(seed)
    while state.is_chance_node() or (moves > 0 and not state.is_terminal()):
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, odds)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            moves -= 1
    return state


def here(state: ReihumState) -> State:
    """The engine's state, once cards are dealt."""
    assert state.node.state is not None
    return state.node.state


def test_every_game_that_fits_is_registered() -> None:
    """Under its name, with the usual options where those fit."""
    assert [name for name in pyspiel.registered_names() if name.startswith("reihum_")] == sorted(GAMES)
    assert pyspiel.load_game("reihum_anywhere").get_parameters()["stop_calls"] is False


@pytest.mark.parametrize("name", [name for name in GAMES if name not in LONG])
def test_openspiels_random_sim_test(name: str) -> None:
    """Their test of the whole interface: histories, clones, observations, returns, bounds."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_openspiels_random_sim_test_for_long(name: str) -> None:
    """The same for all games, more often, with states sent to text and back."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "game",
    [
        "reihum_classic(players=6,blocking=take3,edition=60,without=G,reward=places)",
        "reihum_master(players=2,rows=RYGB,reward=points,first=-1)",
        "reihum_junior(players=3,first=2,reward=points)",
    ],
)
def test_with_parameters_too(game: str) -> None:
    """``random_sim_test`` again, with states sent to text and back."""
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=True, verbose=False)


def api_tests(name: str) -> list[str]:
    """The tests that the wheel brings for parts of game trees, run for one game; what failed."""
    import unittest

    from absl import flags
    from open_spiel.integration_tests import api_test

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["test"])

    class Case(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc,unused-ignore]
        """Their tests; states they sample are still being dealt, so some from later on are added."""

        game, game_name = pyspiel.load_game(name), name

        @classmethod
        def setUpClass(cls) -> None:
            super().setUpClass()
            cls.some_states = [*cls.some_states[::8], *(dealt(name, moves, moves) for moves in range(0, 200, 13))]

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
    assert result.testsRun >= 5
    return [text for _, text in (*result.failures, *result.errors)]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name", ["reihum_classic", "reihum_junior", "reihum_master"])
def test_openspiels_api_test(name: str) -> None:
    """Sequence lengths, observations, legal moves of others, private and public information."""
    assert api_tests(name) == []


@pytest.mark.parametrize("name", [*ROWS, "reihum_master"])
def test_moves_are_the_engines(name: str) -> None:
    """A round played through OpenSpiel is the round the engine plays from the same deck; actions read as notation."""
    state = dealt(name, 3)
    game, node = state.get_game().setup.game, state.node
    deck = [state.get_game().setup.chance.cards[card] for card in state.history()[: len(game.cards)]]
    engine = game.deal(deck=deck, first=state.history()[-1] if game.options.get("first") == "random" else None)
    assert node.state == engine
    dice = random.Random(3)
    while engine.outcome is None:
        (seat,) = engine.to_act
        assert state.current_player() == seat
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert sorted(texts) == sorted(map(str, engine.legal(seat)))
        text = dice.choice(texts)
        engine = engine.play(seat, text)
        state.apply_action(state.string_to_action(text))
    assert state.is_terminal()
    assert state.legal_actions() == []
    winners = [seat for seat, worth in enumerate(state.returns()) if worth == max(state.returns())]
    assert tuple(winners) == engine.outcome.winners


def test_both_ways_to_ask_for_legal_actions_agree() -> None:
    """From Python without a detour, and the way C++ asks."""
    for moves in range(0, 60, 7):
        state = dealt("reihum_classic", moves, moves)
        for player in range(4):
            assert state.legal_actions(player) == super(ReihumState, state).legal_actions(player)
        assert state.legal_actions() == super(ReihumState, state).legal_actions()
    chance = pyspiel.load_game("reihum_master").new_initial_state()
    assert chance.legal_actions() == super(ReihumState, chance).legal_actions()


def accepted(game: reihum.Game) -> float:
    """How many of all decks bring an eleven to somebody: the others are dealt again."""
    dealing = deal_chance_of(game)
    return 1 - comb(len(game.cards) - len(dealing.wanted), dealing.hands) / comb(len(game.cards), dealing.hands)


@pytest.mark.parametrize("edition", ["80", "60", "40"])
@pytest.mark.parametrize("seats", [2, 6])
def test_the_odds_of_a_deck_are_those_of_dealing_again(edition: str, seats: int) -> None:
    """§1.1: every deck with an eleven in a hand is equally likely, and the odds of each card add up to 1."""
    game = reihum.game("classic", seats=seats, edition=edition)
    dealing = deal_chance_of(game)
    even = prod(1 / count for count in range(1, len(game.cards) + 1)) / accepted(game)
    dice = random.Random(seats)
    for _ in range(5):
        dealt: tuple[int, ...] = ()
        left, chance = dealing.whole, 1.0
        while left:
            odds = dict(dealing.odds(dealt, left))
            assert sum(odds.values()) == pytest.approx(1)
            assert list(odds) == dealing.possible(dealt, left)
            late = [card for card in odds if card not in dealing.wanted]
            card = dice.choice(late or list(odds))  # elevens as late as can be: there the odds are special
            left, dealt, chance = dealing.without(card, dealt, left), (*dealt, card), chance * odds[card]
        assert chance == pytest.approx(even)
        dealing.deal(dealt)  # the engine takes the deck: an eleven is in a hand


def test_players_see_their_cards_during_the_deal() -> None:
    """During the deal each player knows its own cards: in the end, the whole hand."""
    state = pyspiel.load_game("reihum_master").new_initial_state()
    dice = random.Random(2)
    private = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, public_info=False))
    hands: list[str] = [""] * 4
    while state.is_chance_node():
        hands = [private.string_from(state, seat) for seat in range(4)]
        state.apply_action(dice.choice(state.legal_actions()))
    for seat, hand in enumerate(hands):
        hands_seen = [zone.cards for zone in here(state).zones(seat) if isinstance(zone, Hand) and zone.owner == seat]
        assert [sorted(hand.split())] == [sorted(cards) for cards in hands_seen]


def test_jokers_are_dealt_four_times() -> None:
    """§2: four jokers are one kind of card, as likely as four."""
    dealing = deal_chance_of(reihum.game("master", seats=4))
    odds = dict(dealing.odds((), dealing.whole))
    joker = dealing.cards.index("J")
    assert odds[joker] == pytest.approx(4 * odds[0])
    assert Counter(dealing.copies) == {1: 80, 4: 1}
    left, dealt = dealing.whole, tuple[int, ...]()
    for _ in range(4):
        left, dealt = dealing.without(joker, dealt, left), (*dealt, joker)
    assert joker not in left


def test_a_lot_is_chance() -> None:
    """§0: who begins any-start is drawn by lot after the deal, each seat as likely."""
    state = dealt("reihum_any_start", 1)
    assert state.history()[-1] == state.current_player()
    game = pyspiel.load_game("reihum_any_start(first=2)")
    assert game.max_chance_nodes_in_history() == 80


@pytest.mark.parametrize("name", [name for name in GAMES if name != "reihum_zweikampf"])
def test_an_imagined_state_looks_the_same(name: str) -> None:
    """What search needs: a state that the player cannot tell from the real one, by words or by numbers."""
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    changed = 0
    for moves in (0, 3, 10):
        state = dealt(name, moves, moves)
        if state.is_terminal():
            continue
        player = state.current_player()
        twin = state.resample_from_infostate(player, sampler)
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.observation_string(player) == state.observation_string(player)
        assert twin.observation_tensor(player) == state.observation_tensor(player)
        assert twin.legal_actions() == state.legal_actions()
        changed += twin.node.state != state.node.state
    assert changed > 0


def test_what_others_remember_is_imagined_too() -> None:
    """The true hand of another player must not show in an imagined world."""
    state = dealt("reihum_classic", 4, 30)
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    twins = [state.resample_from_infostate(player, sampler) for _ in range(8)]
    for other in range(4):
        told = {twin.information_state_string(other) for twin in twins}
        assert len(told) == (1 if other == player else 8)
        assert other == player or state.information_state_string(other) not in told


def test_a_player_remembers_what_it_was_shown() -> None:
    """The deal, every public event, and its own drawn cards; not what others drew."""
    for seed in range(20):
        state = dealt("reihum_classic", seed)
        dice = random.Random(seed)
        while not state.is_terminal():
            player, before = state.current_player(), [state.information_state_string(seat) for seat in range(4)]
            action = dice.choice(state.legal_actions())
            text = state.action_to_string(action)
            state.apply_action(action)
            after = [state.information_state_string(seat) for seat in range(4)]
            assert all(new != old for new, old in zip(after, before, strict=True))
            kept = [event for event in here(state).last if event.to is not None]
            if text == "draw" and kept:
                hidden = {card for event in kept for card in event.cards}
                heads = [after[seat].splitlines()[0].split() for seat in range(4)]
                assert hidden <= set(heads[player])
                assert all(not hidden & set(heads[seat]) for seat in range(4) if seat != player)
                return
    pytest.fail("nobody drew a card")


def test_observers_show_what_is_asked_for() -> None:
    """Public, private, or both; an information state has a text but no numbers."""
    state = dealt("reihum_classic", 1, 5)
    game = state.get_game()

    def observer(**kind: Any) -> Any:
        found = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, **kind))
        found.set_from(state, 1)
        return found

    none, single = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    both = observer(public_info=True, private_info=single)
    public, private = observer(public_info=True, private_info=none), observer(public_info=False, private_info=single)
    assert set(public.dict) | set(private.dict) == set(both.dict)
    assert set(private.dict) == {"hand"}
    assert np.array_equal(both.dict["hand"], private.dict["hand"])
    assert list(both.tensor) == state.observation_tensor(1)
    hand = private.string_from(state, 1)
    assert hand.startswith("hand.1 ")
    assert hand not in public.string_from(state, 1)
    assert game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True)).tensor is None


def test_numbers_are_those_of_pettingzoo() -> None:
    """One encoding for all."""
    state = dealt("reihum_master", 2, 40)
    encoding = state.get_game().setup.encoding
    for seat in range(4):
        assert state.observation_tensor(seat) == list(encoding.observe(here(state).view(seat), seat))


@pytest.mark.parametrize("name", ["reihum_classic", "reihum_master"])
def test_states_can_be_sent_elsewhere(name: str) -> None:
    """Pickled or as text, also imagined ones and those in the middle of a deal; copies share what cannot change."""
    state = dealt(name, 5, 20)
    imagined = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(1, 0.0, 1.0))
    dealing = pyspiel.load_game(name).new_initial_state()
    dealing.apply_action(7)
    for each in (state, imagined, dealing):
        twin = pickle.loads(pickle.dumps(each))  # noqa: S301
        assert str(twin) == str(each)
        assert twin.legal_actions() == each.legal_actions()
        assert twin.history() == each.history()
        assert each.clone().node is each.node


def test_wrong_parameters_are_refused() -> None:
    """By OpenSpiel, where it can tell; else by the game."""
    with pytest.raises(reihum.BadOption):
        game_from_parameters(reihum.GAMES["classic"], {"players": 7})
    for game in ("reihum_classic(edition=90)", "reihum_classic(reward=glory)", "reihum_anywhere(stop_calls=True)"):
        with pytest.raises(reihum.BadOption):
            pyspiel.load_game(game)


def test_openspiels_search_plays() -> None:
    """IS-MCTS finds legal moves by imagining the hidden cards."""
    from open_spiel.python.algorithms import ismcts, mcts

    state = dealt("reihum_junior(players=2)", 8, 4)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 30, random_state=np.random.RandomState(2))
    for _ in range(12):
        if state.is_terminal():
            break
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
