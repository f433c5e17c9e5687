"""The page of a game, made from its facts, texts, options, grammar, golden game and figures. You write only the section
“Decisions” by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from reihum.bots import play_round
from reihum.cli.labels import label_verb
from reihum.cli.rules import describe_verb
from reihum.engine import Facts, Game
from reihum.engine.examples import Example
from reihum.engine.moves import Slot, Verb
from reihum.engine.options import YOUNGEST, Option, find_needs
from reihum.engine.pictures import draw_view
from reihum.engine.rule_pages import EXAMPLES_SECTION, option_value, rules
from reihum.engine.views import Hand
from reihum.matches import Step, replay
from reihum.matches.records import MoveLine
from reihum.protocol.gamelist import label_value
from reihum.texts import Texts
from tools import figures, golden
from tools.figures import Figures, Length, Win
from tools.tables import make_table

HEAD = "<!-- Made by `make docs` down to the decisions, which are written by hand. -->"
FOOT = "<!-- Made by `make docs` from here on. -->"
DECISIONS = "## Decisions"

TEXTS = Texts("en")
SHOWN = 6
"""The most values of an option that a page lists."""

OPENING = 12
"""The number of moves of the golden game on a page."""

VARYING = re.compile(r"\b(red|yellow|green|blue|(player|seat) \d)\b", re.IGNORECASE)
SAMPLES: dict[str, str] = {
    "card": "R9",
    "link": "Y9>B9",
    "seat": "2",
    "pile": "3",
    "place": "17",
    "number": "33",
    "word": "",
}
"""The example value for each kind of slot."""


def make_page(facts: Facts, decisions: str) -> str:
    """The whole page of a game."""
    parts = [HEAD, *_head(facts), *_rules(facts), *_options(facts), *_notation(facts), decisions.strip(), FOOT]
    parts += [*_example(facts), *_figures(facts)]
    return "\n\n".join(parts) + "\n"


def find_decisions(text: str) -> str:
    """The section written by hand."""
    _, heading, rest = text.partition(DECISIONS)
    return heading + rest.partition(FOOT)[0]


def default_game(facts: Facts) -> Game:
    """The game at a typical table with its default options."""
    return facts.game(min(facts.seats, key=lambda seats: abs(seats - 4)))


def draw_position(facts: Facts) -> str:
    """A picture of a position after a third of a round between bots, as the player on turn sees it."""
    game = default_game(facts)
    bots = [facts.quick_level] * game.seats
    states = [state for _, _, state in play_round(game.deal(seed="picture"), bots, seed="picture")]
    state = states[len(states) // 3]
    return draw_view(state.view(state.to_act[0]))


# --- facts ---


def _head(facts: Facts) -> Iterator[str]:
    yield f"# {TEXTS.text(f'{facts.id}.name')}"
    yield TEXTS.text(f"{facts.id}.summary")
    yield f"![A position, as the player at one seat sees it](pictures/{facts.id}.svg)"
    yield make_table(["fact", ""], [[name, value] for name, value in _facts(facts)])


def _facts(facts: Facts) -> Iterator[tuple[str, str]]:
    yield "id", f"`{facts.id}`"
    yield "players", describe_players(facts)
    yield "age", f"{facts.age} and up"
    yield "cards", _cards(facts)
    yield "moves", "several players choose at the same time" if facts.simultaneous else "one player after another"
    yield "calls out of turn", _calls(facts)
    points = TEXTS.text(f"points.{facts.texts}", count=2)
    yield "points", f"{points}; the {'fewest' if facts.lowest_wins else 'most'} win"
    if facts.until:
        yield "match", f"until somebody's points reach the option `{facts.until}`, unless rounds are given"
    yield "longest round", f"{facts.bound:,} moves"
    yield "rulebook", facts.section


def _calls(facts: Facts) -> str:
    """The calls of the default game, and those that only other options allow."""
    usual = default_game(facts).grammar.calls
    others = [call for call in facts.grammar.calls if call not in usual]
    named = [f"`{call}`" for call in usual] + [f"`{call}` with some options" for call in others]
    return ", ".join(named) or "none"


def describe_players(facts: Facts) -> str:
    """The numbers of players: `3–6`, and which of them need an option."""
    plain = [seats for seats in facts.seats if seats not in facts.seats_need]
    needs = (f"{seats} only with `{_set(*need)}`" for seats, need in sorted(facts.seats_need.items()))
    return "; ".join([_run(plain), *needs])


def _set(name: str, value: object) -> str:
    """An option with its value; one that is switched on shows only its name."""
    return name if value is True else f"{name} {option_value(value)}"


def _cards(facts: Facts) -> str:
    """The number of cards in play, by players if it differs."""
    numbers: dict[int, list[int]] = {}
    for seats in facts.seats:
        needs = dict([facts.seats_need[seats]]) if seats in facts.seats_need else {}
        count = len(facts.game(seats, **needs).deal(seed="count").everywhere())
        numbers.setdefault(count, []).append(seats)
    if len(numbers) == 1:
        return str(next(iter(numbers)))
    return ", ".join(f"{count} for {_run(seats)}" for count, seats in numbers.items())


def _run(numbers: list[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


# --- rules and options ---


def _rules(facts: Facts) -> Iterator[str]:
    """The rules with the default options, then what other values add."""
    yield "## Rules"
    game = default_game(facts)
    for section, keys in rules(game):
        found = [TEXTS.text(key) for key in keys if TEXTS.has(key)]
        if found:
            yield f"### {TEXTS.text(f'cli.rules.{section}')}"
            yield from found
        if section == EXAMPLES_SECTION:
            yield from (_draw_example(facts, example) for example in facts.examples)
    others = [entry for option in facts.options.values() for entry in _with_option(facts, option)]
    if others:
        yield "### With options"
        yield "\n".join(others)


def _draw_example(facts: Facts, example: Example) -> str:
    groups = example.groups[::-1] if example.below else example.groups
    cards = (" below " if example.below else ", ").join(f"`{' '.join(filter(None, group))}`" for group in groups)
    return f"For example {cards}: {TEXTS.text(f'{facts.id}.example.{example.name}')}"


def _with_option(facts: Facts, option: Option) -> Iterator[str]:
    """One entry for each value that is not in force by default; values that differ in a colour or a seat share one."""
    alike: dict[str, tuple[list[str], str]] = {}
    seats = facts.seats[-1]
    needs = find_needs(facts.options, option)
    usual = set(_rule_keys(facts.game(seats, **needs)))
    if facts.game(seats).options[option.name] is None:  # then the page does not tell of its default either
        usual = {key for key in usual if f".{option.name}." not in key}
    for value in (*option.values(seats), *([YOUNGEST] if option.kind == "seat" else [])):
        keys = _value_keys(facts, option, value, seats)
        texts = [TEXTS.text(key) for key in keys if key not in usual and TEXTS.has(key)]
        if texts:
            text = " ".join(" ".join(texts).split())
            alike.setdefault(VARYING.sub("…", text), ([], text))[0].append(option_value(value))
    for values, text in alike.values():
        yield f"- **`{option.name}` {_listed(values)}**{_needs(option, ' (with {})')}: {text}"


def _value_keys(facts: Facts, option: Option, value: object, seats: int) -> list[str]:
    """The keys of all texts of the rules with a value of an option; the youngest player is only told."""
    told = {option.name: value} if value == YOUNGEST else {}
    chosen = {} if told else {option.name: value}
    return _rule_keys(facts.game(seats, **find_needs(facts.options, option), **chosen), told)


def _rule_keys(game: Game, told: Mapping[str, object] | None = None) -> list[str]:
    """The keys of all texts of the rules."""
    return [key for _, keys in rules(game, told) for key in keys]


def _listed(values: list[str]) -> str:
    shown = values if len(values) <= SHOWN else [*values[: SHOWN - 2], "…", values[-1]]
    return ", ".join(shown)


def _options(facts: Facts) -> Iterator[str]:
    yield "## Options"
    if not facts.options:
        yield "None."
        return
    rows = [_option(facts, option) for option in facts.options.values()]
    yield make_table(["option", "values", "default", "needs", "meaning"], rows)
    yield "[What they change](../options.md): length, wins by turn, luck."


def _option(facts: Facts, option: Option) -> list[str]:
    seats = facts.seats[-1]
    values = [option_value(value) for value in option.values(seats)]
    shown, default = _listed(values), option_value(option.default)
    if option.kind == "number":
        shown = f"{option.low} … {option.high}"
    elif option.kind == "seat":
        shown = f"0 … {seats - 1} (in commands 1 … {seats}), {values[-1]}; where people play also {YOUNGEST}"
    elif option.kind == "each":
        shown, default = f"{option.low} … {option.high} for each seat, with commas between", "0 for all"
    return [f"`{option.name}`", shown, default, _needs(option), _meaning(option)]


def _needs(option: Option, form: str = "{}") -> str:
    return form.format(f"`{option.needs[0]}` {option_value(option.needs[1])}") if option.needs else ""


def _meaning(option: Option) -> str:
    label = TEXTS.text(f"option.{option.name}")
    if option.kind != "choice" or len(option.choices) > SHOWN:
        return label
    words = (f"{option_value(value)} – {label_value(option, value, TEXTS)}" for value in option.choices)
    return f"{label}: {'; '.join(words)}"


# --- notation and example ---


def _notation(facts: Facts) -> Iterator[str]:
    yield "## Notation"
    moves = [step.line.move for step in _golden(facts) if isinstance(step.line, MoveLine)]
    usual = default_game(facts)
    offered = {verb.word: verb for verb in filter(usual.offers, usual.grammar.verbs)}
    rows = []
    for verb in facts.grammar.verbs:
        example = min((move for move in moves if move.split()[0] == verb.word), key=len, default=_sample(verb))
        label = label_verb(verb.word, facts.texts, TEXTS) if not verb.table else _table_verb(verb)
        rows.append([f"`{describe_verb(verb, TEXTS)}`", f"`{example}`", label, _who(verb, offered.get(verb.word))])
    yield make_table(["move", "example", "meaning", "who"], rows)


def _who(verb: Verb, usual: Verb | None) -> str:
    """Who makes a kind of move; ``usual`` is the verb under the default options."""
    if verb.table:
        return "the table"
    if usual is None:
        return "on turn, with some options"
    if verb.call and not usual.call:
        return "on turn; with some options anybody, out of turn"
    return "anybody, out of turn" if verb.call else "on turn"


def _table_verb(verb: Verb) -> str:
    return "called at the same time" if verb.word == "tie" else "called too early: a guess"


def _sample(verb: Verb) -> str:
    """A move of a kind that the golden game does not show."""
    return " ".join((verb.word, *(_sample_value(slot) for slot in verb.slots)))


def _sample_value(slot: Slot) -> str:
    if slot.kind == "seat" and slot.most > 1:
        return "0 2"
    return slot.words[0] if slot.words else SAMPLES[slot.kind]


def _golden(facts: Facts) -> Iterator[Step]:
    return replay(golden.file_of(facts).read_text(encoding="utf-8"))


def _example(facts: Facts) -> Iterator[str]:
    """The first moves of the golden game, as the player who moves sees them, and its end."""
    steps = list(_golden(facts))
    dealt = steps[0].match
    moves = [step for step in steps if isinstance(step.line, MoveLine)]
    path = f"tests/golden/{golden.file_of(facts).name}"
    chosen = [
        f"`{name}` {option_value(value)}"
        for name, value in dealt.game.options.items()
        if value is not None and value != facts.options[name].default
    ]
    yield "## Example"
    table = ", ".join([f"{dealt.game.seats} players", *chosen])
    yield (
        f"The beginning of the game's [golden game](../../{path}): {table}. `reihum replay {path}` shows all of it. "
        "Seats count from 0, players in texts from 1."
    )
    if hands := list(_hands(dealt.state.game.seats, steps[0])):
        yield "\n".join(hands)
    yield make_table(
        ["", "seat", "move", "what happens"], [_move(number, step) for number, step in enumerate(moves, 1)][:OPENING]
    )
    yield _end(steps, len(moves))


def _hands(seats: int, step: Step) -> Iterator[str]:
    """The hand of each seat, if the game has hands."""
    for seat in range(seats):
        for zone in step.match.state.view(seat).zones:
            if isinstance(zone, Hand) and zone.owner == seat and zone.cards:
                yield f"- seat {seat} holds {' '.join(zone.cards)}"


def _move(number: int, step: Step) -> list[str]:
    assert isinstance(step.line, MoveLine)
    state, seat = step.match.state, step.line.seat
    told = " ".join(TEXTS.message(event.message(state.game.facts.texts)) for event in state.events(seat))
    return [str(number), "–" if seat is None else str(seat), f"`{step.line.move}`", told]


def _end(steps: list[Step], moves: int) -> str:
    """How the golden game continues and ends."""
    last = steps[-1].match
    assert last.state.outcome is not None
    assert last.outcome is not None
    told = TEXTS.text(f"reason.{last.game.facts.texts}.{last.state.outcome.reason}")
    rounds = f" in {last.round + 1} rounds" if last.round else ""
    more = f"{moves - OPENING} more moves follow. " if moves > OPENING else ""
    points = ", ".join(map(str, last.outcome.points))
    return f"{more}The end, after {moves} moves{rounds}: {told} Points by seat: {points}."


# --- figures ---


def _figures(facts: Facts) -> Iterator[str]:
    """The chart, and its numbers in tables."""
    yield "## Figures"
    found = figures.read(facts.id)
    if found is None:
        yield f"None yet: `python -m tools.figures {facts.id}` makes them."
        return
    yield f"![Wins by seat, length, one sensible bot among random ones](figures/{facts.id}.svg)"
    yield (
        f"[How to read them](README.md#the-figures); `python -m tools.figures {facts.id}` plays them again. Moves: the "
        "median, and the range of 90 % of the games:"
    )
    yield make_table(["players", "moves, random", "moves, sensible"], list(_lengths(found)))
    yield "How often each seat wins if all players are sensible:"
    seats = range(facts.seats[-1])
    yield make_table(["players", "fair", *(f"seat {seat}" for seat in seats)], list(_by_seat(found)))
    yield "How often one sensible player wins against random ones; every deal is played once from every seat:"
    yield make_table(["players", "fair", "wins", "deals"], list(_versus(found)))


def _lengths(found: Figures) -> Iterator[list[str]]:
    for cell in found.seats:
        yield [str(cell.seats), _length(cell.random), _length(cell.sensible)]


def _by_seat(found: Figures) -> Iterator[list[str]]:
    columns = max(cell.seats for cell in found.seats)
    for cell in found.seats:
        shares = [_win(win) for win in cell.by_seat]
        yield [str(cell.seats), _percent(1 / cell.seats), *shares, *[""] * (columns - cell.seats)]


def _versus(found: Figures) -> Iterator[list[str]]:
    for cell in found.seats:
        yield [str(cell.seats), _percent(1 / cell.seats), _win(cell.versus), str(cell.deals)]


def _length(length: Length) -> str:
    return f"{length.median:,.0f} ({length.low:,.0f}–{length.high:,.0f})"


def _win(win: Win) -> str:
    return f"{_percent(win.share)} ({100 * win.low:.0f}–{100 * win.high:.0f})"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
