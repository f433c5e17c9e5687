"""``trained``: a net that runs as a kernel or with numpy, and sees only what its seat may know."""

from __future__ import annotations

import subprocess
import sys
from array import array
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

import reihum
from missing import NOT_TESTED
from reihum.api.pictures import draw_picture
from reihum.bots import bots_for, offered, play_round, seat_bots
from reihum.bots.search.weighted_bot import WeightedBot
from reihum.bots.trained import evaluation, maker
from reihum.cards import Randomness
from reihum.protocol.gamelist import game_list
from reihum.simulator import available

pytest.importorskip("numpy", reason=f"{NOT_TESTED}: numpy is not installed (pip install reihum[trained])")

import numpy as np

from reihum.bots.trained import network
from reihum.bots.trained.master_bot import TrainedMasterBot
from reihum.bots.trained.network import Network, load_network
from reihum.bots.trained.row_bot import TrainedRowBot
from reihum.bots.trained.row_observation import MAX_HAND, NUMBERS, count_planes
from reihum.bots.trained.weights_file import read_plain_weights

ROW_GAMES = [facts.id for facts in reihum.GAMES.values() if facts.family == "rows"]
MAX_BYTES = 1_000_000

EXPECTED = {
    ("classic", 4): {"lay Y8": 16.91, "lay Y16": 11.32},
    ("classic", 12): {"lay B12": -5.26, "end": 33.82},
    ("any-start", 4): {"lay R7": 18.1, "end": 42.2},
    ("any-start", 12): {"lay G12": 9.28, "lay B12": 20.34, "end": 22.81},
    ("master", 16): {"lay B19": 9.66, "lay J>B19": -10.64},
}
"""Preferences at seat 0 against two solid players, by game and number of the decision. The environment in JAX gives the
same (tests/envs/jax/test_trained_bot.py and test_trained_master.py)."""


@pytest.mark.parametrize("id", ["classic", "any-start", "master"])
def test_it_prefers_what_it_learned_to(id: str) -> None:
    """Preferences are those that were written down when the net was trained."""
    game = reihum.game(id, seats=3)
    bots = seat_bots(game, ["trained", "solid", "solid"], b"expected")
    bot, decisions, compared = bots[0], 0, 0
    assert isinstance(bot, TrainedRowBot | TrainedMasterBot)
    for _, _, state in play_round(game.deal("expected"), bots):
        view = state.view(0)
        decisions += len(offered(view)) > 1
        if len(offered(view)) > 1 and (expected := EXPECTED.get((id, decisions))):
            assert bot.prefer(view) == pytest.approx(expected, abs=0.05)
            compared += 1
    assert compared == sum(name == id for name, _ in EXPECTED)


