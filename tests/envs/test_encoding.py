"""Observations: made from views alone, within their bounds, and telling what the documents say."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

import reihum
from envs.fitting import NAMES, PLAIN, VARIATIONS, played
from reihum.cards import JOKER, Randomness
from reihum.engine import Game, State
from reihum.engine.views import Hand
from reihum.envs import REWARDS, cards_of, encoding_of, fits, observable_view

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "envs.md"


def seen(state: State, seat: int) -> tuple[bytes, bytes]:
    """The observation of a seat, and its mask."""
    encoding = encoding_of(state.game)
    return bytes(encoding.observe(observable_view(state, seat), seat)), bytes(
        encoding.mask(encoding.actions.legal(state, seat))
    )


def tells_worlds_apart(game: Game, seed: str, look: object = seen) -> int:
    """In how many of a round's positions an observation changes with what a seat may not know."""
    assert callable(look)
    randomness = Randomness(seed.encode(), "worlds")
    found = 0
    for state in played(game, seed, most=120):
        seat = randomness.below(game.seats)
        found += look(state, seat) != look(state.imagine(seat, randomness), seat)
    return found


@pytest.mark.parametrize("game", PLAIN, ids=lambda game: game.id)
def test_two_worlds_give_the_same_observation(game: Game) -> None:
    """What a seat may not know changes neither its observation nor its mask."""
    assert tells_worlds_apart(game, "two") == 0


@pytest.mark.parametrize("game", PLAIN, ids=lambda game: game.id)
def test_a_glimpse_is_enough(game: Game) -> None:
    """The parts of a view that are left out to save time change nothing. (After the end a view shows all hands.)"""
    encoding = encoding_of(game)
    running = (state for state in played(game, "observable_view", most=120) if state.outcome is None)
    for number, state in enumerate(running):
        seat = number % game.seats
        assert encoding.observe(observable_view(state, seat), seat) == encoding.observe(state.view(seat), seat)


@pytest.mark.parametrize("id", ["classic", "master", "quartett", "ratefix"])
def test_a_leak_is_noticed(id: str) -> None:
    """A planted fault: an observation of somebody else's view tells worlds apart."""
    game = next(game for game in PLAIN if game.id == id)
    assert tells_worlds_apart(game, "two", lambda state, seat: seen(state, (seat + 1) % game.seats)) > 0


def test_numbers_stay_within_their_bounds() -> None:
    """Every game that fits, with every option value, from the eyes of every seat."""
    for game in VARIATIONS:
        encoding = encoding_of(game)
        assert encoding.size == len(encoding.most) == encoding.places["acts"].stop
        assert max(encoding.most) < 128
        for number, state in enumerate(played(game, "bounds", most=20)):
            if number % 5 == 0:
                seat = number % game.seats
                observed = encoding.observe(state.view(seat), seat)
                assert all(number <= most for number, most in zip(observed, encoding.most, strict=True))


def test_whole_rounds_stay_within_their_bounds() -> None:
    """To the end, where hands and piles are largest and smallest."""
    for game in PLAIN:
        encoding = encoding_of(game)
        for state in played(game, "whole", most=600):
            observed = encoding.observe(state.view(state.to_act[0] if state.to_act else 0), 0)
            assert all(number <= most for number, most in zip(observed, encoding.most, strict=True))


def test_what_a_row_game_shows() -> None:
    """Each part says what it should, the observer's seat first."""
    game = reihum.game("junior", seats=3)
    state = game.deal(seed="shown")
    encoding, cards = encoding_of(game), cards_of(game)
    view = state.view(1)
    observed = encoding.observe(view, 1)
    part = {name: list(observed[place]) for name, place in encoding.places.items()}
    names = {
        name: {card for card, number in zip(cards, part[name], strict=True) if number}
        for name in ("laid", "open", "hand")
    }
    assert names["laid"] == {f"{colour}{number}" for colour in "RYGB" for number in (1, 11)}
    assert names["open"] == {f"{colour}{number}" for colour in "RYGB" for number in (2, 10)}
    assert names["hand"] == set(view.zones[2].cards)  # type: ignore[union-attr]
    assert (part["hand.counts"], part["stock.count"], part["acts"]) == ([5, 5, 5], [21], [0, 0, 1])


