"""The one source of randomness: what docs/fairness.md says, and that it is fair."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice, product
from math import comb, sqrt
from statistics import NormalDist

import pytest

import outsider
import reihum
from documents import table
from reihum.cards import EDITIONS, Randomness, as_seed

DECK = EDITIONS["80"]
SEEDS = {"*empty*": b""}


def seed_of(cell: str) -> bytes:
    """A seed as the document writes it."""
    return SEEDS.get(cell, cell.strip("`").encode())


# ------------------------------------------------------------------------------------------------ the document


@pytest.mark.parametrize(("seed", "label", "expected"), table("fairness", "seed"))
def test_streams_of_the_document(seed: str, label: str, expected: str) -> None:
    """The bytes in the document are those of a stream, for us and for an outsider."""
    wanted = bytes.fromhex(expected.strip("`"))
    name = label.strip("`")
    assert len(wanted) == 16
    assert Randomness(seed_of(seed), name).take(16) == wanted
    assert bytes(islice(outsider.stream(seed_of(seed), name), 16)) == wanted


@pytest.mark.parametrize(("limit", "expected"), table("fairness", "limit"))
def test_numbers_of_the_document(limit: str, expected: str) -> None:
    """The numbers in the document are those below a limit, for us and for an outsider."""
    wanted = [int(number) for number in expected.split(", ")]
    ours, theirs = Randomness(b"reihum", "first"), outsider.stream(b"reihum", "first")
    assert [ours.below(int(limit)) for _ in wanted] == wanted
    assert [outsider.draw_below(theirs, int(limit)) for _ in wanted] == wanted


def test_these_vectors_never_change() -> None:
    """Old records must replay for ever, so document and code must not change together."""
    assert Randomness(b"", "deal 0").take(8).hex() == "30fba397873120b6"
    assert Randomness(b"reihum", "first").take(8).hex() == "1efbf9d60560f7ff"
    assert [Randomness(b"reihum", f"deal {n}").below(80) for n in range(6)] == [4, 52, 1, 35, 23, 74]
    assert "".join(Randomness(b"reihum", "deal 0").shuffled("abcdefghij")) == "igbhajcfde"
    assert Randomness(b"reihum", "secret 0").seed().hex()[:16] == "a1e497923e03d27d"


# --------------------------------------------------------------------------------------------------- streams


def test_a_stream_does_not_depend_on_how_it_is_read() -> None:
    """Byte by byte, in pieces, across the blocks of the hash, or at once."""
    whole = Randomness(b"seed", "label").take(2000)
    for size in (1, 7, 135, 136, 137, 272, 999):
        source = Randomness(b"seed", "label")
        pieces = [source.take(size) for _ in range(2000 // size)]
        assert b"".join(pieces) == whole[: len(pieces) * size]


def test_labels_and_seeds_give_streams_of_their_own() -> None:
    """No two of many labels and seeds share a beginning; what one stream gives tells nothing of another."""
    labels = [f"{word} {n}" for word in ("deal", "draw", "shuffle", "secret") for n in range(50)]
    beginnings = {Randomness(seed, label).take(8) for seed, label in product([b"", b"a", b"b"], ["first", *labels])}
    assert len(beginnings) == 3 * (1 + len(labels))
    equal = sum(a == b for a, b in zip(*(Randomness(b"s", label).take(10_000) for label in "xy"), strict=True))
    assert 10 < equal < 80  # about 10,000 / 256


def test_label_and_seed_do_not_run_together() -> None:
    """The zero byte between them: "deal 1" with seed "0…" is not "deal 10"."""
    assert Randomness(b"0x", "deal 1").take(8) != Randomness(b"x", "deal 10").take(8)


def test_seeds() -> None:
    """A text stands for its UTF-8 bytes, a whole number for its digits."""
    assert as_seed("Grün") == as_seed("Grün".encode()) == b"Gr\xc3\xbcn"
    assert as_seed(-7) == as_seed("-7")
    assert len({Randomness(seed, "kind").take(8) for seed in (7, "7", b"7")}) == 1
    assert as_seed(bytearray(b"a")) == b"a"  # type: ignore[arg-type]
    for junk in (7.0, True, 10**5000, None, object(), "\ud800"):
        with pytest.raises(reihum.BadDeck) as refused:
            as_seed(junk)  # type: ignore[arg-type]
        assert refused.value.code == "seed-type"


# --------------------------------------------------------------------------------------------------- numbers


def starting_with(beginning: bytes) -> Iterator[bytes]:
    """Seeds whose stream starts with these bytes."""
    return (seed for n in range(10**6) if Randomness(seed := b"%d" % n, "edge").take(len(beginning)) == beginning)


@pytest.mark.parametrize(
    ("limit", "edge", "value"),
    [
        (1, b"\xff", 0),
        (2, b"\xff", 1),
        (3, b"\xfe", 2),
        (3, b"\xff", None),
        (255, b"\xfe", 254),
        (255, b"\xff", None),
        (256, b"\xff", 255),
        (257, b"\xff\xfe", 256),
        (257, b"\xff\xff", None),
        (65536, b"\xff\xff", 65535),
    ],
)
def test_the_edge_of_what_is_thrown_away(limit: int, edge: bytes, value: int | None) -> None:
    """The last value that counts counts; the first that would favour small numbers is drawn again."""
    source = Randomness(seed := next(starting_with(edge)), "edge")
    number = source.below(limit)
    rest = Randomness(seed, "edge")
    rest.take(len(edge))
    if value is None:
        assert number == rest.below(limit)
    else:
        assert number == value
    assert source.take(9) == rest.take(9)


# -------------------------------------------------------------------------------------------------- shuffles


@pytest.mark.parametrize("length", [0, 1, 2, 3, 40, 80, 84, 255, 256, 257, 258, 300, 1000])
def test_an_outsider_shuffles_alike(length: int) -> None:
    """Written from the words of the document, without our code, many seeds and all lengths give the same order."""
    for number in range(40 if length > 100 else 200):
        seed = number.to_bytes(number % 70, "big") if number % 70 else b""
        ours = Randomness(seed, "deal 0").shuffled(range(length))
        assert ours == outsider.shuffle(seed, "deal 0", range(length))
        assert sorted(ours) == list(range(length))


def test_a_shuffle_leaves_the_stream_where_numbers_would() -> None:
    """The quick way through a shuffle takes the same bytes as drawing its numbers one by one."""
    for length in (80, 256, 300):
        quick, slow = Randomness(b"s", "x"), Randomness(b"s", "x")
        quick.shuffled(range(length))
        for limit in range(length, 1, -1):
            slow.below(limit)
        assert quick.take(20) == slow.take(20)


def too_uneven(shuffle: Callable[[int], list[int]], length: int, times: int) -> bool:
    """Whether things come to places too unequally often (Anderson's statistic for rankings: chi-square with
    (length − 1)² degrees of freedom; one fair shuffle in ten thousand is wrongly accused)."""
    counts = [0] * (length * length)
    for number in range(times):
        for place, thing in enumerate(shuffle(number)):
            counts[place * length + thing] += 1
    expected = times / length
    statistic = sum((count - expected) ** 2 for count in counts) / expected * (length - 1) / length
    freedom = (length - 1) ** 2
    height = NormalDist().inv_cdf(0.9999)
    return statistic > freedom * (1 - 2 / (9 * freedom) + height * sqrt(2 / (9 * freedom))) ** 3


def test_every_card_comes_to_every_place() -> None:
    """80 cards × 80 places over 20,000 shuffles: no more uneven than chance."""
    assert not too_uneven(lambda number: Randomness(b"%d" % number, "deal 0").shuffled(range(80)), 80, 20_000)


def swap_with_any(number: int) -> list[int]:
    """The naive shuffle: every place is swapped with any other."""
    source = random.Random(number)
    order = list(range(80))
    for place in range(80):
        other = source.randrange(80)
        order[place], order[other] = order[other], order[place]
    return order


def nothing_thrown_away(number: int) -> list[int]:
    """Fisher–Yates with the rest of a byte, for every byte."""
    source = random.Random(number)
    order = list(range(80))
    for last in range(79, 0, -1):
        other = source.randrange(256) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


@pytest.mark.parametrize("biased", [swap_with_any, nothing_thrown_away])
def test_planted_biased_shuffles_are_found(biased: Callable[[int], list[int]]) -> None:
    """The same test, with fewer shuffles, sees what is wrong with two shuffles that people really write."""
    assert too_uneven(biased, 80, 4_000)


def test_neighbours_are_independent() -> None:
    """Which card follows which is as even as where a card lies."""

    def turned(number: int) -> list[int]:
        order = Randomness(b"%d" % number, "deal 0").shuffled(range(20))
        at = order.index(0)
        return order[at:] + order[:at]

    assert not too_uneven(lambda number: [thing - 1 for thing in turned(number)[1:]], 19, 10_000)


def test_the_share_of_deals_without_an_eleven() -> None:
    """Rulebook §5: no eleven is dealt in 5.78 % of two-player deals and 0.31 % of three- to six-player deals."""
    elevens = {card for card in DECK if card[1:] == "11"}
    deals = 200_000
    none_of = {40: 0, 60: 0}
    for number in range(deals):
        deck = Randomness(b"%d" % number, "deal 0").shuffled(DECK)
        if elevens.isdisjoint(deck[:40]):
            none_of[40] += 1
            none_of[60] += elevens.isdisjoint(deck[:60])
    for dealt, percent in ((40, "5.78"), (60, "0.31")):
        share = comb(80 - 4, dealt) / comb(80, dealt)
        assert f"{share:.2%}" == f"{percent}%"
        error = sqrt(deals * share * (1 - share))
        assert abs(none_of[dealt] - deals * share) < 4 * error
