"""Circles: the same people over many evenings, their tables, and a score book that forgets nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from house import Guest, House, awaited, house, settled
from reihum.errors import ReihumError
from reihum.host import Room, UnknownCircle, circles
from reihum.host.circles import MAX_GUEST_MATCHES, load_circle
from reihum.tables import commands
from reihum.tables.chain import START, DamagedLog, StoredEntry, chain
from reihum.tables.circles import (
    SHOWN,
    Circle,
    CircleRenamed,
    HouseRules,
    MatchScored,
    Score,
    YoungestNamed,
    find_places,
    make_standing,
)
from reihum.tables.refusals import CommandRefused
from reihum.tables.settings import Settings
from reihum.tables.table import Table


async def family(home: House) -> tuple[str, Guest, Guest]:
    """A circle of two."""
    one, other = await home.guest(), await home.guest()
    circle = await home.host.circles.found(one.id, "Paul", "Sunday evenings")
    await home.host.circles.enter(other.id, "Tessa", circle.circle, circle.key)
    return circle.circle, one, other


async def played(home: House, circle: str, one: Guest, other: Guest) -> Room:
    """A finished match of the circle."""
    room = await home.host.create(one.id, "Paul", Settings(game="junior", seats=2, circle=circle))
    await room.join(other.id, "Tessa", room.table.key)
    await other.do(room, commands.Sit, seat=1)
    await one.do(room, commands.Start)
    await play_out(room, one, other)
    return room


async def play_out(room: Room, *guests: Guest) -> None:
    """Play a round to its end."""
    while (state := room.table.state) is not None:
        seat = state.to_act[0]
        await guests[seat].move(room, seat, str(state.legal(seat)[0]))


@awaited
async def test_the_score_book_keeps_every_match() -> None:
    """Points and places of each match, and how often everybody has played and won."""
    home = await house()
    circle, one, other = await family(home)
    rooms = [await played(home, circle, one, other) for _ in range(2)]
    await settled()
    view = await home.host.circles.view(other.id, circle)
    assert [match.table for match in view.matches] == [room.table.id for room in reversed(rooms)]
    assert [table.table for table in view.tables] == [room.table.id for room in reversed(rooms)]
    assert sum(line.wins for line in view.standings) >= 2
    assert all(line.matches == 2 for line in view.standings)
    outcome = rooms[0].table.match.outcome if rooms[0].table.match else None
    assert outcome is not None
    assert tuple(score.points for score in view.matches[-1].scores) == outcome.points
    assert tuple(score.place for score in view.matches[-1].scores) == outcome.places


@awaited
async def test_a_long_book_comes_page_by_page() -> None:
    """A circle shows its last matches, and pages reach all of them."""
    home = await house()
    circle, one, _ = await family(home)
    matches = [scored(number, 1, 2) for number in range(250)]
    await home.host.circles._add(circle, lambda _: [*matches])
    view = await home.host.circles.view(one.id, circle)
    assert view.played == 250
    found = view.matches
    while left := view.played - len(found):
        page = await home.host.circles.list_matches(one.id, circle, left)
        assert 0 < len(page) <= SHOWN
        found += page
    assert [*found] == matches[::-1]
    assert await home.host.circles.list_matches(one.id, circle, 10**9) == view.matches


@awaited
async def test_a_circle_stays_in_memory_until_it_is_removed() -> None:
    """Two hosts of a log see at once what the other writes, and that a circle is gone."""
    home = await house()
    circle, one, other = await family(home)
    again = await house(home.log)
    assert (await again.host.circles.view(one.id, circle)).name == "Sunday evenings"
    await home.host.circles.rename(one.id, circle, "Friday")
    assert (await again.host.circles.view(one.id, circle)).name == "Friday"
    await again.host.circles.leave(other.id, circle)
    assert [*(await home.host.circles.view(one.id, circle)).people] == [one.id]
    await home.log.remove_table(circle)
    for host in (home.host, again.host):
        with pytest.raises(UnknownCircle):
            await host.circles.view(one.id, circle)


@awaited
async def test_a_circle_in_memory_that_is_not_the_stored_one_is_read_again() -> None:
    """A database that has lost its last entries has others in their place: the log is sound, and counts."""
    home = await house()
    circle, one, other = await family(home)
    await home.host.circles.rename(other.id, circle, "Lost")
    kept = home.log.rows[circle][:-1]
    home.log.rows[circle] = [
        *kept,
        *load_circle(circle, kept).make_rows([CircleRenamed(at_ms=1, name=n) for n in "AB"]),
    ]
    assert (await home.host.circles.view(one.id, circle)).name == "B"


@awaited
async def test_few_circles_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were used last."""
    monkeypatch.setattr(circles, "MAX_ENTRIES_KEPT", 5)
    home = await house()
    one = await home.guest()
    made = [(await home.host.circles.found(one.id, "Paul", "Us")).circle for _ in range(4)]
    await home.host.circles.view(one.id, made[2])
    assert [*home.host.circles._kept] == [made[3], made[2]]
    assert {*home.host.circles._views} == {made[3], made[2]}


