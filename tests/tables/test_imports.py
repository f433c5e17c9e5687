"""Imports: the table of a match that was played elsewhere is as if it had been played here."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from reihum import game
from reihum.errors import BadRecord, ReihumError
from reihum.matches import Recorder, match, verify
from reihum.tables.imports import ImportedTable, PlayedMatch, PlayedSeat, make_imported_table
from reihum.tables.listings import read_summary
from reihum.tables.table import load_table, make_record

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.jsonl"))
JUNIOR = (Path(__file__).parent.parent / "golden" / "junior.jsonl").read_text()
AT = 1_800_000_000_000


def take_in(record: str, person: str = "paul", *seats: PlayedSeat) -> ImportedTable:
    """The table of a record."""
    return make_imported_table(PlayedMatch(record=record, name="Paul", seats=seats), person, "key", AT)


def play_round(recorder: Recorder) -> None:
    """Play a round to its end, and record it."""
    while recorder.match.state.outcome is None:
        seat = recorder.match.state.to_act[0]
        recorder.play(seat, recorder.match.state.legal(seat)[0])


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_record_of_the_table_is_the_imported_one(path: Path) -> None:
    """For every game deals, words, moves, verdicts and outcomes come back. Newer options are in the header, too; that
    does not make it another match."""
    record = path.read_text()
    made = take_in(record)
    again = make_record(made.table, made.rows)
    assert again.splitlines()[1:-1] == record.splitlines()[1:-1]
    assert verify(again) == verify(record)
    assert take_in(again).table == made.table
    table = load_table(made.table, made.rows)
    assert (table.over, table.imported, table.people) == (True, True, {"paul": "Paul"})


def test_the_listing_tells_who_played_and_that_it_was_elsewhere() -> None:
    """People and bots are at their seats; a seat that nobody has named is nobody's."""
    made = take_in(JUNIOR, "paul", PlayedSeat(name=" Paul "), PlayedSeat(level="solid"))
    summary = read_summary(made.listing, "paul")
    assert (summary.seats, summary.levels[1], summary.yours) == (("Paul", "", None), "solid", (0,))
    assert (summary.imported, summary.over, summary.changed_ms) == (True, True, AT)
    assert summary.places == verify(JUNIOR).outcome.places  # type: ignore[union-attr]
    assert not made.listing.open


def test_one_id_for_one_record_of_one_person() -> None:
    """Other line ends make no other record; other people and other moves do."""
    first = take_in(JUNIOR).table
    assert take_in(JUNIOR.replace("\n", "\r\n")).table == first
    others = {take_in(JUNIOR, "tessa").table, take_in(GOLDEN[0].read_text()).table}
    assert len({first, *others}) == 3


def test_stacked_decks() -> None:
    """A lesson is dealt from a stacked deck; then no secret is needed."""
    recorder = Recorder(match("junior", 2, deck=" ".join(game("junior", seats=2).cards)))
    play_round(recorder)
    made = take_in(recorder.text)
    assert make_record(made.table, made.rows) == recorder.text


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"seat":0', '"seat":1', "record-replay"),
        ('{"line":"end"', '{"line":"end","outcome"', "record-line"),
        ('"format":1', '"format":2', "record-format"),
        ('"game":"junior"', '"game":"nothing"', "record-game"),
        ('"rules":1', '"rules":99', "record-rules"),
        ("lay R10", "lay R12", "record-replay"),
    ],
)
def test_forged_records(old: str, new: str, code: str) -> None:
    """A record that does not replay makes no table."""
    assert old in JUNIOR
    with pytest.raises(BadRecord) as refused:
        take_in(JUNIOR.replace(old, new, 1))
    assert refused.value.code == code


def test_records_that_are_not_whole() -> None:
    """Nothing, a header alone, and a match that was not finished make no table."""
    for part in ("", JUNIOR.splitlines()[0], "\n".join(JUNIOR.splitlines()[:-1])):
        with pytest.raises(BadRecord):
            take_in(part)


def test_a_match_that_only_begins_with_a_secret() -> None:
    """A second round from a deck alone cannot be a round of a table, which would deal it from the first secret."""
    recorder = Recorder(match("junior", 2, rounds=2, secret=bytes(64)))
    play_round(recorder)
    recorder.next_round(deck=" ".join(recorder.match.game.cards))
    play_round(recorder)
    with pytest.raises(BadRecord) as refused:
        take_in(recorder.text)
    assert refused.value.code == "record-commitment"


def test_seats_and_bots_that_are_not_there() -> None:
    """More seats than the game has, and bots that it does not know, are refused."""
    for seats in ([PlayedSeat(name="x")] * 4, [PlayedSeat(level="nobody")]):
        with pytest.raises(ReihumError):
            take_in(JUNIOR, "paul", *seats)


def test_a_seat_says_nothing_else() -> None:
    """Unknown fields are refused, so that a later version can give them a meaning."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"name": "Paul", "record": "", "secret": 1}, PlayedMatch)
