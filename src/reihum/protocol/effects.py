"""What a house rule changes, in words: how long a round takes, who wins, how much luck counts."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from reihum.engine.options import Option
from reihum.engine.rule_pages import option_value
from reihum.protocol.effect_figures import FIGURES
from reihum.texts import Texts

LENGTHS = {
    "quarter": 0.29,
    "third": 0.42,
    "half": 0.58,
    "third-less": 0.71,
    "quarter-less": 0.85,
    "less": 0.95,
    "same": 1.05,
    "more": 1.17,
    "quarter-more": 1.29,
    "third-more": 1.42,
    "half-more": 1.75,
    "twice": 2.5,
}
"""The words for the length of a round, each up to this part of the usual length. After the last come numbers."""


class RuleEffect(Struct, frozen=True):
    """What one value of an option changes. A change that may be chance is left out."""

    length: float
    """The length of a round, as a part of the usual one."""
    wins: tuple[int, int] | None = None
    """How many rounds in a hundred the first player wins usually, and how many with the rule. For a handicap it is the
    player who has it."""
    luck: int = 0
    """1: luck counts for more than usual; −1: for less."""


def find_effect(game: str, option: Option, value: object) -> RuleEffect | None:
    """What a value of an option changes; None for the usual value and for values that only name colours. A
    handicap has the effect of three cards."""
    found = FIGURES.get(game, {}).get(option.name if option.kind == "each" else f"{option.name} {option_value(value)}")
    return RuleEffect(*found) if found else None


def describe_effect(game: str, option: Option, value: object, texts: Texts) -> str:
    """The same in words, or nothing."""
    effect = find_effect(game, option, value)
    return " ".join(_describe(effect, option, texts)) if effect else ""


def _describe(effect: RuleEffect, option: Option, texts: Texts) -> Iterator[str]:
    handicap = option.kind == "each"
    if not handicap:
        yield _describe_length(effect.length, texts)
    if effect.wins:
        before, after = effect.wins
        yield texts.text(f"option.effect.{'handicap' if handicap else 'first'}", before=before, after=after)
    if effect.luck:
        yield texts.text(f"option.effect.{'luck' if effect.luck > 0 else 'skill'}")


def _describe_length(length: float, texts: Texts) -> str:
    word = next((word for word, limit in LENGTHS.items() if length <= limit), "times")
    return texts.text(f"option.effect.length.{word}", times=round(length))