@awaited
async def test_a_guest_does_not_load_every_table_of_the_book() -> None:
    """Only some of the last matches show whether a guest may join."""
    home = await house()
    circle, one, _ = await family(home)
    guest = await home.guest()
    scores = (Score("Ben", 1, 1, guest.id),)
    matches = [MatchScored(at_ms=1, table=f"t-{number}", game="junior", scores=scores) for number in range(300)]
    await home.host.circles._add(circle, lambda _: [*matches])
    table, asked = await home.table(one, seats=2, open=True), []

    async def find_table(name: str) -> Table:
        asked.append(name)
        return table.table

    home.host.circles._find_table = find_table
    with pytest.raises(CommandRefused):
        await home.host.circles.enter(guest.id, "Ben", circle, "")
    assert asked == [match.table for match in matches[: -MAX_GUEST_MATCHES - 1 : -1]]


@awaited
async def test_a_result_that_was_cut_off_is_made_up_for() -> None:
    """Killed between the last move and the score book: the book is complete when somebody next looks."""
    home = await house()
    circle, one, other = await family(home)
    home.host.services = replace(home.host.services, on_finished=lambda _: None)
    await played(home, circle, one, other)
    await settled()
    again = await house(home.log)
    view = await again.host.circles.view(one.id, circle)
    assert len(view.matches) == 1
    assert len((await again.host.circles.view(one.id, circle)).matches) == 1


@awaited
async def test_a_damaged_table_does_not_hide_its_circle(caplog: pytest.LogCaptureFixture) -> None:
    """Results that can be read are added late; tables that cannot be read are in the host's log."""
    home = await house()
    circle, one, other = await family(home)
    home.host.services = replace(home.host.services, on_finished=lambda _: None)
    broken, strange, whole = [await played(home, circle, one, other) for _ in range(3)]
    rows = home.log.rows[broken.table.id]
    rows[0] = StoredEntry(1, rows[0].data.replace(b"junior", b"senior"), rows[0].digest)
    data = b'{"entry":"of a later version","at":1}'
    home.log.rows[strange.table.id] = [StoredEntry(1, data, chain(START, strange.table.id, 1, data))]
    again = await house(home.log)
    view = await again.host.circles.view(one.id, circle)
    assert [match.table for match in view.matches] == [whole.table.id]
    assert len(view.tables) == 3
    assert broken.table.id in caplog.text
    assert strange.table.id in caplog.text
    with pytest.raises(DamagedLog):
        await again.host.room(broken.table.id)