@pytest.mark.full
@pytest.mark.parametrize("id", [*ROW_GAMES, "master"])
def test_numpy_and_the_kernel_prefer_the_same(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every decision of some rounds, with every number of seats: nearly equal preferences, and the same move."""
    if not available():
        pytest.skip("there are no compiled kernels: numpy is used everywhere")
    compared = 0
    for seats in reihum.GAMES[id].seats:
        game = reihum.game(id, seats=seats)
        for number in range(2 if id == "master" else 10):
            bots = seat_bots(game, ["trained", *["solid"] * (seats - 1)], b"%d" % number)
            bot = bots[0]
            assert isinstance(bot, TrainedRowBot | TrainedMasterBot)
            for _, _, state in play_round(game.deal(f"both {number}"), bots):
                view = state.view(0)
                if state.outcome is not None or state.to_act != (0,) or len(offered(view)) < 2:
                    continue
                preferred = bot.prefer(view)
                with monkeypatch.context() as patched:
                    patched.setattr(network, "available", lambda: False)
                    by_numpy = bot.prefer(view)
                assert by_numpy == pytest.approx(preferred, abs=1e-3)
                assert max(by_numpy, key=by_numpy.__getitem__) == max(preferred, key=preferred.__getitem__)
                compared += 1
    assert compared > 200


@pytest.mark.parametrize("id", [*ROW_GAMES, "master"])
def test_it_sees_no_hidden_card(id: str) -> None:
    """In another world that looks the same to its seat, it prefers the same moves by the same amount."""
    game = reihum.game(id, seats=4)
    bots = seat_bots(game, ["trained", "solid", "trained", "beginner"], b"worlds")
    compared = 0
    for number, (_, _, state) in enumerate(play_round(game.deal("worlds"), bots)):
        if state.outcome is not None or state.to_act[0] % 2:
            continue
        seat = state.to_act[0]
        bot, other = bots[seat], state.imagine(seat, Randomness(b"%d" % number, "world"))
        assert isinstance(bot, TrainedRowBot | TrainedMasterBot)
        assert bot.prefer(other.view(seat)) == bot.prefer(state.view(seat))
        compared += other != state
    assert compared


@pytest.mark.parametrize(("id", "deals", "least"), [("classic", 30, 36), ("master", 2, 4)])
def test_it_wins_more_than_its_share(id: str, deals: int, least: int) -> None:
    """Alone against one solid player, it wins clearly more than half of the rounds of classic, and Master nearly
    always."""
    game = reihum.game(id, seats=2)
    wins = 0
    for number in range(deals):
        for own in range(2):
            names = ["trained" if seat == own else "solid" for seat in range(2)]
            *_, (_, _, end) = play_round(game.deal(f"trained {number}"), seat_bots(game, names, b"%d" % number))
            assert end.outcome is not None
            wins += own in end.outcome.winners
    assert wins >= least


def test_a_net_may_have_room_for_fewer_seats() -> None:
    """The inputs of absent players are nothing, so a net without them prefers the same."""
    large = load_network("rows-classic")
    weights = {name: np.asarray(weight) for name, weight in large.weights.items()}
    hands, seats = MAX_HAND + 1, range(3)
    numbers = [seat * hands + size for seat in seats for size in range(hands)]
    numbers += [start * 6 + seat for start in (hands, hands + 1) for seat in seats]
    numbers += range(6 * (hands + 2), len(weights["numbers"]))
    rows = weights["rows"][: count_planes(3) * NUMBERS]
    small = Network(weights | {"rows": rows, "numbers": weights["numbers"][numbers]})
    game = reihum.game("classic", seats=3)
    bots = seat_bots(game, ["solid"] * 3, b"room")
    bots[0] = one = TrainedRowBot(game, 0, Randomness(b"", ""), large)
    other = TrainedRowBot(game, 0, Randomness(b"", ""), small)
    compared = 0
    for _, _, state in play_round(game.deal("room"), bots):
        other.see(state.events(0))
        if state.to_act == (0,) and len(offered(state.view(0))) > 1:
            assert other.prefer(state.view(0)) == pytest.approx(one.prefer(state.view(0)), abs=1e-3)
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("name", ["rows-classic", "rows-variants"])
def test_its_net_takes_all_colours_alike(name: str) -> None:
    """If the colours change places, so do its preferences."""
    dice, net = np.random.default_rng(1), load_network(name)
    planes = dice.random((4, count_planes(6) * NUMBERS))
    numbers = array("f", dice.random(len(net.weights["numbers"])))
    cards, other = net.evaluate(array("f", planes.ravel()), numbers)
    for order in ([1, 0, 2, 3], [3, 2, 0, 1]):
        moved, same = net.evaluate(array("f", planes[order].ravel()), numbers)
        assert np.allclose(moved, np.reshape(cards, (4, NUMBERS))[order].ravel(), atol=1e-4)
        assert same == pytest.approx(other)


@pytest.mark.parametrize("id", ["classic", "master"])
def test_it_can_come_late(id: str) -> None:
    """A player who has not seen the round's beginning still makes moves that its view offers."""
    game = reihum.game(id, seats=3)
    *moves, _ = play_round(game.deal("late"), seat_bots(game, ["solid"] * 3, b"late"))
    for _, _, state in moves:
        seat = state.to_act[0]
        late = bots_for(game.facts)["trained"](game, seat, Randomness(b"", "late"))
        late.see(state.events(seat))
        assert late.choose(state.view(seat)) in offered(state.view(seat))


def test_where_nets_do_not_run_it_is_solid(monkeypatch: pytest.MonkeyPatch) -> None:
    """The level exists everywhere; without compiled kernels and without numpy, the next best bot plays."""
    monkeypatch.setattr(maker, "can_evaluate", lambda: False)
    game = reihum.game("junior", seats=2)
    assert type(bots_for(game.facts)["trained"](game, 0, Randomness(b"", ""))) is WeightedBot


@pytest.mark.parametrize(("edition", "kind"), [("60", TrainedRowBot), ("40", WeightedBot)])
def test_where_its_net_has_learned_too_little_it_is_solid(edition: str, kind: type) -> None:
    """With 40 cards the nets win less than ``solid``."""
    game = reihum.game("classic", seats=2, edition=edition)
    assert type(bots_for(game.facts)["trained"](game, 0, Randomness(b"", ""))) is kind


def test_a_page_offers_it_only_where_nets_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """They run with compiled kernels or with numpy. Without both people are offered ``solid``; tables with ``trained``
    go on."""
    facts = reihum.GAMES["classic"]
    for numpy, kernels in ((True, False), (False, True)):
        monkeypatch.setattr(evaluation, "_has_numpy", lambda has=numpy: has)
        monkeypatch.setattr(evaluation, "_has_kernels", lambda has=kernels: has)
        assert facts.offered_levels == facts.levels
    monkeypatch.setattr(evaluation, "_has_kernels", lambda: False)
    assert facts.offered_levels == tuple(level for level in facts.levels if level != "trained")
    (entry,) = [entry for entry in game_list("en", draw_picture).games if entry.id == "classic"]
    assert entry.levels == facts.offered_levels
    assert "trained" in bots_for(facts)


def test_it_runs_without_numpy() -> None:
    """A browser has no numpy: there the bot needs nothing but kernels, and reads its net without numpy."""
    program = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = None
import reihum
from reihum.bots import offered, seat_bots
from reihum.bots.trained import maker
maker.can_evaluate = lambda: True
for id, name in (("classic", "rows-classic"), ("master", "master")):
    game = reihum.game(id, seats=2)
    state, bots = game.deal("plain"), seat_bots(game, ["trained"] * 2, b"plain")
    while len(offered(state.view(state.to_act[0]))) == 1:
        state = state.play(state.to_act[0], offered(state.view(state.to_act[0]))[0])
    from reihum.bots.trained import network
    network.available = lambda: True  # the kernel runs as plain Python, which takes a second
    view = state.view(state.to_act[0])
    print(bots[state.to_act[0]].choose(view) in offered(view), "numpy" in [*filter(sys.modules.get, sys.modules)])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.splitlines() == ["True False", "True False"]


@pytest.mark.parametrize("name", ["rows-classic", "rows-variants", "master"])
def test_its_net_is_read_without_numpy(name: str) -> None:
    """What numpy reads from the file, with the scales, bit for bit."""
    path = Path(str(files("reihum.bots.trained").joinpath("nets", f"{name}.npz")))
    weights, about = read_plain_weights(path)
    assert about
    with np.load(path) as file:
        assert [*weights] == [each for each in file.files if each != "about" and not each.endswith(".scale")]
        for each, weight in weights.items():
            scale = file[f"{each}.scale"].astype(np.float32) if f"{each}.scale" in file.files else np.float32(1)
            assert np.array_equal(np.asarray(weight), file[each].astype(np.float32) * scale)


def test_another_kind_of_weights_is_refused(tmp_path: Path) -> None:
    """With what was expected and what came."""
    np.savez(tmp_path / "net.npz", about=np.zeros(2))
    with pytest.raises(ValueError, match=r"expected an array of numpy, .* i1, u1 or f2, got .*<f8"):
        read_plain_weights(tmp_path / "net.npz")
    weights = {name: np.asarray(weight) for name, weight in load_network("master").weights.items()}
    with pytest.raises(ValueError, match="expected weights of 32 bits, got the format d for pool"):
        Network(weights | {"pool": weights["pool"].astype(float)})


def test_row_games_and_master_have_it() -> None:
    """It stands between ``solid`` and ``expert``."""
    for facts in reihum.GAMES.values():
        assert ("trained" in facts.levels) == (facts.id in (*ROW_GAMES, "master"))
    assert reihum.GAMES["classic"].levels[-4:] == ("solid", "trained", "expert", "master")


def test_the_nets_are_those_that_the_account_describes() -> None:
    """Each is below a megabyte, and its checksum is in the account of its origin."""
    nets = files("reihum.bots.trained").joinpath("nets")
    account = nets.joinpath("ORIGIN.md").read_text(encoding="utf-8")
    contents = {each.name: each.read_bytes() for each in nets.iterdir() if each.name.endswith(".npz")}
    assert [*sorted(contents)] == ["master.npz", "rows-classic.npz", "rows-variants.npz"]
    for name, content in contents.items():
        assert len(content) <= MAX_BYTES
        assert sha256(content).hexdigest() in account.partition(name)[2].partition("\n")[0]
