"""What the lab finds out about a game, and how."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from time import perf_counter
from typing import Any

from msgspec import Struct, structs

from reihum.arena.intervals import Estimate, Share, difference
from reihum.arena.lab import engine_trials, simulator_trials
from reihum.arena.lab.elevens import Elevens, find_elevens, has_elevens
from reihum.arena.lab.time_budget import play_within
from reihum.arena.lab.trials import Sample, Trial
from reihum.arena.seatings import solo_seatings
from reihum.cards import as_seed
from reihum.engine import Game
from reihum.engine.options import Option, Settings, find_needs
from reihum.errors import BadOption

COMPARISONS = 10
"""Each pair of bots, and each house rule, gets this fraction of the rounds, or less if there are more of them."""
FEWEST_ROUNDS = 100
"""But it gets at least this many rounds, if there are as many."""

SHARED_ROUNDS = 100_000
"""A number of rounds that shows how a limited time is shared."""


class Lab(Struct, frozen=True, kw_only=True):
    """The task of the lab."""

    game: Game
    bots: tuple[str, ...]
    """Bots of different skill, the weakest first. The last one plays wherever skill does not matter."""
    seed: str
    rounds: int
    jobs: int = 1
    with_rules: bool = True
    """Compare the house rules."""

    @property
    def simulated(self) -> bool:
        """Whether the compiled simulator can play it."""
        return simulator_trials.can_simulate(self.game, self.bots)

    def part(self, parts: int = COMPARISONS) -> int:
        """The rounds for one of several comparisons."""
        return max(self.rounds // max(parts, COMPARISONS), min(self.rounds, FEWEST_ROUNDS))


class Length(Struct, frozen=True):
    """How many moves a round has, without ``end``."""

    mean: Estimate
    median: int
    low: int
    """19 of 20 rounds are longer than this."""
    high: int
    """19 of 20 rounds are not longer than this."""
    counts: dict[int, int]


class Skill(Struct, frozen=True):
    """What a better bot wins, alone against weaker ones, over duplicate deals."""

    bot: str
    against: str
    fair: float
    wins: Estimate
    luck: float | None
    """The part of the wins above the fair share that it does not get: 1 is pure luck, 0 pure skill. None if it is the
    weaker bot."""


class Effect(Struct, frozen=True):
    """A figure with a house rule, and its difference from the figure without it."""

    value: Estimate
    change: Estimate


class Rule(Struct, frozen=True):
    """The effects of one value of an option, with everything else unchanged."""

    option: str
    value: Any
    length: Effect
    first: Effect
    """How often the first player wins."""
    dry: Effect | None
    """How often the stock runs out, if there is one."""
    skill: Effect | None
    """How often the best bot wins alone against the weakest, if there are two."""


class LabReport(Struct, frozen=True):
    """Everything the lab has found."""

    game: str
    seats: int
    options: Settings
    bots: tuple[str, ...]
    seed: str
    rounds: int
    """The rounds of the main sample. All rounds together are more."""
    played: int
    simulated: bool
    fair: float
    wins: tuple[Estimate, ...]
    """By seat."""
    turns: tuple[Estimate, ...]
    """By place in the order of turns, from the first player on."""
    points: tuple[float, ...]
    """Average points by seat."""
    length: Length
    dry: Estimate | None
    reasons: dict[str, float]
    """How rounds end, as shares. The simulator does not tell."""
    skill: tuple[Skill, ...]
    rules: tuple[Rule, ...]
    elevens: Elevens | None
    pairs_left_out: tuple[tuple[str, str], ...] = ()
    """Better and weaker bots that were not compared, because the time was too short."""
    rules_left_out: tuple[tuple[str, Any], ...] = ()
    """House rules that were not tried, because the time was too short."""


def default_rounds(game: Game, bots: Sequence[str], seed: str) -> int:
    """How many rounds to play if the user does not say."""
    if simulator_trials.can_simulate(game, bots):
        return simulator_trials.default_rounds(game)
    return engine_trials.default_rounds(game, bots[-1], as_seed(seed))


def run_lab(
    lab: Lab, tick: Callable[[int], None] = lambda _: None, begin: Callable[[Trial], None] = lambda _: None
) -> LabReport:
    """Play, count and sum up. ``tick`` gets the number of rounds played since the last call; ``begin`` is told which
    trial is played now."""
    run = simulator_trials.play_trials if lab.simulated else engine_trials.play_trials
    work, found = plan_trials(lab), dict[str, Sample]()
    played = run(work, as_seed(lab.seed), lab.jobs, tick)
    for trial in work:
        begin(trial)
        found[trial.label] = next(played)
    return _sum_up(lab, found)


def run_lab_within(
    lab: Lab,
    seconds: float,
    begin: Callable[[Trial], None] = lambda _: None,
    clock: Callable[[], float] = perf_counter,
) -> LabReport:
    """Play for a limited time instead of a number of rounds, count and sum up. The comparisons that do not fit are left
    out, and the report names them."""
    work = plan_trials(structs.replace(lab, rounds=SHARED_ROUNDS))
    open_runs = simulator_trials.open_runs if lab.simulated else engine_trials.open_runs
    with open_runs(as_seed(lab.seed), lab.jobs) as make_run:
        return _sum_up(lab, play_within(work, seconds, make_run, begin, clock))


def _sum_up(lab: Lab, found: dict[str, Sample]) -> LabReport:
    base, seats = found["base"], range(lab.game.seats)
    return LabReport(
        game=lab.game.id,
        seats=lab.game.seats,
        options=lab.game.used_options,
        bots=lab.bots,
        seed=lab.seed,
        rounds=base.rounds,
        played=sum(sample.rounds for sample in found.values()),
        simulated=lab.simulated,
        fair=1 / lab.game.seats,
        wins=tuple(Estimate(*base.share(base.wins, seat)) for seat in seats),
        turns=tuple(Estimate(*base.share(base.turns, seat)) for seat in seats),
        points=tuple(base.points[seat] / base.rounds for seat in seats),
        length=_length(base),
        dry=base.ran_dry and Estimate(*base.ran_dry),
        reasons={reason: count / base.rounds for reason, count in base.reasons.most_common()},
        skill=tuple(_skill(lab, *pair, found[f"skill {pair}"].won) for pair in _pairs(lab) if f"skill {pair}" in found),
        rules=tuple(_rules(lab, found)),
        elevens=_elevens(lab, base.rounds),
        pairs_left_out=tuple(pair for pair in _pairs(lab) if f"skill {pair}" not in found),
        rules_left_out=tuple(name for name, _ in _compared_rules(lab) if f"rule {name}" not in found),
    )


# --- the plan ---


def plan_trials(lab: Lab) -> list[Trial]:
    """Everything that has to be played."""
    return [_equal_trial(lab.game, lab.bots[-1], lab.rounds, "base"), *_skill_trials(lab), *_rule_trials(lab)]


def _skill_trials(lab: Lab) -> Iterator[Trial]:
    for pair in _pairs(lab):
        yield _duel_trial(lab.game, *pair, lab.part(), f"skill {pair}")


def _rule_trials(lab: Lab) -> Iterator[Trial]:
    rules = _compared_rules(lab)
    rounds = lab.part(len(rules))
    for name, game in rules:
        yield _equal_trial(game, lab.bots[-1], rounds, f"rule {name}", name)
        if len(lab.bots) > 1:
            yield _duel_trial(game, lab.bots[-1], lab.bots[0], rounds, f"rule skill {name}", name)


def _compared_rules(lab: Lab) -> list[tuple[tuple[str, Any], Game]]:
    return [*house_rules(lab.game)] if lab.with_rules else []


def _equal_trial(game: Game, bot: str, rounds: int, label: str, rule: tuple[str, Any] | None = None) -> Trial:
    return Trial(game, ((bot,) * game.seats,), rounds, label, rule=rule)


def _duel_trial(
    game: Game, bot: str, other: str, rounds: int, label: str, rule: tuple[str, Any] | None = None
) -> Trial:
    """As many deals as give this many rounds, but at least two."""
    deals = max(2, rounds // game.seats)
    return Trial(game, tuple(solo_seatings(bot, other, game.seats)), deals, label, bot, other, rule)


def _pairs(lab: Lab) -> list[tuple[str, str]]:
    """Every better bot with every weaker one, the best first."""
    return [(better, weaker) for better, weaker in combinations(lab.bots[::-1], 2)]


def house_rules(game: Game) -> Iterator[tuple[tuple[str, Any], Game]]:
    """The game with every other value of every option that matters for a round, one at a time. Not who begins, and not
    when a match ends."""
    seen = {game}
    for option in game.facts.options.values():
        if option.kind == "seat" or option.name == game.facts.until:
            continue
        for value in option.values(game.seats):
            other = _change_option(game, option, value)
            if other is not None and other not in seen:
                seen.add(other)
                yield (option.name, value), other


def _change_option(game: Game, option: Option, value: Any) -> Game | None:
    """The game with another value of an option and everything that value needs. None if that is not possible."""
    options = game.facts.options
    kept = {
        name: own for name, own in game.used_options.items() if option.name not in find_needs(options, options[name])
    }
    try:
        return game.facts.game(game.seats, **kept | find_needs(options, option) | {option.name: value})
    except BadOption:  # not with this number of seats, or not with the other options
        return None


# --- the findings ---


def _elevens(lab: Lab, rounds: int) -> Elevens | None:
    if not lab.simulated or not has_elevens(lab.game):
        return None
    return find_elevens(lab.game, lab.bots[-1], as_seed(lab.seed), rounds)


def _length(base: Sample) -> Length:
    counts = {int(moves): count for moves, count in sorted(base.lengths.items())}
    median, low, high = (base.quantile(part) for part in (0.5, 0.05, 0.95))
    return Length(Estimate(*base.length), median, low, high, counts)


def _skill(lab: Lab, bot: str, against: str, won: Share) -> Skill:
    fair = 1 / lab.game.seats
    luck = None if won.high < fair else min(1.0, (1 - won.value) / (1 - fair))
    return Skill(bot, against, fair, Estimate(*won), luck)


def _rules(lab: Lab, found: dict[str, Sample]) -> Iterator[Rule]:
    base = found["base"]
    best = found.get(f"skill {(lab.bots[-1], lab.bots[0])}")
    for name, _ in _compared_rules(lab):
        if f"rule {name}" not in found:
            return
        sample = found[f"rule {name}"]
        yield Rule(
            *name,
            length=_effect(sample.length, base.length),
            first=_effect(sample.share(sample.turns, 0), base.share(base.turns, 0)),
            dry=_effect(sample.ran_dry, base.ran_dry) if sample.ran_dry and base.ran_dry else None,
            skill=_effect(found[f"rule skill {name}"].won, best.won) if best else None,
        )


def _effect(value: Share, before: Share) -> Effect:
    return Effect(Estimate(*value), Estimate(*difference(value, before)))