@awaited
async def test_a_damaged_circle_does_not_hide_the_others(caplog: pytest.LogCaptureFixture) -> None:
    """A person who asks for their circles gets those that can be read."""
    home = await house()
    one = await home.guest()
    broken, whole = [await home.host.circles.found(one.id, "Paul", name) for name in ("Sunday", "Monday")]
    del home.log.rows[broken.circle][0]
    assert [found.circle for found in await home.host.circles.list_for(one.id)] == [whole.circle]
    assert broken.circle in caplog.text
    with pytest.raises(DamagedLog):
        await home.host.circles.view(one.id, broken.circle)


@awaited
async def test_only_its_people_see_a_circle_and_make_tables_for_it() -> None:
    """The link opens it; everything else is refused alike."""
    home = await house()
    circle, one, _ = await family(home)
    stranger = await home.guest()
    for attempt in (
        home.host.circles.view(stranger.id, circle),
        home.host.circles.enter(stranger.id, "Luca", circle, "wrong"),
        home.host.create(stranger.id, "Luca", Settings(game="junior", seats=2, circle=circle)),
    ):
        with pytest.raises(CommandRefused) as refused:
            await attempt
        assert refused.value.code == "not-allowed"
    with pytest.raises(UnknownCircle):
        await home.host.circles.view(one.id, "c-2222222222")
    with pytest.raises(UnknownCircle):
        await home.host.circles.view(one.id, "t-2222222222")
    assert [view.circle for view in await home.host.circles.list_for(one.id)] == [circle]
    assert await home.host.circles.list_for(stranger.id) == []


@awaited
async def test_names_can_change_and_repeats_write_nothing() -> None:
    """A person who comes by the link again is not there twice."""
    home = await house()
    circle, one, _ = await family(home)
    entries = len(home.log.rows[circle])
    await home.host.circles.enter(one.id, "Paul", circle, "")
    assert len(home.log.rows[circle]) == entries
    view = await home.host.circles.enter(one.id, "Timo", circle, "")
    assert view.people[one.id] == "Timo"
    assert len(view.people) == 2


@awaited
async def test_a_circle_can_be_renamed_and_left() -> None:
    """Every member may do both; the matches of those who left stay in the book, and the link lets them back in."""
    home = await house()
    circle, one, other = await family(home)
    stranger = await home.guest()
    await played(home, circle, one, other)
    await settled()
    key = (await home.host.circles.view(one.id, circle)).key
    assert (await home.host.circles.rename(other.id, circle, "  Friday  ")).name == "Friday"
    entries = len(home.log.rows[circle])
    await home.host.circles.rename(one.id, circle, "Friday")
    assert len(home.log.rows[circle]) == entries
    for attempt in (
        home.host.circles.rename(stranger.id, circle, "Mine"),
        home.host.circles.leave(stranger.id, circle),
    ):
        with pytest.raises(CommandRefused):
            await attempt
    await home.host.circles.leave(other.id, circle)
    view = await home.host.circles.view(one.id, circle)
    assert view.people == {one.id: "Paul"}
    assert [score.name for score in view.matches[0].scores] == ["Paul", "Tessa"]
    assert [line.name for line in view.standings] == ["Paul"]
    assert await home.host.circles.list_for(other.id) == []
    with pytest.raises(CommandRefused):
        await home.host.circles.view(other.id, circle)
    assert len((await home.host.circles.enter(other.id, "Tessa", circle, key)).people) == 2


@awaited
async def test_a_bot_is_in_the_book_with_its_level() -> None:
    """So that the page can name it."""
    home = await house()
    circle, one, _ = await family(home)
    room = await home.host.create(
        one.id, "Paul", Settings(game="junior", seats=2, pace="instant", circle=circle), fill="sensible"
    )
    await one.connect(room, 0)
    await one.do(room, commands.Start)
    while (state := room.table.state) is not None:
        if 0 in state.to_act:
            await one.move(room, 0, str(state.legal(0)[0]))
        await home.clock.forward(1)
    await settled()
    (match,) = (await home.host.circles.view(one.id, circle)).matches
    assert [score.level for score in match.scores] == ["", "sensible"]


