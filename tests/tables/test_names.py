"""Names of people: something to read, and nobody else's."""

from __future__ import annotations

import pytest

from house import awaited, house
from reihum.errors import ReihumError
from reihum.tables import commands
from reihum.tables.names import clean_name

BLANK = ["", " ", "\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\u200b", "\u202e", "\u0301", "\ufe0f", "\U000e0020"]


@pytest.mark.parametrize("name", BLANK, ids=ascii)
def test_names_that_look_blank(name: str) -> None:
    """A name must have something to read."""
    with pytest.raises(ReihumError) as refused:
        clean_name(name)
    assert refused.value.code == "name"


@pytest.mark.parametrize("name", ["Paul", "Ünal", "Zoë", "李", "नील", "Ari 🐢", "❤️", "🧑‍🌾", "7"])
def test_names_that_stay(name: str) -> None:
    """Every script and signs that consist of several characters can be read."""
    assert clean_name(f"  {name}\u3164") == clean_name(name)
    assert clean_name(name)


@awaited
async def test_two_people_with_one_name() -> None:
    """Who comes later, sits down or is renamed gets a number, so that nobody is taken for somebody else."""
    home = await house()
    people = [await home.guest() for _ in range(4)]
    room = await home.table(people[0], seats=3)
    for guest, name in zip(people[1:], ("paul", "Ｐａｕｌ", "Tessa"), strict=True):
        await room.join(guest.id, name, room.table.key)
    assert [*room.table.people.values()] == ["Paul", "paul 2", "Ｐａｕｌ 3", "Tessa"]
    await people[3].do(room, commands.Rename, name="Paul")
    assert room.table.people[people[3].id] == "Paul 4"
    await people[1].do(room, commands.Sit, seat=1)
    assert room.table.seats[1].name == "paul 2"
    await people[2].do(room, commands.Sit, seat=2, name="PAUL")
    assert room.table.seats[2].name == "PAUL 3"
    await people[0].do(room, commands.Rename, name="PAUL")
    assert room.table.people[people[0].id] == "PAUL"
