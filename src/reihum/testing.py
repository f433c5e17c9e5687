"""The conformance kit: what every game must keep, checked by playing it (``check_game``). Use it for your own game.

Every seat count, every option value: play ends within its bound, cards are conserved, texts round trip, what is
not legal is refused with a reason, views offer exactly what is legal, records replay to the same states, a game of
the registry has all its texts, its moments are those it declares, the steps of its lesson and a moment come up soon,
and the two-world rule: what a seat may not know changes nothing it receives. After the end nothing is secret.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec import Struct

from reihum.bots.lessons import find_deck, lesson_game, suits
from reihum.cards import Randomness, Seed, as_seed, span
from reihum.engine import Facts, Game, Move, State
from reihum.engine.events import MomentKind
from reihum.engine.moves import Arg
from reihum.engine.outcome import rank_points
from reihum.engine.text_keys import Keys, keys_of_game, keys_of_state
from reihum.engine.views import Choice, Grid, Hand, Pile, Piles, Rows, View, Zone
from reihum.errors import ReihumError
from reihum.games import GAMES
from reihum.matches import Recorder, replay, start_match, verify
from reihum.texts import LANGUAGES, Texts

__all__ = ["Report", "check_game"]

_STRANGERS = 12  # moves of other positions that are tried at each position
_POSITIONS = 40  # of a long game, about this many positions are looked at closely


class Report(Struct):
    """What a check has seen, so that a caller can tell that it was not empty."""

    games: int = 0
    moves: int = 0
    positions: int = 0
    worlds: int = 0
    changed: int = 0
    refusals: int = 0
    codes: set[str] = set()
    keys: set[Keys] = set()
    moments: set[MomentKind] = set()


def check_game(game: str | Facts, *, games: int = 200, deep: int = 1, seed: Seed = "kit") -> Report:
    """Check a game of the registry, or its facts: ``games`` random games for every version of its rules, seat count
    and option value, ``deep`` of them closely. Raises AssertionError with the place of the first fault."""
    facts = GAMES[game] if isinstance(game, str) else game
    check_versions(facts)
    check_signs(facts)
    if facts.lesson:
        check_lesson(facts)
    report = Report()
    for version in facts.versions.values():
        for settled in version.variations():
            check_settings(settled, games=games, deep=deep, seed=seed, report=report)
    missing = {*facts.moments} - report.moments
    assert not missing or not games, f"{facts.id}: moments that never come: {', '.join(sorted(missing))}"
    return report


def check_versions(facts: Facts) -> None:
    """The versions of a game's rules are counted from 1, and what everybody knows a game by is the same in all."""
    known = [one.rules_version for one in (*facts.earlier, facts)]
    assert known == [*range(1, facts.rules_version + 1)], f"{facts.id} has the versions {known} of its rules"
    for one in facts.earlier:
        same = (one.id, one.texts, one.lowest_wins) == (facts.id, facts.texts, facts.lowest_wins)
        assert same, f"version {one.rules_version} of {facts.id} has another id, other texts, or other points win"


def check_signs(facts: Facts) -> None:
    """Every verb that a person uses has a sign, unless the game has none at all."""
    verbs = [verb for verb in facts.grammar.verbs if not verb.table]
    without = [verb.word for verb in verbs if not verb.sign]
    assert not without or len(without) == len(verbs), f"verbs of {facts.id} have no sign: {', '.join(without)}"