def scored(number: int, *places: int) -> MatchScored:
    """A match of Paul and Tessa with these places."""
    scores = tuple(Score(name, 0, place, name) for name, place in zip(("Paul", "Tessa"), places, strict=True))
    return MatchScored(at_ms=number, table=f"t-{number}", game="junior", scores=scores)


def test_streaks() -> None:
    """Wins in a row, now and at best; a shared first place counts for both, a match without somebody not at all."""
    names = {"Paul": "Paul", "Tessa": "Tessa"}
    found = [scored(1, 1, 2), scored(2, 1, 1), scored(3, 2, 1), scored(4, 1, 2)]
    matches = [find_places(match, names) for match in found]
    paul, tessa, luca = (make_standing(name, name, matches) for name in ("Paul", "Tessa", "Luca"))
    assert (paul.matches, paul.wins, paul.streak, paul.best_streak) == (4, 3, 1, 2)
    assert (tessa.matches, tessa.wins, tessa.streak, tessa.best_streak) == (4, 2, 0, 2)
    assert (luca.matches, luca.wins, luca.streak, luca.best_streak) == (0, 0, 0, 0)


def test_several_people_at_one_device() -> None:
    """Each seat counts for the person of its name; without such names the owner counts once, by the better place."""
    scores = (Score("Paul", 12, 2, "p1"), Score("Ben", 28, 1, "p1"))
    match = MatchScored(at_ms=1, table="t-1", game="zweikampf", scores=scores)
    assert find_places(match, {"p1": "Paul", "p2": "Ben"}) == {"p1": 2, "p2": 1}
    assert find_places(match, {"p1": "Paul"})["p1"] == 2
    assert find_places(match, {"p1": "Dad", "p2": "Tessa"}) == {"p1": 1}


@awaited
async def test_a_guest_is_in_the_book() -> None:
    """Somebody who came by a table's link has a line, without being a member."""
    home = await house()
    paul, ben = await home.guest(), await home.guest()
    circle = (await home.host.circles.found(paul.id, "Paul", "Sunday")).circle
    await played(home, circle, paul, ben)
    await settled()
    view = await home.host.circles.view(paul.id, circle)
    assert view.people == {paul.id: "Paul"}
    assert {line.person: line.matches for line in view.standings} == {paul.id: 1, ben.id: 1}
    with pytest.raises(CommandRefused):
        await home.host.circles.view(ben.id, circle)


def test_circles_of_older_versions_stay_readable() -> None:
    """Entries without levels, as they were stored first."""
    circle = Circle("c-2222222222")
    old = (
        b'{"entry":"founded","at":1,"name":"Sunday","key":"k"}',
        b'{"entry":"entered","at":1,"person":"p1","name":"Paul"}',
        b'{"entry":"opened","at":2,"table":"t-1","game":"junior"}',
        (
            b'{"entry":"scored","at":3,"table":"t-1","game":"junior","scores":'
            b'[{"name":"Paul","points":3,"place":1,"person":"p1"},{"name":"","points":1,"place":2}]}'
        ),
    )
    digest, rows = START, []
    for seq, data in enumerate(old, 1):
        digest = chain(digest, circle.id, seq, data)
        rows.append(StoredEntry(seq, data, digest))
    circle.follow(rows)
    view = circle.view()
    assert (view.number, view.standings[0].wins, view.matches[0].scores[1].level) == (4, 1, "")


HOUSE = HouseRules(seats=2, options={"turn": "one", "first": "youngest"}, until=50)


@awaited
async def test_a_circle_keeps_its_house_rules() -> None:
    """Members set them by game and name them; the last word counts, and a restart changes nothing."""
    home = await house()
    circle, one, other = await family(home)
    assert (await home.host.circles.view(one.id, circle)).rules == {}
    await home.host.circles.keep_rules(one.id, circle, "junior", HouseRules(seats=3))
    await home.host.circles.keep_rules(other.id, circle, "junior", HOUSE)
    await home.host.circles.keep_rules(one.id, circle, "classic", HouseRules(seats=4))
    await home.host.circles.keep_rules(one.id, circle, "classic", None)
    await home.host.circles.name_rules(other.id, circle, " Oma’s  rules ")
    view = await (await house(home.log)).host.circles.view(one.id, circle)
    assert (view.rules, view.rules_name) == ({"junior": HOUSE}, "Oma’s rules")
    again = await home.host.circles.keep_rules(one.id, circle, "junior", HOUSE)
    assert again.number == view.number


