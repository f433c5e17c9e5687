"""The page draws every game and knows none: no verb, word or zone of a game is in its code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from reihum.bots import play_round, seat_bots
from reihum.engine import Facts
from reihum.games import GAMES

ROOT = Path(__file__).parents[2]
SOURCES = [
    path
    for path in sorted((ROOT / "web" / "src").rglob("*"))
    if path.suffix in (".ts", ".svelte") and not path.name.endswith(".test.ts") and path.name != "schema.ts"
]
MOVES = 100
"""After this number of moves every zone of a game has been there."""

STYLE = re.compile(r"<style>.*?</style>|/\*.*?\*/|^\s*//.*?$|<!--.*?-->", re.DOTALL | re.MULTILINE)
ATTRIBUTE = re.compile(r"\s[\w:-]+=\"[^\"{]*\"")
OTHER_MEANINGS = {
    "portTransport.ts": {"open", "close", "end"},  # messages of the port
    "peer.ts": {"open"},  # the state of a connection
    "Replay.svelte": {"open"},  # the protocol's word for a replay with all cards open
    "Rules.svelte": {"turn", "end"},  # sections of every game's rules
}
LITERAL = re.compile(r"'([\w.-]+)'|\"([\w.-]+)\"|`([\w.-]+)[`$]")


def words_of(facts: Facts) -> set[str]:
    """The verbs and words of a game's moves."""
    verbs = facts.grammar.verbs
    return {verb.word for verb in verbs} | {word for verb in verbs for slot in verb.slots for word in slot.words}


def zones_of(facts: Facts) -> set[str]:
    """The names of a game's zones in a round, without their owners."""
    seats = facts.seats[-1]
    game = facts.settle(seats, dict([facts.seats_need[seats]]) if seats in facts.seats_need else {})
    state = game.deal(seed="zones")
    played = (after for _, _, after in play_round(state, seat_bots(game, ["random"] * seats, b"zones")))
    return {zone.name.partition(".")[0] for after in (state, *islice(played, MOVES)) for zone in after.view(0).zones}


def protocol_words() -> set[str]:
    """The words that the protocol itself has: kinds of zones, messages, slots."""

    def consts(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            yield from (value for value in [part.get("const"), *part.get("enum", [])] if isinstance(value, str))
            for inner in part.values():
                yield from consts(inner)
        elif isinstance(part, list):
            for inner in part:
                yield from consts(inner)

    return {*consts(json.loads((ROOT / "docs" / "protocol.schema.json").read_text(encoding="utf-8")))}


@cache
def game_words() -> set[str]:
    """All words of all games that the protocol does not have."""
    return {word for facts in GAMES.values() for word in words_of(facts) | zones_of(facts)} - protocol_words()


def found_in(code: str) -> set[str]:
    """The words of games that are literals in a source."""
    plain = ATTRIBUTE.sub(" ", STYLE.sub(" ", code))
    literals = (next(filter(None, groups)) for groups in LITERAL.findall(plain))
    return {literal for literal in literals if literal.partition(".")[0] in game_words()}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_game_is_known(path: Path) -> None:
    """What a game needs is said by its view, by the game list or by texts."""
    assert found_in(path.read_text(encoding="utf-8")) == OTHER_MEANINGS.get(path.name, set())


@pytest.mark.parametrize(
    "planted",
    ["if (verb === 'take3')", "zone.name.startsWith('open.')", "`stock${seat}`", 'value === "own"', "'guess'"],
)
def test_a_planted_word_is_found(planted: str) -> None:
    """A verb, a zone or a word of a game would be noticed, however it is quoted."""
    assert found_in(planted)


def test_words_are_known_to_the_test() -> None:
    """The list is made from the games."""
    assert {"take3", "guess", "own", "stock", "cheat", "won"} <= game_words()