def check_lesson(facts: Facts) -> None:
    """A lesson can be dealt, and simulated learners meet every step of it soon, and a moment if the game has some."""
    lesson = facts.lesson
    assert lesson is not None
    assert lesson.level in facts.levels and lesson.learner in facts.levels, "the lesson needs a bot that does not exist"
    game = lesson_game(facts)
    known = {verb.word for verb in game.grammar.verbs}
    for step in lesson.steps:
        assert known.issuperset(step.verbs), f"the lesson step {step.name} needs verbs that the table does not have"
    assert lesson.needed, "the lesson teaches nothing"
    taught = {verb for step in lesson.steps if not step.rare for verb in step.verbs}
    wanted = {verb.word for verb in game.grammar.verbs if game.offers(verb)} - lesson.untaught.keys()
    assert wanted <= taught, f"the lesson has no step for {', '.join(sorted(wanted - taught))}"
    stale = lesson.untaught.keys() & taught | lesson.untaught.keys() - known
    assert not stale, f"the lesson has a step for {', '.join(sorted(stale))}, or the table has no such verb"
    if not suits(facts, lesson.deck):
        what = "a step, or a moment that a step explains," if facts.moments else "a step"
        raise AssertionError(f"{what} does not come up soon: find_deck suggests {find_deck(facts)}")


def check_settings(
    game: Game, *, games: int = 200, deep: int = 1, seed: Seed = "kit", report: Report | None = None
) -> Report:
    """Check a game with its seats and options settled."""
    report = Report() if report is None else report
    for number in range(games):
        source = f"{as_seed(seed).decode(errors='backslashreplace')} {number}"
        try:
            if number < deep:
                _check_deeply(game, source, report)
            else:
                _check_play(game, source, report)
        except (AssertionError, ReihumError) as fault:
            raise AssertionError(f"{game!r}, seed {source!r}: {fault}") from fault
        report.games += 1
    if games and deep and len(game.cards) > 1:
        assert report.changed, f"{game!r}: State.imagine never changed anything"
    if game.id in GAMES:  # the catalogues have no texts of other games
        missing = missing_texts({*keys_of_game(game), *report.keys})
        assert not missing, f"{game!r}: texts are missing: {', '.join(missing)}"
    return report


def missing_texts(wanted: Iterable[Keys]) -> list[str]:
    """The keys that have no text, with the language."""
    return sorted(
        f"{keys[0]} ({language})"
        for language in LANGUAGES
        for keys in wanted
        if not any(map(Texts(language).has, keys))
    )


def random_play(state: State, randomness: Randomness) -> Iterator[tuple[State, int | None, Move, State]]:
    """A game at random: every awaited seat and every call is equally likely. Yields state, seat, move, state after."""
    while state.outcome is None:
        assert state.to_act, "nobody acts and the game is not over"
        seats = [*state.to_act, *_callers(state, randomness)]
        seat = randomness.choice(seats)
        move = randomness.choice(state.legal(seat))
        after = state.play(seat, move)
        yield state, seat, move, after
        state = after


def _callers(state: State, randomness: Randomness) -> list[int | None]:
    """Now and then a seat (or the table) that may act out of turn."""
    if not state.game.grammar.calls or randomness.below(4):
        return []
    everybody: list[int | None] = [*range(state.game.seats), None]
    return [seat for seat in everybody if seat not in state.to_act and state.legal(seat)]


def _check_play(game: Game, source: str, report: Report) -> None:
    """One random game: it ends within its bound, with all its cards and a proper outcome."""
    state = game.deal(source)
    cards = Counter(state.everywhere())
    moves = 0
    for _, _, _, after in random_play(state, Randomness(source.encode(), "kit")):
        state = after
        check_moments(state, report)
        moves += 1
        assert moves <= game.facts.bound, f"more than {game.facts.bound} moves"
    report.moves += moves
    assert Counter(state.everywhere()) == cards, "cards were lost or made"
    _check_outcome(state)


