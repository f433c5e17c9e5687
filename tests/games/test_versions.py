"""A fixed rule: what was begun by the old rules is played, replayed and verified by them for ever (DESIGN §5)."""

from __future__ import annotations

import pickle
from copy import deepcopy

import pytest
from msgspec.structs import replace

import reihum
from kit.toy import FirstToyState, ToyState, first, second
from reihum import simulator as fast
from reihum.bots import bots_for, play_round, seat_bots
from reihum.bots.bot import Bot
from reihum.bots.earlier import EarlierBot
from reihum.bots.review.coach import review
from reihum.cards import Randomness
from reihum.engine import Facts, Game, View
from reihum.engine.bots import LEVELS
from reihum.errors import BadOption, BadRecord
from reihum.matches import Recorder, replay, start_match, verify
from reihum.matches.records import HeaderLine, read_lines
from reihum.simulator.families import family_of
from reihum.simulator.master.parameters import parameters_of as master_rules_of
from reihum.simulator.rows.parameters import parameters_of
from reihum.testing import check_game


def fixed(id: str) -> Facts:
    """A game of the box as if one of its rules had been fixed."""
    facts = reihum.GAMES[id]
    return replace(facts, rules_version=facts.rules_version + 1, earlier=(*facts.earlier, facts))


def played(game: Game) -> str:
    """The record of a round in which everybody lays the first card that may be laid."""
    recorder = Recorder(start_match(game, 1, b"versions"))
    while recorder.match.outcome is None:
        seat = recorder.match.state.to_act[0]
        recorder.play(seat, recorder.match.state.legal(seat)[0])
    return recorder.text


def header(record: str) -> HeaderLine:
    """The first line of a record."""
    line = read_lines(record)[0]
    assert isinstance(line, HeaderLine)
    return line


def test_an_old_record_verifies_by_the_rules_it_was_played_by() -> None:
    """It was made before there was a second version; the second version can read it, and nothing in it changes."""
    record = played(first().game(2))
    known = {"toy": second()}
    assert verify(record, known).totals == verify(record, {"toy": first()}).totals
    states = [step.match.state for step in replay(record, known)]
    assert {type(state) for state in states} == {FirstToyState}
    assert [len(state.laid) for state in states if isinstance(state, ToyState)] == [0, 1, 2, 2, 2]


def test_a_new_record_follows_the_newest_rules() -> None:
    """And says so: a program with only the first version cannot read it."""
    record = played(second().game(2))
    assert header(record).rules == 2
    assert isinstance(verify(record, {"toy": second()}).state, ToyState)
    with pytest.raises(BadRecord, match="version 2 of the rules of toy; this version knows: 1"):
        verify(record, {"toy": first()})


def test_what_goes_on_by_old_rules_is_recorded_as_such() -> None:
    """A record of the first version made today is the one that was made then."""
    assert played(second().by_rules(1).game(2)) == played(first().game(2))
    assert header(played(second().by_rules(1).game(2))).rules == 1


@pytest.mark.parametrize("version", [0, 3, -1])
def test_an_unknown_version_is_refused_with_those_that_are_known(version: int) -> None:
    """In a record as elsewhere."""
    record = played(second().game(2)).replace('"rules":2', f'"rules":{version}')
    with pytest.raises(BadRecord, match=f"version {version} of the rules of toy; this version knows: 1, 2") as refused:
        verify(record, {"toy": second()})
    assert refused.value.code == "record-rules"
    with pytest.raises(BadOption, match=rf"toy has no rules version {version}\. Use one of: 1, 2") as unknown:
        second().by_rules(version)
    assert unknown.value.code == "rules-version"


def test_games_by_other_rules_are_other_games() -> None:
    """They neither equal nor replace each other where games are kept by what they are; copies stay what they were."""
    facts = second()
    old, new = facts.by_rules(1).game(2), facts.game(2)
    assert not old == new  # noqa: SIM201 – both ways, since each is asked for somewhere
    assert old != new
    assert len({old, new, first().game(2), facts.game(2)}) == 2
    assert old.deal("x") != new.deal("x")
    assert repr(old) == "reihum.GAMES['toy'].by_rules(1).game(seats=2)"
    assert repr(new) == "reihum.game('toy', seats=2)"
    for game in (old, new):
        for twin in (pickle.loads(pickle.dumps(game)), deepcopy(game)):  # noqa: S301
            assert (twin, hash(twin)) == (game, hash(game))
            assert (twin.facts.rules_version, twin.facts.state) == (game.facts.rules_version, game.facts.state)
            assert twin.facts.superseded_by == game.facts.superseded_by