@awaited
async def test_house_rules_that_cannot_be_played_are_refused() -> None:
    """Nothing is written, and strangers may not set any."""
    home = await house()
    circle, one, _ = await family(home)
    stranger = await home.guest()
    keep = home.host.circles.keep_rules
    for game, rules in [
        ("junior", replace(HOUSE, seats=7)),
        ("junior", replace(HOUSE, options={"turn": "two"})),
        ("junior", replace(HOUSE, rounds=2)),
        ("classic", HouseRules(seats=2, options={"first": "youngest"})),
        ("chess", None),
    ]:
        with pytest.raises(ReihumError):
            await keep(one.id, circle, game, rules)
    for asked in (keep(stranger.id, circle, "junior", HOUSE), home.host.circles.name_rules(stranger.id, circle, "x")):
        with pytest.raises(CommandRefused):
            await asked
    view = await home.host.circles.view(one.id, circle)
    assert (view.rules, view.rules_name) == ({}, "")


async def sit_down(home: House, circle: str, *people: tuple[Guest, str]) -> Room:
    """A table of the circle where the youngest player begins."""
    (one, name), *others = people
    settings = Settings(game="junior", seats=len(people), options={"first": "youngest"}, circle=circle)
    room = await home.host.create(one.id, name, settings)
    for guest, other in others:
        await room.join(guest.id, other, room.table.key, sit=True)
    return room


@awaited
async def test_the_circle_remembers_who_is_the_youngest() -> None:
    """Asked once; at the next table the circle knows it, also at another seat, and the log holds the seat."""
    home = await house()
    circle, one, other = await family(home)
    room = await sit_down(home, circle, (one, "Paul"), (other, "Tessa"))
    with pytest.raises(CommandRefused, match="youngest"):
        await one.do(room, commands.Start)
    await one.do(room, commands.Start, youngest=1)
    assert room.table.match is not None
    assert (room.table.match.first, room.table.settings.options) == (1, {"first": 1})
    await play_out(room, one, other)
    await one.do(room, commands.Rematch)
    assert room.table.next is not None
    again = await home.host.room(room.table.next.table)
    assert again.table.settings.options == {"first": "youngest"}
    await one.do(again, commands.Start)
    assert again.table.settings.options == {"first": 1}
    later = await sit_down(await house(home.log), circle, (other, "Tessa"), (one, "Paul"))
    await one.do(later, commands.Start)
    assert later.table.match is not None
    assert later.table.match.first == 0
    strange = await sit_down(home, circle, (other, "Luca"), (one, "Paul"))  # somebody else at Tessa's device
    with pytest.raises(CommandRefused, match="youngest"):
        await one.do(strange, commands.Start)


def test_the_youngest_of_some_is_the_youngest_of_fewer() -> None:
    """An answer holds for fewer players, never for more, and not without the youngest."""
    ada, ben, cem = ("a", "Ada"), ("b", "Ben"), ("c", "Cem")
    circle = Circle("c")
    YoungestNamed(at_ms=1, players=(ben, ada)).change(circle)
    assert circle.find_youngest([ada, ben]) == ben
    assert circle.find_youngest([ada, ben, cem]) is None
    YoungestNamed(at_ms=2, players=(cem, ada, ben)).change(circle)
    assert circle.find_youngest([cem, ada]) == cem
    assert circle.find_youngest([ada, ben]) == ben
    assert circle.find_youngest([ada, ("b", "Bea")]) is None