def _check_outcome(state: State) -> None:
    outcome = state.outcome
    assert outcome is not None
    assert len(outcome.points) == state.game.seats, "points for every seat"
    most = state.game.facts.bound_points(state.game.cards)
    assert all(-most <= points <= most for points in outcome.points), f"more than {most} points: Facts.most_points"
    ranked = rank_points("", outcome.points, lowest_wins=state.game.facts.lowest_wins).places
    in_order = [ranked[seat] for seat in sorted(range(state.game.seats), key=outcome.places.__getitem__)]
    assert in_order == sorted(in_order), "places do not follow the points"
    assert outcome.places == rank_points("", outcome.places, lowest_wins=True).places, "places"
    assert state.to_act == (), "somebody must act after the end"
    assert not any(state.legal(seat) for seat in (*range(state.game.seats), None)), "a legal move after the end"


def _check_deeply(game: Game, source: str, report: Report) -> None:
    """One random game, its positions looked at closely, then once more from its record."""
    _check_deal(game, source)
    randomness = Randomness(source.encode(), "kit")
    games = {game.id: game.facts}
    recorder = Recorder(start_match(game, 1, source.encode()))
    state = recorder.match.state
    cards = Counter(state.everywhere())
    strangers: dict[Move, None] = {}
    states = [state]
    pace = 1
    for number, (before, seat, move, after) in enumerate(random_play(state, randomness)):
        check_moments(after, report)
        if number % pace == 0:
            _check_position(before, strangers, randomness, report)
            _check_text(before, seat, move, after)
            assert Counter(after.everywhere()) == cards, f"cards were lost or made by {move}"
            pace = 1 + number // _POSITIONS
        assert recorder.play(seat, move).state == after, f"{move} gave another state the second time"
        states.append(after)
        state = after
    report.moves += len(states) - 1
    _check_outcome(state)
    report.keys.update(keys_of_state(state))
    replayed = [step.match.state for step in replay(recorder.text, games) if hasattr(step.line, "move")]
    assert replayed == states[1:], "the record replays to other states"
    assert verify(recorder.text, games).outcome is not None


def _check_deal(game: Game, source: str) -> None:
    dealt = game.deal(source)
    assert dealt == game.deal(source) and hash(dealt.game) == hash(game), "the same seed dealt another state"
    if game.cards:  # no shuffled card is missing or double: they make a deck
        game.facts.state.read_deck(game, [card for card in dealt.everywhere() if card in game.cards])


def check_moments(state: State, report: Report) -> None:
    """A moment is of a declared kind, about cards and seats of the game."""
    game = state.game
    for event in state.last:
        if moment := event.moment:
            assert moment.kind in game.facts.moments, f"{event.kind} carries an undeclared moment: {moment.kind}"
            concerned = {*moment.winners, *(one.seat for one in moment.cards)} - {None}
            assert concerned <= {*range(game.seats)}, f"{event.kind} is about seats that are not there: {concerned}"
            strange = {one.card for one in moment.cards} - {*state.everywhere()}
            assert not strange, f"{event.kind} shows cards that are not in the game: {strange}"
            assert len(moment.figures) in (0, game.seats), f"{event.kind}: a figure for every seat, or none"
            report.moments.add(moment.kind)


def _check_position(state: State, strangers: dict[Move, None], randomness: Randomness, report: Report) -> None:
    """Who may act, what is refused, what the views offer, and the two-world rule."""
    report.positions += 1
    report.keys.update(keys_of_state(state))
    grammar = state.game.grammar
    for seat in range(state.game.seats):
        legal = state.legal(seat)
        assert len(set(legal)) == len(legal), "a move is listed twice"
        plain = {str(move) for move in legal if move.verb not in grammar.calls}
        awaited = seat in state.to_act
        assert awaited or not plain, f"seat {seat} is not awaited but may {plain}"
        assert legal or not awaited, f"seat {seat} is awaited but may do nothing"
        view = state.view(seat)
        offered = [text for form in view.moves for text in form.texts()]
        assert sorted(offered) == sorted(plain), f"the view of seat {seat} offers {offered}, legal is {plain}"
        assert [player.acts for player in view.players] == [other in state.to_act for other in range(state.game.seats)]
        names = [zone.name for zone in view.zones]
        assert len(set(names)) == len(names), "two zones share a name"
        _check_choices(view)
        strangers.update(dict.fromkeys(legal))
        while len(strangers) > _STRANGERS:
            del strangers[randomness.choice(list(strangers))]
        _check_refusals(state, seat, strangers, report)
    _check_worlds(state, list(strangers), randomness, report)