def test_seats_come_from_the_observer_on() -> None:
    """§1.1: after a card is laid, its player has one less, wherever it sits."""
    state = reihum.game("junior", seats=3).deal(seed="shown")
    state = state.play(0, state.legal(0)[0])
    encoding = encoding_of(state.game)
    sizes = [len(zone.cards) or zone.count for zone in state.view(None).zones[1:4]]  # type: ignore[union-attr]
    for seat in range(3):
        counts = list(encoding.observe(state.view(seat), seat)[encoding.places["hand.counts"]])
        assert counts == sizes[seat:] + sizes[:seat]


def test_what_master_shows() -> None:
    """§2: jokers on the table and in the hand, connections left, cards that may still be laid."""
    game = reihum.game("master", seats=2)
    encoding = encoding_of(game)
    found = Counter[str]()
    for seed in range(12):
        for state in played(game, str(seed), most=150):
            seat = state.to_act[0] if state.to_act else 0
            observed = encoding.observe(state.view(seat), seat)
            found.update(name for name, place in encoding.places.items() if any(observed[place]))
            assert sum(observed[encoding.places["wild"]]) == state.wild.bit_count()  # type: ignore[attr-defined]
            assert observed[encoding.places["jokers"].start] == state.jokers[seat]  # type: ignore[attr-defined]
    assert all(found[part.name] for part in encoding.parts)


@pytest.mark.parametrize("game", PLAIN, ids=lambda game: game.id)
def test_every_number_has_a_name(game: Game) -> None:
    """One of its own; and the names of the cards in the hand are those of the view."""
    encoding = encoding_of(game)
    assert len({*encoding.names}) == len(encoding.names) == encoding.size
    for number, state in enumerate(played(game, "names", most=30)):
        seat = number % game.seats
        view = state.view(seat)
        observed = encoding.observe(view, seat)
        found = encoding.describe(observed)
        assert [found.get(name, 0) for name in encoding.names] == [*observed]
        hands = [zone for zone in view.zones if isinstance(zone, Hand) and zone.owner == seat]
        shown = {name.removeprefix("hand ") for name in found if name.startswith("hand ")}
        assert (
            shown == {card for zone in hands for card in zone.cards if card != JOKER} or "hand" not in encoding.places
        )
        assert all(
            found.get(f"acts seat+{turn}", 0) == view.players[(seat + turn) % game.seats].acts for turn in range(2)
        )


def test_which_games_fit_follows_from_what_they_can_do() -> None:
    """Every game that names an observation fits, unless it has calls or more than two cards are laid at once."""
    for facts in reihum.GAMES.values():
        for game in facts.variations():
            several = game.options.get("extra") in (3, 4)
            assert fits(game) == (bool(facts.observation) and not game.grammar.calls and not several), facts.id
    assert {"schlafmuetze", "schnipp-schnapp"} <= reihum.GAMES.keys() - NAMES


def test_a_game_with_too_many_moves_is_refused() -> None:
    """Lays of more than two cards are too many to number."""
    with pytest.raises(reihum.BadOption, match="too many moves"):
        encoding_of(reihum.game("mogeln", seats=3, extra=3))


def test_a_game_that_names_no_observation_is_refused() -> None:
    """And told which games have an environment."""
    stranger = replace(reihum.GAMES["ratefix"], observation="").game(2)
    assert not fits(stranger)
    encoding_of.cache_clear()  # it compares games by their ids
    with pytest.raises(reihum.BadOption) as refused:
        encoding_of(stranger)
    assert refused.value.code == "env-unknown"
    assert "quartett" in str(refused.value)


def test_a_game_with_calls_is_refused() -> None:
    """And told which word it is that does not fit."""
    with pytest.raises(reihum.BadOption) as refused:
        encoding_of(reihum.game("schlafmuetze", seats=4))
    assert refused.value.code == "env-calls"
    assert "down" in str(refused.value)


def test_the_documents_name_every_part() -> None:
    """docs/envs.md has a line for each part of every game's observation."""
    before_jax = DOCUMENT.read_text(encoding="utf-8").partition("`reihum.envs.jax`")[0]
    first_columns = re.findall(r"^\| (`[^|]*)", before_jax, re.MULTILINE)
    named = {name for column in first_columns for name in re.findall("`(.*?)`", column)}
    assert named == {part.name for game in VARIATIONS for part in encoding_of(game).parts} | REWARDS.keys()
