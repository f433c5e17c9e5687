"""Golden games: every game's record, from the deal to the outcome, replays for ever.

They were written once, by `python -m tools.golden`, and are never written again: if one of these tests fails, a rule
has changed. Then either the change is wrong, or it is a rule fix, which raises the game's rules version and keeps the
old behaviour for old records.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import reihum
from reihum.games.hoechste_karte import HoechsteKarteState
from reihum.matches import Recorder, replay, start_match, verify
from reihum.matches.records import DealLine, EndLine, HeaderLine, MoveLine, RoundLine, read_lines
from tools.golden import FOLDER, HOUSE, READABLE, file_of, fingerprint, fingerprints, make, positions_of, stacked

RECORDS = sorted(FOLDER.glob("*.jsonl"))
each_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
each_game = pytest.mark.parametrize("game", reihum.GAMES)


def text(path: Path) -> str:
    """A record."""
    return path.read_text(encoding="utf-8")


@each_game
def test_every_game_has_golden_games(game: str) -> None:
    """One for every version its rules have had; those of old versions stay."""
    facts = reihum.GAMES[game]
    for version in range(1, facts.rules_version + 1):
        path = file_of(msgspec.structs.replace(facts, rules_version=version))
        assert path.exists(), f"{path} is missing: python -m tools.golden {game}"
        header = read_lines(text(path))[0]
        assert isinstance(header, HeaderLine)
        assert (header.game, header.rules) == (game, version)


@pytest.mark.parametrize("game", HOUSE)
def test_house_rules_have_golden_games(game: str) -> None:
    """Some games have another one, with several new options at once."""
    header = read_lines(text(file_of(reihum.GAMES[game], house=True)))[0]
    assert isinstance(header, HeaderLine)
    assert {name: header.options[name] for name in HOUSE[game].options} == HOUSE[game].options


@each_record
def test_it_verifies(path: Path) -> None:
    """Deals, states, outcomes, the digest: all recomputed."""
    found = verify(text(path))
    assert found.outcome is not None
    assert found.game.id in reihum.GAMES


@each_record
def test_it_gives_the_same_positions(path: Path) -> None:
    """After every line the same players may do the same things as on the day when the record was made."""
    written = positions_of(path).read_text(encoding="utf-8").splitlines()
    for (number, now), then in zip(enumerate(fingerprints(text(path)), 2), written, strict=True):
        assert now == then, f"{path.name}, line {number}: {text(path).splitlines()[number - 1]}"


@each_record
def test_it_replays_state_by_state(path: Path) -> None:
    """Played again, with nothing but seeds, decks and moves, the match passes through the same states."""
    again: Recorder | None = None
    secrets = [line.secret for line in read_lines(text(path)) if isinstance(line, RoundLine)]
    for step in replay(text(path)):
        line, found = step.line, step.match
        if isinstance(line, DealLine):
            secret = secrets[line.round]
            source: dict[str, Any] = {
                "secret": bytes.fromhex(secret) if secret else None,
                "words": line.words,
                "deck": line.deck,
            }
            if again is None:
                again = Recorder(start_match(found.game, found.rounds, **source))
            else:
                again.next_round(**source)
        assert again is not None
        if isinstance(line, MoveLine):
            again.play(line.seat, line.move)
        if isinstance(line, EndLine):
            assert line.outcome == again.match.outcome
        assert again.match.state == found.state
        assert again.match.totals == found.totals
    assert again is not None
    then, now = text(path).splitlines(), again.text.splitlines()
    assert now == then or now[1:-1] == then[1:-1]  # the digest in the last line is of the options, too
    header = json.loads(then[0])
    assert known_then(json.loads(now[0]), header) == read_again(header)


def read_again(header: dict[str, Any]) -> dict[str, Any]:
    """An old header with its options as they are written now: a flag may have become a number."""
    options = reihum.GAMES[header["game"]].options
    values = {name: options[name].read(value, header["seats"]) for name, value in header["options"].items()}
    return header | {"options": values}


def known_then(header: dict[str, Any], then: dict[str, Any]) -> dict[str, Any]:
    """A header without the options that a game has got since; those must be as by default."""
    facts = reihum.GAMES[header["game"]]
    since = header["options"].keys() - then["options"].keys()
    assert all(header["options"][name] == facts.options[name].default for name in since)
    return header | {"options": {name: header["options"][name] for name in then["options"]}}


@each_record
def test_it_is_short(path: Path) -> None:
    """A person can read it."""
    assert len(text(path).splitlines()) <= READABLE


def test_no_stray_files() -> None:
    """Every fingerprint belongs to a record, every record to a game."""
    assert {path.stem for path in FOLDER.glob("*.positions")} == {path.stem for path in RECORDS}
    assert {path.stem.split(".")[0] for path in RECORDS} == set(reihum.GAMES)


def test_what_exists_is_never_overwritten(tmp_path: Path) -> None:
    """The tool makes what is missing, the same every time, and touches nothing else."""
    made = make(["zweikampf", "hoechste-karte"], tmp_path)
    assert [path.name for path in made] == ["zweikampf.jsonl", "hoechste-karte.jsonl"]
    first = text(made[0])
    assert make(["zweikampf"], tmp_path) == []
    made[0].unlink()
    made[1].write_text("kept", encoding="utf-8")
    assert [path.name for path in make(["zweikampf", "hoechste-karte"], tmp_path)] == ["zweikampf.jsonl"]
    assert (text(made[0]), text(made[1])) == (first, "kept")


def test_a_changed_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: one player may no longer lay one card, and nothing else changes."""
    path = file_of(reihum.GAMES["hoechste-karte"])
    moves = HoechsteKarteState.moves
    monkeypatch.setattr(HoechsteKarteState, "moves", lambda state, seat: moves(state, seat)[: 10 if seat == 1 else 11])
    assert verify(text(path)).outcome is not None
    assert list(fingerprints(text(path))) != positions_of(path).read_text(encoding="utf-8").splitlines()


def test_fingerprints_tell_positions_apart() -> None:
    """Other cards, another fingerprint; the same position, the same one."""
    game = reihum.game("any-start", seats=4)
    one, two = game.deal(seed="one"), game.deal(seed="two")
    assert fingerprint(one) == fingerprint(game.deal(seed="one")) != fingerprint(two)


def test_a_stacked_deck_is_filled_up() -> None:
    """„…“ stands for all cards that are missing in a pile, „…1“ for one."""
    game = reihum.game("zweikampf", seats=2)
    deck = stacked(game, ["R1 … R3", "Y20 …1 Y19 …"]).split()
    assert deck[:2] + deck[19:23] == ["R1", "R2", "R3", "Y20", "Y1", "Y19"]
    assert sorted(deck) == sorted(game.cards)
