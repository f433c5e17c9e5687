"""Positions of Master: there and back, what players see and remember of them, and the hidden cards dealt again."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from reihum.bots import show_events
from reihum.bots.simple.master import BuilderBot
from reihum.cards import JOKER, Randomness
from reihum.engine import Game
from reihum.games.master.board import beside
from reihum.games.master.rules import MasterState
from reihum.simulator import deal, imagine, play_on, position, rollouts, seen, simulate, state
from simulator.master_tables import ALL_ROWS, master, random_steps, table
from tiers import one_in


def middles(game: Game, count: int, every: int = 7, seed: int = 1) -> list[MasterState]:
    """Positions of random rounds, without what the last move showed."""
    steps = islice(random_steps(game, Random(seed)), 3, 3 + count * every, every)
    return [replace(step.before, last=()) for step in steps]


def found(game: Game, like: str) -> MasterState:
    """The first position of random rounds in which somebody has won a joker or must lay."""
    for step in random_steps(game, Random(3)):
        if getattr(step.before, like) and step.before.hands[step.before.turn]:
            return replace(step.before, last=())
    raise AssertionError


@pytest.mark.parametrize("rows", ALL_ROWS)
def test_positions_go_there_and_back(rows: str) -> None:
    """A state of the engine is the same after a round trip, and a simulated deal is one the engine could make."""
    for seats in range(2, 7):
        game = table(seats, rows)
        for now in middles(game, 20):
            assert state(position(now)) == now
        ours = master(state(deal(game, 0, 0)))
        deck = [card for seat in range(seats) for card in ours.hand_of(seat)] + list(ours.stock)
        assert ours == game.deal(deck=deck)


def test_the_option_first_is_kept() -> None:
    """RULEBOOK §0: a seat that begins, or one drawn by lot."""
    for seat in range(3):
        assert set(simulate(table(3, first=seat), 50, each=True).column("starter")) == {seat}
    drawn = Counter(simulate(table(3, first="random"), 3_000, each=True).column("starter"))
    assert all(abs(count - 1_000) < 110 for count in drawn.values())
    assert len(drawn) == 3


@pytest.mark.parametrize("seats", range(2, 7))
def test_imagined_worlds_look_the_same(seats: int) -> None:
    """What a player sees is the same in every imagined world, on any player's turn, and no card is lost."""
    for now in middles(table(seats), 40, 11):
        for seat in range(seats):
            what = position(now, seat)
            for number in range(2):
                world = state(imagine(what, 1, number))
                assert world.view(seat) == now.view(seat)
                assert sorted(world.everywhere()) == sorted(now.everywhere())
                assert world.legal(now.turn), "the player on turn can still move"


def test_hidden_cards_may_lie_anywhere() -> None:
    """Every unseen card, and every unseen joker, is as often in each place as the number of cards there says."""
    now = next(now for now in middles(table(4), 50) if not now.target)
    sizes = [0 if seat == now.turn else each.cards for seat, each in enumerate(now.players())] + [len(now.stock)]
    unseen = 4 - now.wild.bit_count() - now.jokers[now.turn]
    cards, jokers = Counter[int](), Counter[int]()
    hidden = now.board.cards(now.hands[(now.turn + 1) % 4])[0]
    for number in range(1_000):
        world = master(state(imagine(position(now, now.turn), 5, number)))
        hands = [world.hand_of(seat) for seat in range(4)] + [list(world.stock)]
        cards[next(place for place, hand in enumerate(hands) if hidden in hand)] += 1
        jokers.update({place: hand.count(JOKER) for place, hand in enumerate(hands) if place != now.turn})
    for place, size in enumerate(sizes):
        share = int(size) / sum(map(int, sizes))
        spread = (1_000 * share * (1 - share)) ** 0.5
        assert abs(cards[place] - 1_000 * share) <= 4 * spread
        assert abs(jokers[place] - unseen * 1_000 * share) <= 4 * unseen * spread


@pytest.mark.parametrize("rows", one_in(5, ALL_ROWS))
def test_views_tell_nearly_everything(rows: str) -> None:
    """What a view shows is what the state itself says a seat may know. Only passes do not show, nor how far the turn
    of somebody else is, nor this player's own while a connection waits for its card, nor a swap that changes nothing:
    without a stock a player who can lay a card must."""
    checked: set[tuple[bool, bool]] = set()
    for now in middles(table(4, rows), 150, 5):
        for seat in range(4):
            shows = seat == now.turn and not now.target
            matters = bool(now.stock) or not now.hands[seat] & beside(now.table)
            won = int(shows and not now.laid and now.won > 0 and matters)
            plain = replace(now, passes=0, laid=now.laid if shows else 0, won=won)
            what, known = seen(now.game, now.view(seat)), position(plain, seat)
            assert replace(what, placed=()) == replace(known, placed=())
            assert sorted(what.placed) == sorted(known.placed)
            checked.add((shows and now.laid > 0, shows and now.won > 0))
    assert len(checked) == 4


def test_a_joker_from_the_table_is_in_the_hand_it_went_to() -> None:
    """§2: everybody has seen who swapped a joker out."""
    now = found(table(4), "won")
    for seat in range(4):
        for number in range(50):
            world = master(state(imagine(position(now, seat), 1, number)))
            assert world.jokers[now.turn] >= now.won


def test_after_a_connection_the_player_has_a_card_for_it() -> None:
    """§2: a connection is only used by a player who holds the target card or a joker."""
    now = found(table(4), "target")
    for seat in range(4):
        for number in range(50):
            world = master(state(imagine(position(now, seat), 1, number)))
            assert world.hands[now.turn] & now.target or world.jokers[now.turn]


def to_the_end(now: MasterState) -> MasterState:
    """A round played to its end by sensible bots; they have seen how far the turn is."""
    bots = [BuilderBot(now.game, seat, Randomness(b"", "")) for seat in range(now.game.seats)]
    bots[now.turn].laid = now.laid
    while now.outcome is None:
        now = master(now.play(now.turn, bots[now.turn].choose(now.view(now.turn))))
        show_events(now, bots)
    return now


def test_rollouts_are_what_the_engine_would_play() -> None:
    """The hidden cards dealt again, a move, and bots to the end: the engine comes to the same wins and points."""
    for now in middles(table(3), 8, 23):
        what = position(now, now.turn)
        moves = now.legal(now.turn)[-4:]
        counted = rollouts(what, 2, "holder", moves=moves, seed=2)
        for move, each in zip(moves, counted, strict=True):
            worlds = [master(state(imagine(what, 2, number))) for number in range(2)]
            outcomes = [to_the_end(master(world.play(now.turn, move))).outcome for world in worlds]
            points = [outcome.points for outcome in outcomes if outcome]
            assert each.points == tuple(map(sum, zip(*points, strict=True)))
            winners = [outcome.winners for outcome in outcomes if outcome]
            assert each.wins == tuple(sum(seat in won for won in winners) for seat in range(3))


def test_deals_of_the_engine_can_be_played() -> None:
    """Given positions are played in turn: here two deals, 50 times each."""
    positions = [position(table(4).deal(seed=seed)) for seed in ("one", "two")]
    (both,) = play_on(positions, 100, "eager")
    alone = [play_on([each], 50, "eager")[0] for each in positions]
    assert both.points == tuple(map(sum, zip(*(each.points for each in alone), strict=True)))
    assert both.moves == sum(each.moves for each in alone)
