"""Helpers with which a scenario reads like the booklet: stack a deck, play moves, look at what is legal.

>>> state = deal("junior", seats=2, deck=stack([5, 5], ["R2 R5"], of=cards(2, 10)))
>>> sorted(texts(state, 0))[:1]
['lay R2']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

import reihum

COLOURS = "RYGB"
DECK_80 = tuple(f"{c}{n}" for c in COLOURS for n in range(1, 21))
DECK_MASTER = (*(f"{c}{n}" for c in COLOURS for n in range(1, 22) if n != 11), *"JJJJ")


def cards(low: int, high: int, colours: str = COLOURS) -> tuple[str, ...]:
    """The cards low … high of some colours, in rank order."""
    return tuple(f"{c}{n}" for c in colours for n in range(low, high + 1))


def stack(sizes: Sequence[int], groups: Sequence[str], of: Iterable[str] = DECK_80) -> str:
    """A stacked deck: each group (a hand, a pile, the stock …) starts with the cards named for it and is
    filled up to its size with cards named nowhere, in deck order; what is left follows at the end."""
    named = [group.split() for group in groups] + [[] for _ in range(len(sizes) - len(groups))]
    rest = list(of)
    for card in (card for group in named for card in group):
        rest.remove(card)
    deck: list[str] = []
    for size, group in zip(sizes, named, strict=True):
        missing = size - len(group)
        assert missing >= 0, f"{group} does not fit into {size} places"
        deck += group + rest[:missing]
        del rest[:missing]
    return " ".join(deck + rest)


def deal(game: str, seats: int, deck: str, seed: str | bytes | None = None, **options: Any) -> reihum.State:
    """Deal a game from a stacked deck."""
    return reihum.game(game, seats=seats, **options).deal(deck=deck, seed=seed)


def texts(state: reihum.State, seat: int | None) -> set[str]:
    """What a seat may do now, as texts."""
    return {str(move) for move in state.legal(seat)}


def play(state: reihum.State, script: str) -> reihum.State:
    """Play "0 lay R11; 1 draw; - tie 0 2 schnapp": seat (or - for the table), then the move."""
    for step in filter(None, (part.strip() for part in script.split(";"))):
        seat, _, move = step.partition(" ")
        state = state.play(None if seat == "-" else int(seat), move)
    return state


def seen(state: reihum.State, seat: int | None) -> str:
    """All that a seat (None: a spectator) receives about this position, as one JSON text."""
    return msgspec.json.encode([state.view(seat), state.events(seat)]).decode()