def _check_choices(view: View) -> None:
    """What a choice says is pointed at in a zone can be pointed at: a client draws it there, and nothing else."""
    zones = {zone.name: zone for zone in view.zones}
    for form in view.moves:
        for choice in form.choices:
            for name in choice.zones:
                assert isinstance(zones.get(name), Pile), f"{form.verb} points at {name}, which is not a pile"
            if not choice.zone:
                continue
            assert choice.zone in zones, f"{form.verb} points at {choice.zone}, which is not a zone"
            for value in choice.of:
                assert _is_there(choice, value, zones), f"{form.verb} points at {value}, which is not in {choice.zone}"


def _is_there(choice: Choice, value: Arg, zones: Mapping[str, Zone]) -> bool:
    """Whether a value can be pointed at: in the zone of its choice or, for a pile, as a zone of that name."""
    if choice.kind == "pile" and isinstance(zones.get(str(value)), Pile):
        return True
    zone = zones[choice.zone]
    parts = str(value).split(">")  # a joker is picked as itself, what leads to a place at that place
    match zone:
        case Hand():
            return parts[0] in zone.cards
        case Rows():
            return any(parts[-1] in span(row.low, row.high, row.colour) for row in zone.rows)
        case Piles():
            return value in range(1, len(zone.piles) + 1)
        case Grid():
            return value in range(1, len(zone.places) + 1) and bool(zone.places[int(value) - 1])
        case _:
            return value == zone.name


def _check_refusals(state: State, seat: int, strangers: Iterable[Move], report: Report) -> None:
    """What is not legal is refused, with a code and words."""
    for move in strangers:
        if move in state.legal(seat):
            continue
        try:
            state.play(seat, move)
        except ReihumError as error:
            if error.code not in report.codes:
                assert str(error) != error.message.key, f"{move} is refused without words: {error.code}"
                report.codes.add(error.code)
            report.refusals += 1
        else:
            raise AssertionError(f"{move} by seat {seat} was accepted though it is not legal")


def _check_text(before: State, seat: int | None, move: Move, after: State) -> None:
    text = str(move)
    assert before.game.parse(text) == move, f"{text} does not read back as itself"
    assert before.play(seat, f"  {text.replace(' ', '  ').swapcase()} ") == after, f"{text} in other clothes"


def _check_worlds(state: State, strangers: list[Move], randomness: Randomness, report: Report) -> None:
    """DESIGN §4: change what a seat may not know, and all it receives stays the same, byte by byte."""
    for seat in (*range(state.game.seats), None):
        other = state.imagine(seat, randomness)
        report.worlds += 1
        report.changed += other != state
        assert Counter(other.everywhere()) == Counter(state.everywhere()), "an imagined world has other cards"
        here, there = received(state, seat, strangers), received(other, seat, strangers)
        if here != there:
            place = next(at for at, (one, two) in enumerate(zip(here, there, strict=False)) if one != two)
            raise AssertionError(
                f"seat {seat} can tell two worlds apart: …{here[max(0, place - 60) : place + 60]!r} "
                f"against …{there[max(0, place - 60) : place + 60]!r}"
            )


def received(state: State, seat: int | None, strangers: Iterable[Move] = ()) -> bytes:
    """All that a seat receives in a position, in bytes: view, events, legal moves, whose turn, refusals."""
    refusals = [] if seat is None else [state.why_not(seat, move) for move in strangers]
    legal = [] if seat is None else [str(move) for move in state.legal(seat)]
    return msgspec.json.encode([state.view(seat), state.events(seat), legal, state.to_act, refusals])
