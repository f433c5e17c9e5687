"""What house rules change, from the figures that `python -m tools.options` has made: docs/options.md for readers, and
the module behind the help of the options. `python -m tools.docs` writes both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reihum.arena.intervals import Estimate, Share, difference
from reihum.engine import Facts
from reihum.games import GAMES
from reihum.texts import Texts
from tools.lengths import MOVE_SECONDS
from tools.options import OptionFigures, RuleFigures, compared_rule, names_colours, read
from tools.tables import make_table

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "options.md"
MODULE = ROOT / "src" / "reihum" / "protocol" / "effect_figures.py"

UNUSED = ("blocking",)
"""Options that `sensible` never uses: only `random` does, and what it loses by that says nothing about luck."""

SMALLEST_WINS, SMALLEST_SKILL = 0.03, 0.05
"""A change of the wins of the first player, or of the better bot, is told from this size on."""

TEXTS = Texts("en")
HEAD = f"""\
<!-- Made by `make docs`. -->

# What house rules change

Every value of every option, one at a time, at a table of four (Zweikampf: two). A rule is compared with the usual
game or, if it builds on another rule, with that one. `python -m tools.options` plays the games, in about nine minutes
on one core; `make docs` writes this page and the help of the options, which says the same in words. Of values that
only name colours, one stands for all. For any other table, ask [the balance lab](lab.md): `reihum lab classic -s 6`.

- **Rounds**: between equal bots (`sensible`). The row games and Master run on the simulator, the others on the engine.
- **Moves**: the mean with its 95 % interval; moves that only end a turn do not count. **Minutes**: the median, with
  {MOVE_SECONDS} seconds for a move, the pace of bots. People at a table take longer.
- **1., 2., …**: how often each player wins, in the order of turns. With a handicap (`fewer`) it is by seat: the first
  seat has three cards fewer. **±**: half of the 95 % interval of the first share; the others are about as wide.
- **Luck**: the part of the possible wins above the fair share that one `sensible` bot among `random` ones does not get,
  with the same cards from every seat. 100 % is pure luck.

Bots do not use every rule: `sensible` never blocks, but `random` does, and loses by it. So the luck of `blocking` is
left out. Fewer cards help a player in
Junior only: in the other row games, those who can choose among fewer cards must draw more often.
"""
MATCHES = """\
## Matches to a number of points

A match with `until` ends as soon as somebody has this many points. The table shows the median of its rounds and
minutes, between `sensible` bots.
"""


def write_page() -> str:
    """docs/options.md."""
    found = [(facts, figures) for facts in GAMES.values() if (figures := read(facts.id))]
    sections = [section for facts, figures in found for section in _write_game(facts, figures) if len(figures.rows) > 1]
    return "\n".join([HEAD, *sections, MATCHES, _write_matches([figures for _, figures in found]), ""])


def _write_game(facts: Facts, figures: OptionFigures) -> Iterator[str]:
    turns = [f"{turn}." for turn in range(1, figures.seats + 1)]
    columns = ["rule", "rounds", "moves", "minutes", *turns, "±", "luck"]
    if figures.rows[0].dry:
        columns.append("stock runs out")
    yield f"## {TEXTS.text(f'{facts.id}.name')}\n"
    yield make_table(columns, [_write_row(facts, row, figures.seats) for row in figures.rows]) + "\n"


def _write_row(facts: Facts, row: RuleFigures, seats: int) -> list[str]:
    wins = row.seats if _is_handicap(facts, row) else row.turns
    cells = [
        _name_rule(facts, row),
        f"{row.rounds:,}",
        f"{row.moves.value:,.1f} ± {_half(row.moves):.1f}",
        _minutes(row.median),
    ]
    cells += [f"{100 * share.value:.1f} %" for share in wins]
    luck = "–" if row.option in UNUSED else f"{100 * (1 - row.skill.value) / (1 - 1 / seats):.0f} %"
    cells += [f"{100 * _half(wins[0]):.1f}", luck]
    return cells if row.dry is None else [*cells, f"{100 * row.dry.value:.0f} %"]


def _name_rule(facts: Facts, row: RuleFigures) -> str:
    if not row.option:
        return "as usual"
    option, value = compared_rule(facts.options, row.option)
    needs = f" (with `{option} {value}`)" if option else ""
    return f"`{row.option} {row.value}`{needs}" + (f", rules {row.rules}" if row.rules else "")


def _minutes(moves: float) -> str:
    minutes = moves * MOVE_SECONDS / 60
    return f"{minutes:.0f}" if minutes >= 10 else f"{minutes:.1f}"


def _half(found: Estimate) -> float:
    return (found.high - found.low) / 2


def _write_matches(figures: list[OptionFigures]) -> str:
    rows = [
        [TEXTS.text(f"{each.game}.name"), str(found.until), f"{found.rounds:g}", _minutes(found.moves)]
        for each in figures
        for found in each.matches
    ]
    return make_table(["game", "points", "rounds", "minutes"], rows)


# --- the help of the options ---


def write_module() -> str:
    """The module with the figures that the help of the options tells."""
    lines = [
        '"""What house rules change. Made by `make docs` from the figures of `python -m tools.options`."""',
        "",
        "from __future__ import annotations",
        "",
        "FIGURES: dict[str, dict[str, tuple[float, tuple[int, int] | None, int]]] = {",
    ]
    for facts in GAMES.values():
        figures = read(facts.id)
        effects = dict(_find_effects(facts, figures)) if figures else {}
        if effects:
            lines += [
                f'    "{facts.id}": {{',
                *(f'        "{rule}": {told},' for rule, told in effects.items()),
                "    },",
            ]
    docstring = '"""By game and rule: the fields of a ``RuleEffect``."""'
    return "\n".join([*lines, "}", docstring, ""])


def _find_effects(
    facts: Facts, figures: OptionFigures
) -> Iterator[tuple[str, tuple[float, tuple[int, int] | None, int]]]:
    rows = {(row.option, row.value): row for row in figures.rows if not row.rules}
    for (option, value), row in rows.items():
        if option and not names_colours(value):
            before = rows[compared_rule(facts.options, option)]
            yield (option if _is_handicap(facts, row) else f"{option} {value}"), _compare(facts, row, before)


def _compare(facts: Facts, row: RuleFigures, before: RuleFigures) -> tuple[float, tuple[int, int] | None, int]:
    """The fields of an effect: only what chance does not explain. What a handicap gives is always told."""
    own, usual = (row.seats[0], before.seats[0]) if _is_handicap(facts, row) else (row.turns[0], before.turns[0])
    is_told = _is_handicap(facts, row) or _differs(own, usual, SMALLEST_WINS)
    wins = (round(100 * usual.value), round(100 * own.value)) if is_told else None
    luck = 0
    if row.option not in UNUSED and _differs(row.skill, before.skill, SMALLEST_SKILL):
        luck = 1 if row.skill.value < before.skill.value else -1
    length = row.moves.value / before.moves.value if _differs(row.moves, before.moves, 0) else 1.0
    return round(length, 2), wins, luck


def _differs(one: Estimate, other: Estimate, smallest: float) -> bool:
    change = difference(Share(one.value, one.low, one.high), Share(other.value, other.low, other.high))
    return abs(change.value) >= smallest and not change.low <= 0 <= change.high


def _is_handicap(facts: Facts, row: RuleFigures) -> bool:
    return bool(row.option) and facts.options[row.option].kind == "each"
