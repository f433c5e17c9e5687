"""Bad input is refused with a code for programs and a sentence for people: what was expected, what came."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import reihum
from reihum.cards import Randomness
from reihum.engine.moves import Slot
from reihum.testing import random_play
from reihum.texts import LANGUAGES, Texts
from scenario import DECK_80, cards, play, stack

Case = tuple[Callable[[], Any], type[reihum.ReihumError], str, list[str]]


def classic() -> reihum.State:
    """Seat 0 opens with the red 11."""
    return reihum.game("classic", seats=4).deal(deck=stack([15] * 4, ["R11"]))


def over() -> reihum.State:
    """A round that seat 0 has won."""
    deck = stack([5, 5], ["R2 R3 R4 R5 R6"], of=cards(2, 10))
    state = reihum.game("junior", seats=2).deal(deck=deck)
    return play(state, "; ".join(f"0 lay R{number}" for number in range(2, 7)))


DOUBLE = " ".join(["R1", *DECK_80[:-1]])
CASES: dict[str, Case] = {
    "unknown game": (lambda: reihum.game("poker", seats=4), reihum.UnknownGame, "unknown-game", ["poker", "classic"]),
    "no game": (lambda: reihum.game("", seats=4), reihum.UnknownGame, "unknown-game", ["classic"]),
    "7 seats": (lambda: reihum.game("classic", seats=7), reihum.BadOption, "seats", ["2–6", "7"]),
    "1 seat": (lambda: reihum.game("classic", seats=1), reihum.BadOption, "seats", ["2–6", "1"]),
    "“four” seats": (lambda: reihum.game("classic", seats="four"), reihum.BadOption, "seats", ["2–6", "four"]),  # type: ignore[arg-type]
    "2 seats for Quartett": (lambda: reihum.game("quartett", seats=2), reihum.BadOption, "seats-need", ["2", "bluff"]),
    "blocking=maybe": (
        lambda: reihum.game("classic", seats=4, blocking="maybe"),
        reihum.BadOption,
        "option-value",
        ["blocking", "off, take3, draw", "maybe"],
    ),
    "an unknown option": (
        lambda: reihum.game("classic", seats=4, jokers=3),
        reihum.BadOption,
        "option-unknown",
        ["jokers", "edition, without", "stock, blocking"],
    ),
    "an option without its need": (
        lambda: reihum.game("classic", seats=4, without="R"),
        reihum.BadOption,
        "option-needs",
        ["without", "edition=60", "80"],
    ),
    "a first seat that is not there": (
        lambda: reihum.game("junior", seats=2, first=2),
        reihum.BadOption,
        "option-value",
        ["first", "0, 1, random", "2"],
    ),
    "a number out of range": (
        lambda: reihum.game("schlafmuetze", seats=3, marks="9" * 5000),
        reihum.BadOption,
        "option-value",
        ["marks", "1 … "],
    ),
    "a double card": (
        lambda: reihum.game("classic", seats=4).deal(deck=DOUBLE),
        reihum.BadDeck,
        "deck-double-card",
        ["R1", "2"],
    ),
    "a foreign card": (
        lambda: reihum.game("junior", seats=4).deal(deck="R5 R11"),
        reihum.BadDeck,
        "deck-foreign-card",
        ["R11", "2", "36"],
    ),
    "a missing card": (
        lambda: reihum.game("classic", seats=4).deal(deck=DECK_80[1:]),
        reihum.BadDeck,
        "deck-missing-card",
        ["R1", "80"],
    ),
    "a deck without an eleven": (
        lambda: reihum.game("classic", seats=2).deal(deck=stack([40, 40], ["", "R11 Y11 G11 B11"])),
        reihum.BadDeck,
        "deck-no-eleven",
        ["classic"],
    ),
    "a deck for nothing": (
        lambda: reihum.game("hoechste-karte", seats=2).deal(deck="R1"),
        reihum.BadDeck,
        "deck-refused",
        ["hoechste-karte"],
    ),
    "no deck and no seed": (
        lambda: reihum.game("classic", seats=2).deal(),
        reihum.BadDeck,
        "deck-or-seed",
        ["classic"],
    ),
    "the wrong seat": (
        lambda: classic().play(1, "lay R12"),
        reihum.IllegalMove,
        "not-your-turn",
        ["1", "2"],
    ),
    "a seat that is not there": (lambda: classic().play(4, "lay R11"), reihum.ReihumError, "seat", ["0 … 3", "4"]),
    "after the end": (lambda: over().play(1, "draw"), reihum.IllegalMove, "over", []),
    "an unknown move": (
        lambda: classic().play(0, "fly home"),
        reihum.IllegalMove,
        "notation",
        ["fly home", "lay {card}"],
    ),
    "a move cut short": (lambda: classic().play(0, "lay"), reihum.IllegalMove, "notation", ["lay {card}"]),
    "an empty move": (lambda: classic().play(0, ""), reihum.IllegalMove, "notation", ["lay {card}, draw, take3"]),
    "a card of another hand": (lambda: classic().play(0, "lay B20"), reihum.IllegalMove, "not-in-hand", ["20"]),
    "somebody's move by nobody": (
        lambda: classic().play(None, "lay R11"),
        reihum.IllegalMove,
        "player-move",
        ["lay R11"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_input(case: str) -> None:
    """The right kind of error, a stable code, and in every language a sentence that names what matters."""
    asked, kind, code, named = CASES[case]
    with pytest.raises(kind) as refused:
        asked()
    assert refused.value.code == code
    sentences = {language: Texts(language).message(refused.value.message) for language in LANGUAGES}
    assert str(refused.value) == sentences["en"]
    assert len(set(sentences.values())) == 3
    for name in named:
        assert all(name in sentence for sentence in sentences.values()), (name, sentences)


# ---------------------------------------------------------------------------------------------------------- junk

JUNK = [
    None,
    7,
    -1,
    1.5,
    True,
    object(),
    b"lay R11",
    [],
    {},
    ("lay", "R11"),
    "\ud800",
    "\0",
    "lay\nlay",
    "٣",
    "9" * 5000,
]


def told(asked: Callable[[Any], Any], junk: Any) -> str:
    """The code with which junk is refused; it can be told in every language."""
    with pytest.raises(reihum.ReihumError) as refused:
        asked(junk)
    for language in LANGUAGES:
        assert Texts(language).message(refused.value.message)
    return refused.value.code


@pytest.mark.parametrize("junk", JUNK, ids=lambda junk: ascii(junk)[:12])
def test_junk(junk: Any) -> None:
    """Junk in place of a move, a seat, a deck, a seed, an id or an option gives an error of ours, never another."""
    game, state = reihum.game("classic", seats=4), classic()
    assert told(lambda move: state.play(0, move), junk) == "notation"
    assert told(lambda move: over().play(0, move), junk) == "notation"
    assert told(game.parse, junk) == "notation"
    assert told(lambda name: reihum.game(name, seats=4), junk) == "unknown-game"
    assert told(lambda seats: reihum.game("classic", seats=seats), junk) == "seats"
    if junk is not None:
        for asked in (state.legal, state.view, state.events, lambda seat: state.play(seat, "lay R11")):
            assert told(asked, junk) == "seat"
        assert told(lambda value: reihum.game("classic", seats=4, edition=value), junk) == "option-value"
        assert told(lambda seat: game.deal("x", dealt_from=seat), junk) == "seat"
        assert told(lambda seat: game.deal("x", first=seat), junk) == "seat"
        assert told(lambda deck: game.deal(deck=deck), junk).startswith("deck-")
    if not isinstance(junk, str | bytes | int) or junk in ("\ud800", True):
        assert told(game.deal, junk) == ("deck-or-seed" if junk is None else "seed-type")


def test_the_last_answer_is_not_given_to_what_only_looks_like_a_seat() -> None:
    """0.0 and False equal 0 but are not seats, even right after seat 0 was asked."""
    for name in ("classic", "was-liegt-wo"):
        state = reihum.game(name, seats=2).deal("x")
        (seat,) = state.to_act
        for junk in (float(seat), bool(seat)):
            assert state.legal(seat)
            assert told(state.legal, junk) == "seat"


@pytest.mark.parametrize("args", [(), ("X9",), (7,), (None,), ("R11", "R12"), (("R11",),), ("r11",)])
def test_moves_made_by_hand(args: tuple[Any, ...]) -> None:
    """A Move without a text is refused like a text without a move."""
    assert told(lambda move: classic().play(0, move), reihum.Move("lay", args)) == "notation"


def fitting(slot: Slot, rng: random.Random) -> list[str]:
    """Words that a slot can read, sensible or not."""
    card = rng.choice(DECK_80)
    kinds = {"card": [card, "R21", "J", f"J>{card}"], "link": [f"{card}>B{card[1:]}", "R1>R1"], "word": []}
    words = [*slot.words, *kinds.get(slot.kind, ["0", "1", "2", "5", "6", "17", "81", "999999999"])]
    return rng.choices(words, k=rng.randint(1, slot.most))


def refusal(state: reihum.State, seat: int | None, text: str) -> reihum.Message | None:
    """Why a move is refused; None if it is played."""
    try:
        state.play(seat, text)
    except reihum.IllegalMove as error:
        return error.message
    return None


@pytest.mark.parametrize("name", reihum.GAMES)
def test_moves_that_can_be_read_but_make_no_sense(name: str) -> None:
    """Every game refuses cards and places that do not exist, from every seat and from the table."""
    facts, rng, refused = reihum.GAMES[name], random.Random(name), 0
    for seats in {facts.seats[-1], facts.seats[len(facts.seats) // 2]}:
        game = facts.game(seats)
        for state, _, _, _ in list(random_play(game.deal(name), Randomness(b"bad", "moves")))[:40:2]:
            for seat, verb in product((None, *range(seats)), game.grammar.verbs):
                text = " ".join([verb.word, *(word for slot in verb.slots for word in fitting(slot, rng))])
                reason = refusal(state, seat, text)
                assert seat is None or state.why_not(seat, text) == reason
                refused += reason is not None and len(Texts("en").message(reason)) > 10
    assert refused >= 20


# ------------------------------------------------------------------------------------------------- codes and texts


def made(folder: Path) -> Iterator[tuple[str, set[str]]]:
    """The codes that a source makes errors with: the code; where it is put together or handed on, its beginning with
    all words of the module; and codes that stand in messages."""
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        words = {str(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        yield from ((word.removeprefix("error."), set()) for word in words if re.fullmatch(r"error\.[a-z_.-]+\w", word))
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and makes_error(call) and call.args:
                code = call.args[0]
                for part in (code.body, code.orelse) if isinstance(code, ast.IfExp) else (code,):
                    if isinstance(part, ast.Constant):
                        yield str(part.value), set()
                    elif not isinstance(part, ast.Attribute):  # an attribute passes on the code of another error
                        (beginning, *_) = part.values if isinstance(part, ast.JoinedStr) else (None,)
                        yield str(getattr(beginning, "value", "")), words


def makes_error(call: ast.Call) -> bool:
    """Whether a call makes an error of ours with a code: by its name, or as the parent of one that has its own."""
    if isinstance(call.func, ast.Attribute):
        return ast.unparse(call.func) == "super().__init__" and isinstance(
            call.args[0] if call.args else 0, ast.Constant
        )
    return isinstance(call.func, ast.Name) and call.func.id in ERRORS


SOURCE = Path(reihum.__file__).parent


def errors(source: Path) -> set[str]:
    """The names of all errors of ours that are made with a code, wherever they are."""
    parents: dict[str, set[str]] = {}
    own_code: set[str] = set()
    for path in source.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                parents.setdefault(node.name, set()).update(ast.unparse(base).split(".")[-1] for base in node.bases)
                own_code |= {node.name} if fixes_code(node) else set()
    found = {"ReihumError"}
    while more := {name for name, bases in parents.items() if bases & found} - found:
        found |= more
    return found - own_code


def fixes_code(kind: ast.ClassDef) -> bool:
    """Whether a class of errors brings its code along or passes on what a server says: it takes no free values."""
    made = [node for node in kind.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    return any(node.args.kwarg is None for node in made)


ERRORS = errors(SOURCE)


@cache
def codes_in_source() -> list[tuple[str, set[str]]]:
    """The codes of the whole package."""
    return list(made(SOURCE))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_text_and_every_text_is_used(language: str) -> None:
    """Every error has a text, and every text belongs to an error."""
    texts = Texts(language)
    codes: set[str] = set()
    for code, words in codes_in_source():
        found = {code + word for word in words if texts.has(f"error.{code}{word}")} if words else {code}
        assert found, f"nothing begins with error.{code}"
        assert all(texts.has(f"error.{one}") for one in found), found
        codes |= found
    keys = {key.removeprefix("error.") for key in texts._catalogue.texts if key.startswith("error.")}
    assert len(codes) > 80
    assert keys == codes


def test_planted_codes_are_found(tmp_path: Path) -> None:
    """The scan sees plain codes, either-or, and f-strings."""
    (tmp_path / "x.py").write_text(
        'raise BadDeck("one")\nIllegalMove("two" if x else "three", rule)\ncode = "end"\nIllegalMove(f"be.{code}")'
    )
    found = list(made(tmp_path))
    assert [code for code, _ in found] == ["one", "two", "three", "be."]
    assert "end" in found[-1][1]