def test_the_kit_plays_every_version() -> None:
    """And finds a fault in an old one, or a version that is another game."""
    assert check_game(second(), games=5).games == 2 * check_game(first(), games=5).games
    for fault in ({"id": "other"}, {"rules_version": 2}, {"lowest_wins": True}, {"family": "ratefix"}):
        with pytest.raises(AssertionError, match="version"):
            check_game(replace(second(), earlier=(replace(first(), **fault),)), games=1)


# --- who knows only the newest rules ---


@pytest.mark.parametrize("id", ["classic", "master"])
def test_the_simulator_refuses_earlier_rules(id: str) -> None:
    """Its kernels were written for the newest, even where the state's class is still the same."""
    facts = fixed(id)
    old, rules = facts.by_rules(1).game(3), parameters_of if id == "classic" else master_rules_of
    rules.cache_clear()  # other tests of this process have played by version 1 while it was the newest
    asks = (
        lambda: rules(old),
        lambda: family_of(old),
        lambda: fast.simulate(old, 1, "eager", seed=1),
        lambda: fast.position(old.deal("x")),
        lambda: fast.seen(old, old.deal("x").view(0)),
    )
    for ask in asks:
        with pytest.raises(BadOption, match=f"newest rules of {id}, version 2; you gave version 1") as refused:
            ask()
        assert refused.value.code == "rules-newest"
    assert rules(facts.game(3)).game.facts is facts


def test_the_environments_refuse_earlier_rules() -> None:
    """What they encode was chosen for the newest."""
    encoding = pytest.importorskip("reihum.envs.encoding")
    old = fixed("classic").by_rules(1).game(3)
    encoding.encoding_of.cache_clear()
    assert not encoding.fits(old)
    with pytest.raises(BadOption) as refused:
        encoding.encoding_of(old)
    assert refused.value.code == "rules-newest"


@pytest.mark.parametrize("id", reihum.GAMES)
def test_bots_play_earlier_rules_without_the_simulator(id: str) -> None:
    """All names are known, and a round comes to its end; nobody searches or reckons by newer rules."""
    facts = fixed(id).by_rules(1)
    assert [*bots_for(facts)] == [*bots_for(reihum.GAMES[id])]
    game = facts.game(facts.seats[-1])
    names = [name for name in (*LEVELS, "sensible", "random") if name in facts.levels]
    bots = seat_bots(game, [names[seat % len(names)] for seat in range(game.seats)], b"versions")
    quick = bots_for(facts)[facts.quick_level](game, 0, Randomness(b"", ""))
    assert (type(quick) is EarlierBot) == bool(facts.bots.sensible)
    assert not any(module in type(bot).__module__ for bot in bots for module in ("search", "weighted", "experts"))
    state = game.deal("versions")
    for _, _, after in play_round(state, bots):
        state = after
    assert state.outcome is not None
    assert state.game == game


def test_a_review_by_earlier_rules_names_moves_without_chances() -> None:
    """The expert cannot search there; what it names could have been played."""
    first_state = fixed("classic").by_rules(1).game(2).deal("versions")
    bots = seat_bots(first_state.game, ["random", "random"], b"versions")
    moves = [(seat, str(move), after) for seat, move, after in play_round(first_state, bots)]
    found = list(review(first_state, moves, 0))
    assert found
    assert {decision.chance for decision in found} == {None}


class Stubborn(Bot):
    """Wants what nobody offers, and calls what nobody knows."""

    def choose(self, view: View) -> str:
        """A move of other rules."""
        return "take3"


def test_what_a_bot_wants_by_newer_rules_is_not_played() -> None:
    """Where its move is not offered, any that is offered is made."""
    state = second().by_rules(1).game(2).deal("x")
    seat = state.to_act[0]
    bot = EarlierBot(state.game, seat, Randomness(b"x", ""), Stubborn)
    assert bot.choose(state.view(seat)) in map(str, state.legal(seat))
