"""The lab counts right: on the simulator as on the engine, and what it says of chances is exact where it can be."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from msgspec import Struct
from msgspec.structs import replace

from documents import DOCS, blocks
from reihum import simulator
from reihum.arena.lab import (
    Lab,
    LabReport,
    default_rounds,
    engine_trials,
    plan_trials,
    run_lab,
    run_lab_within,
    simulator_trials,
)
from reihum.arena.lab.charts import LabCharts
from reihum.arena.lab.elevens import find_elevens, has_elevens
from reihum.arena.lab.report import house_rules
from reihum.arena.lab.trials import Sample, Trial
from reihum.arena.seatings import solo_seatings
from reihum.bots import play_round, seat_bots
from reihum.cards import Randomness
from reihum.engine import Game
from reihum.games import GAMES, game
from reihum.simulator.dice import SEED_LIMIT
from reihum.texts import LANGUAGES, Texts
from terminal import reihum


def quiet(_: int) -> None:
    """Nobody looks at a bar."""


def equal(played: Game, deals: int) -> Trial:
    """Rounds between equal bots."""
    return Trial(played, (("sensible",) * played.seats,), deals, "base")


@pytest.mark.parametrize(
    "played", [game("junior", 3, first="random"), game("classic", 4, blocking="draw"), game("master", 2)]
)
def test_the_simulator_counts_what_the_engine_plays(played: Game) -> None:
    """Its deals, played by the engine with the same bots, give the same wins, turns, points, lengths and stocks."""
    deals = 12
    (found,) = simulator_trials.play_trials([equal(played, deals)], b"seed", 1, quiet)
    again = Sample(rounds=deals)
    seed = Randomness(b"seed", "base 0").below(SEED_LIMIT)
    for number in range(deals):
        first = state = simulator.state(simulator.deal(played, seed, number))
        moves = []
        for _, move, after in play_round(state, seat_bots(played, ["sensible"] * played.seats, b"")):
            moves.append(move)
            state = after
        outcome = state.outcome
        assert outcome is not None
        again.lengths[len(moves) - moves.count("end")] += 1
        again.dry[state.view(None).zones[-1 - (played.id == "master")].pile.count == 0] += 1  # type: ignore[union-attr]
        for seat, share in enumerate((place == 1) / outcome.places.count(1) for place in outcome.places):
            again.points[seat] += outcome.points[seat]
            again.wins[seat] += share
            again.turns[(seat + played.seats - first.to_act[0]) % played.seats] += share
    assert (found.rounds, found.lengths, +found.dry) == (deals, again.lengths, +again.dry)
    assert found.points == again.points
    assert {seat: won for seat, won in again.wins.items() if won} == found.wins
    assert {turn: won for turn, won in again.turns.items() if won} == found.turns


class Shared(Struct):
    """What the simulator tells of two rounds between three: the first is shared, the second is not."""

    rounds: int = 2
    dry: int = 1
    points: Sequence[int] = (20, 25, 10)

    def column(self, name: str, seat: int = 0) -> Sequence[int]:
        """One fact of both."""
        told: dict[str, Sequence[int]] = {"winner": (-1, 1), "starter": (2, 0), "length": (7, 9)}
        return told.get(name) or ((10, 10), (10, 15), (5, 5))[seat]


@pytest.mark.parametrize(("id", "shares"), [("master", [0.5, 0.5, 0]), ("junior", [0, 0, 1])])
def test_shared_wins_on_the_simulator(id: str, shares: list[float]) -> None:
    """The points tell who shares: the most win in Master, the fewest in the row games."""
    found = Sample()
    tables = tuple(solo_seatings("sensible", "random", 3))
    results: Any = [Shared()] * 3
    simulator_trials._add(found, Trial(game(id, 3), tables, 2, "", "sensible"), results)
    assert [found.wins[seat] for seat in range(3)] == [3 * (share + (seat == 1)) for seat, share in enumerate(shares)]
    assert found.turns[1] == 3 * (shares[0] + 1)
    assert found.own == Counter([sum(shares) / 3, 1 / 3])
    assert (found.rounds, found.dry, found.lengths) == (6, {True: 3, False: 3}, {7: 3, 9: 3})


def test_threads_do_not_matter() -> None:
    """One or three: the same rounds."""
    work = [
        equal(game("junior", 2), 500),
        Trial(game("junior", 2), tuple(solo_seatings("sensible", "random", 2)), 200, "x", "sensible"),
    ]
    assert list(simulator_trials.play_trials(work, b"s", 1, quiet)) == list(
        simulator_trials.play_trials(work, b"s", 3, quiet)
    )


def test_on_the_engine() -> None:
    """Every round is counted once, and a bot against itself has nothing but luck."""
    peter = game("schwarzer-peter", 3)
    work = [equal(peter, 3), Trial(peter, tuple(solo_seatings("sensible", "random", 3)), 2, "duel", "sensible")]
    heard: list[int] = []
    base, duel = engine_trials.play_trials(work, b"s", 1, heard.append)
    assert (base.rounds, duel.rounds, sum(heard)) == (3, 6, 9)
    assert sum(base.wins.values()) == sum(base.turns.values()) == pytest.approx(3)
    assert base.own.total() == 0
    assert duel.own.total() == 2
    assert base.reasons == {"peter": 3}
    assert base.ran_dry is None


def test_which_games_the_simulator_plays() -> None:
    """The row games and Master, with the bots it knows."""
    games = [facts.game(facts.seats[-1]) for facts in GAMES.values()]
    known = [each.id for each in games if simulator_trials.can_simulate(each, ["random", "sensible"])]
    assert known == [*(each.id for each in games if each.facts.family == "rows"), "master"]
    assert not simulator_trials.can_simulate(game("classic", 2), ["random", "cmd:x"])


def test_how_many_rounds_are_usual() -> None:
    """A million if they are compiled; on the engine the fewer the longer they are."""
    assert default_rounds(game("classic", 4), ("sensible",), "s") == (1_000_000 if simulator.available() else 2_000)
    assert default_rounds(game("hoechste-karte", 2), ("sensible",), "s") == engine_trials.MOST_ROUNDS
    assert (
        engine_trials.FEWEST_ROUNDS <= default_rounds(game("quartett", 3), ("random",), "s") < engine_trials.MOST_ROUNDS
    )


CLASSIC_RULES = (
    "elevens must, elevens out, turn colour, turn one, stock no, "
    "blocking take3, blocking draw, drawing one, drawing until, drawing go-on, play_on True, fewer 1,0,0,0"
)


@pytest.mark.parametrize(
    ("played", "rules"),
    [
        (game("classic", 4), f"edition 60, edition 40, without R, without Y, without G, {CLASSIC_RULES}"),
        (
            game("classic", 4, edition="60"),
            f"edition 80, edition 40, without R, without Y, without G, {CLASSIC_RULES}",
        ),
        (game("junior", 2), "turn colour, turn one, stock no, play_on True, fewer 1,0"),
        (game("schlafmuetze", 3), ""),
        (game("quartett", 2, bluff=True), ""),
        (game("quartett", 4, bluff=True), "bluff False"),
        (game("zweikampf", 2), "colours RG, colours RB, colours YG, colours YB, colours GB, long True, length short"),
    ],
)
def test_house_rules(played: Game, rules: str) -> None:
    """Every other value, with what it needs, one at a time; not who begins, nor when a match ends."""
    found = dict(house_rules(played))
    assert ", ".join(f"{name} {value}" for name, value in found) == rules
    for (name, value), other in found.items():
        assert other.options[name] == value
        needs = played.facts.options[name].needs
        changed = {key for key in played.options if played.options[key] != other.options[key]}
        dependent = {each.name for each in played.facts.options.values() if each.needs}
        assert changed - {name} <= {needs[0] if needs else "", *dependent}


# ------------------------------------------------------------------------------------------------- whole reports


def report(played: Game, rounds: int, *bots: str) -> LabReport:
    """What the lab says of a game."""
    lab = Lab(game=played, bots=bots or ("random", "eager", "sensible"), seed="s", rounds=rounds)
    heard: list[int] = []
    found = run_lab(lab, heard.append)
    assert sum(heard) == found.played == sum(trial.rounds for trial in plan_trials(lab))
    return found


@pytest.fixture(scope="module")
def classic() -> LabReport:
    """A small report with everything in it."""
    return report(game("classic", 4), 400)


def test_a_report(classic: LabReport) -> None:
    """Shares add up, skill shows, and so does what a smaller edition changes."""
    assert classic.simulated
    assert sum(wins.value for wins in classic.wins) == sum(wins.value for wins in classic.turns) == pytest.approx(1)
    assert sum(classic.length.counts.values()) == classic.rounds == 400
    assert classic.length.low <= classic.length.median <= classic.length.high
    assert [(each.bot, each.against) for each in classic.skill] == [
        ("sensible", "eager"),
        ("sensible", "random"),
        ("eager", "random"),
    ]
    assert classic.skill[1].wins.low > classic.skill[1].fair == 0.25
    assert classic.skill[1].luck == pytest.approx((1 - classic.skill[1].wins.value) / 0.75)
    small = next(rule for rule in classic.rules if rule.value == "40")
    assert small.length.change.high < 0
    assert small.length.change.value == pytest.approx(small.length.value.value - classic.length.mean.value)
    assert small.skill is not None
    assert small.skill.change.value == pytest.approx(small.skill.value.value - classic.skill[1].wins.value)


def test_the_weaker_bot_has_no_luck() -> None:
    """Where the bot that should be better wins less than its share, there is no part that luck could have."""
    found = report(game("classic", 4), 400, "solid", "random")
    assert found.skill[0].wins.high < found.skill[0].fair
    assert found.skill[0].luck is None


def test_a_report_from_the_engine() -> None:
    """Without a simulator, a stock, house rules, or anybody to compare."""
    found = report(game("hoechste-karte", 2), 4, "sensible")
    assert not found.simulated
    assert (found.dry, found.skill, found.rules, found.elevens) == (None, (), (), None)
    assert found.reasons == {"done": 1.0}


@pytest.mark.parametrize(("seats", "edition"), [(2, "40"), (4, "80"), (6, "60")])
def test_elevens(seats: int, edition: str) -> None:
    """Exact chances: red opens as often as it is dealt, the next only if all before it were not; and it adds up."""
    played = game("classic", seats, edition=edition)
    found = find_elevens(played, "sensible", b"s", 10)
    cards, dealt = len(played.cards), sum(played.setup.hands)
    left = cards - dealt
    colours = "RYGB"[: 3 if edition == "60" else 4]
    missing = 1.0
    for number, colour in enumerate(colours):
        chance = missing * dealt / (cards - number)
        assert found.opens[colour] == pytest.approx(chance / (1 - found.again))
        missing *= (left - number) / (cards - number)
    assert found.again == pytest.approx(missing)
    assert sum(found.opens.values()) == pytest.approx(1)


def test_elevens_as_dealt() -> None:
    """What the engine deals agrees with the chances, and hands without an eleven win oftener."""
    played = game("classic", 4)
    found = find_elevens(played, "sensible", b"s", 2_000)
    states = [played.deal(f"deal {number}") for number in range(300)]
    openers = Counter(str(state.legal(state.to_act[0])[0]) for state in states)
    assert openers["lay R11"] / 300 == pytest.approx(found.opens["R"], abs=0.08)
    assert found.held[0].low > found.held[1].high
    games = [facts.game(facts.seats[-1]) for facts in GAMES.values()]
    assert [each.id for each in games if has_elevens(each)] == ["classic"]


# ------------------------------------------------------------------------------------------------- pictures


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures(classic: LabReport, language: str) -> None:
    """One for everything there is to show, in every language; each can be read, has a title, and asks nobody."""
    gallery = LabCharts(classic, Texts(language))
    found = gallery.pictures()
    assert list(found) == ["seats.svg", "length.svg", "skill.svg", "rules.svg", "elevens.svg"]
    for svg in found.values():
        root = ET.fromstring(svg)  # noqa: S314 – we have just made it
        assert root.findtext("{http://www.w3.org/2000/svg}title")
        assert "lab." not in svg
        assert "nan" not in svg
    assert all(f'<img src="{name}"' in gallery.page() for name in found)
    assert f'lang="{language}"' in gallery.page()


def test_pictures_of_little() -> None:
    """A game of which nothing but seats and length is known."""
    found = report(game("hoechste-karte", 2), 4, "sensible")
    assert list(LabCharts(found, Texts("en")).pictures()) == ["seats.svg", "length.svg"]


def test_another_report_is_another_picture(classic: LabReport) -> None:
    """The figures are in the pictures, each in its own."""
    texts = Texts("en")
    before = LabCharts(classic, texts).pictures()
    changed = LabCharts(replace(classic, turns=classic.turns[::-1]), texts).pictures()
    assert [name for name in before if before[name] != changed[name]] == ["seats.svg"]
    changed = LabCharts(replace(classic, skill=classic.skill[::-1]), texts).pictures()
    assert [name for name in before if before[name] != changed[name]] == ["skill.svg"]
    changed = LabCharts(replace(classic, rules=classic.rules[::-1]), texts).pictures()
    assert [name for name in before if before[name] != changed[name]] == ["rules.svg"]


@pytest.mark.soak
def test_the_pictures_in_the_documents_are_current(tmp_path: Path) -> None:
    """The commands in the documents draw exactly what lies there."""
    for page in ("arena", "lab"):
        command = next(line for block in blocks(page, "sh") for line in block.splitlines() if "docs/pictures" in line)
        words = [word.replace("docs/pictures", str(tmp_path)) for word in shlex.split(command)[1:]]
        assert reihum(*words).status == 0
    drawn = [path.relative_to(tmp_path) for path in tmp_path.rglob("*.svg")]
    assert len(drawn) == 6
    for path in drawn:
        assert (tmp_path / path).read_text() == (DOCS / "pictures" / path).read_text(), path


class StepClock:
    """A clock that goes on by a step whenever somebody looks."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self._step = step

    def __call__(self) -> float:
        self.now += self._step
        return self.now


