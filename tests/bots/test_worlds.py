"""Imagined worlds: they agree with all that is known, and moves make some of them likelier."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from msgspec.structs import replace

import reihum
from bots.truth import Moment, moments
from reihum.bots import seat_bots, show_events
from reihum.bots.search.knowledge import CardSlot
from reihum.bots.search.search import TRACKERS
from reihum.bots.search.weights import PlayerModel, models_for
from reihum.bots.search.worlds import Worlds
from reihum.cards import Randomness
from reihum.engine import Game
from reihum.games.rows.rules import RowsState
from reihum.simulator.families import family_of
from reihum.simulator.position import DRY, HANDS
from simulator.row_rules import Rules

SOLID, ROUGH, EAGER, ANY = range(4)

CASES = [
    Rules("classic", {}),
    Rules("classic", {"edition": "40", "blocking": "take3"}),
    Rules("three-starts", {"blocking": "draw"}),
    Rules("junior", {}),
    Rules("master", {}),
]


def worlds_of(moment: Moment, seed: int = 0) -> Worlds:
    """The worlds that a player imagines."""
    return Worlds(moment.knowledge, models_for(moment.state.game), Randomness(b"%d" % seed, "worlds"))


def hands(game: Game, words: list[int], number: int) -> list[int]:
    """How many number cards are in each hand of a world."""
    at = family_of(game).position_words * number + HANDS
    return [
        sum(int(word).bit_count() for word in words[at + 2 * seat : at + 2 * seat + 2]) for seat in range(game.seats)
    ]


@pytest.mark.parametrize("rules", CASES, ids=str)
def test_worlds_agree_with_what_is_known(rules: Rules) -> None:
    """Every card is in a slot that it may be in, hands have their sizes, and the stock is the rest."""
    dice = random.Random(str(rules))
    for moment in islice(moments(rules.game(4), dice, 0.3), 6):
        known, game = moment.knowledge, moment.state.game
        worlds = worlds_of(moment)
        positions, _ = worlds.sample(20, 30)
        assert sorted(worlds.cards) == list(range(len(known.slots)))
        assert all(known.allows(slot, card) for slot, card in zip(known.slots, worlds.cards, strict=True))
        size = family_of(game).position_words
        assert all(int(positions[size * number + DRY]) == known.position.words[DRY] for number in range(20))
        if rules.id != "master":  # whose jokers are not among the number cards
            sizes = [int(player.cards) for player in moment.state.view(moment.seat).players]
            assert all(hands(game, list(positions), number) == sizes for number in range(20))


def test_what_cannot_be_never_is() -> None:
    """A slot that is banned from all cards but one holds that card in every world."""
    moment = next(moments(reihum.game("classic", seats=4), random.Random(1), 1.0))
    known = moment.knowledge
    only = known.position.unseen[7]
    slots = (
        CardSlot(known.slots[0].owner, 0, ((1 << 128) - 1) & ~(1 << only) & ~(1 << 63) & ~(1 << 127)),
        *known.slots[1:],
    )
    sure = moment._replace(knowledge=replace(known, slots=slots))
    for seed in range(3):
        worlds = worlds_of(sure, seed)
        worlds.sample(20, 50)
        assert sure.knowledge.cards[worlds.cards[0]] == only


def test_moves_tell_something_about_hands() -> None:
    """Guessed from the moves of solid players, hands are nearer to the truth than without."""
    game = reihum.game("classic", seats=4)
    nearer = 0
    for number in range(12):
        bots = seat_bots(game, ["solid"] * 4, b"bots")
        state = game.deal(f"moves {number}")
        tracker = TRACKERS[game.facts.state](game, 0)
        while tracker.time < 60 or state.to_act != (0,):
            state = state.play(state.to_act[0], bots[state.to_act[0]].choose(state.view(state.to_act[0])))
            show_events(state, bots)
            tracker.observe(state.events(0))
        assert isinstance(state, RowsState)
        known = tracker.knowledge(state.view(0))
        for kinds, sign in ((models_for(game), 1), ([PlayerModel((0.0,) * 16, "eager")], -1)):
            worlds = Worlds(known, kinds, Randomness(b"nearer", "worlds"))
            words = list(worlds.sample(300, 30)[0])
            nearer += sign * _right(words, list(family_of(game).from_state(state, None).words), 300)
    assert nearer > 0


def _right(words: list[int], truth: list[int], count: int) -> int:
    """How many cards of the other hands are guessed right."""
    size = len(truth)
    places = range(HANDS + 2, HANDS + 8)
    return sum((int(words[size * number + at]) & truth[at]).bit_count() for number in range(count) for at in places)


@pytest.mark.parametrize(
    ("bot", "kinds"),
    [("solid", (SOLID, ROUGH)), ("eager", (EAGER,)), ("random", (ANY,))],
    ids=["solid", "eager", "random"],
)
def test_players_are_known_by_their_moves(bot: str, kinds: tuple[int, ...]) -> None:
    """Late in a round most players are taken for what they are, of four kinds."""
    game = reihum.game("classic", seats=4)
    right = asked = 0
    for number in range(8):
        bots = seat_bots(game, ["solid", *[bot] * 3], b"kinds")
        state = game.deal(f"kinds {number}")
        tracker = TRACKERS[game.facts.state](game, 0)
        while state.outcome is None and (tracker.time < 80 or state.to_act != (0,)):
            state = state.play(state.to_act[0], bots[state.to_act[0]].choose(state.view(state.to_act[0])))
            show_events(state, bots)
            tracker.observe(state.events(0))
        if state.outcome is None:
            worlds = Worlds(tracker.knowledge(state.view(0)), models_for(game), Randomness(b"kinds", "worlds"))
            for _ in range(30):
                worlds.sample(1, 500)
                right += sum(kind in kinds for kind in worlds.kinds[1:])
                asked += 3
            assert worlds.kinds[0] == SOLID  # nobody guesses at oneself
    assert 2 * right > asked > 0