def within(seconds: float, id: str = "zweikampf", *bots: str, step: float = 1.0) -> tuple[LabReport, float, list[str]]:
    """What the lab finds in a time if every look at the clock takes a step; the time it took, and what was played."""
    task = Lab(game=game(id, 2), bots=bots or ("random", "sensible"), seed="s", rounds=0)
    clock, begun = StepClock(step), list[str]()
    return run_lab_within(task, seconds, lambda trial: begun.append(trial.label), clock), clock.now, begun


@pytest.mark.parametrize("id", ["ratefix", "junior"])
def test_the_clock_stops_the_lab(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """More time gives more rounds, and the lab ends when it is up."""
    monkeypatch.setattr(simulator_trials, "CHUNK_DEALS", 200)
    bots = ("random", "eager") if id == "junior" else ("random", "sensible")
    (short, took, begun), (longer, took_longer, _) = (within(seconds, id, *bots) for seconds in (60, 120))
    assert 60 <= took < 100
    assert 120 <= took_longer < 170
    assert 2 <= short.rounds < longer.rounds
    assert short.played < longer.played
    assert begun[:2] == ["base", f"skill {(bots[1], bots[0])}"]
    assert [each.bot for each in short.skill] == [bots[1]]
    assert short.rules
    assert (short.pairs_left_out, short.rules_left_out) == ((), ())


def test_what_does_not_fit_is_left_out() -> None:
    """The first comparisons that fit are made; the report names the others, and the first players get their time."""
    everything, _, _ = within(300)
    some, _, begun = within(30)
    nothing, took, played = within(1, step=100)
    assert 0 < len(some.rules) < len(everything.rules)
    assert some.pairs_left_out == ()
    assert [(rule.option, rule.value) for rule in (*some.rules,)] + [*some.rules_left_out] == [
        (rule.option, rule.value) for rule in everything.rules
    ]
    assert all(f"rule {name}" not in begun for name in some.rules_left_out)
    assert (nothing.skill, nothing.rules, nothing.rounds) == ((), (), 2)
    assert nothing.pairs_left_out == (("sensible", "random"),)
    assert len(nothing.rules_left_out) == len(everything.rules)
    assert {*played} == {"base"}
    assert took < 1_000


def test_processes_go_on_side_by_side() -> None:
    """With two processes the same deals are played as with one."""
    task = Lab(game=game("ratefix", 2), bots=("random", "sensible"), seed="s", rounds=0, with_rules=False)
    one, two = (run_lab_within(replace(task, jobs=jobs), 12, clock=StepClock(1.0)) for jobs in (1, 2))
    assert one == two
