"""Endpoints for tables: make, join, list, download the record, be forgotten."""

from __future__ import annotations

from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from house import MemoryLog, StillClock, awaited
from network import net, played_out
from reihum.store.log import StorageFailed
from reihum.tables.chain import StoredEntry

SETTINGS = {"game": "junior", "seats": 2}


@awaited
async def test_open_tables_are_listed() -> None:
    """Tables by invitation are not; their people find them among their tables."""
    async with net() as up:
        hidden, paul = await up.table()
        shown, tessa = await up.table(name="Tessa", open=True)
        listed = (await up.ask("GET", "/api/tables")).data["tables"]
        assert [table["table"] for table in listed] == [shown["table"]]
        assert listed[0] | {"changed": 0} == {
            "table": shown["table"],
            "game": "junior",
            "seats": ["Tessa", None],
            "changed": 0,
        }
        own = (await up.ask("GET", "/api/me/tables", cookie=paul)).data["tables"]
        assert [table["table"] for table in own] == [hidden["table"]]
        assert (await up.ask("GET", "/api/me", cookie=tessa)).data == {"you": shown["you"]}


@awaited
async def test_joining() -> None:
    """With the key from the link, or without one at an open table; a known person stays the same."""
    async with net() as up:
        made, _ = await up.table()
        assert made["link"] == f"{up.base}/t/{made['table']}#{made['key']}"
        path = f"/api/tables/{made['table']}/join"
        for key in ("", "wrong", made["key"][:-1], made["key"].upper()):
            refused = await up.ask("POST", path, {"name": "Tessa", "key": key})
            assert (refused.status, refused.data["code"]) == (404, "unknown-table")
            assert "set-cookie" not in refused.headers
        joined = await up.ask("POST", path, {"name": "Tessa", "key": made["key"]})
        again = await up.ask("POST", path, {"name": "Tessa", "key": ""}, cookie=joined.cookie)
        assert again.data == joined.data
        assert "set-cookie" not in again.headers
        shown, _ = await up.table(open=True)
        assert (await up.ask("POST", f"/api/tables/{shown['table']}/join", {"name": "Luca"})).status == 200


@awaited
async def test_joining_with_a_seat() -> None:
    """One request joins and sits; repeated, with or without the key, it changes nothing; at a full table you watch."""
    async with net() as up:
        made, paul = await up.table()
        path, where = f"/api/tables/{made['table']}/join", f"/api/tables/{made['table']}"
        wish = {"name": "Tessa", "key": made["key"], "sit": True}
        joined = await up.ask("POST", path, wish)
        seats = (await up.ask("GET", where, cookie=paul)).data["seats"]
        assert seats == ["Paul", "Tessa"]
        for key in (made["key"], ""):
            again = await up.ask("POST", path, wish | {"key": key}, cookie=joined.cookie)
            assert again.data == joined.data
        late = await up.ask("POST", path, wish | {"name": "Luca"})
        assert late.status == 200
        assert (await up.ask("GET", where, cookie=late.cookie)).data["seats"] == seats


@awaited
async def test_the_cookie() -> None:
    """No script can read it, and no other page can send it; it has 128 bits, of which the store keeps only a hash."""
    async with net() as up:
        made = await up.ask("POST", "/api/tables", {"name": "Paul", "settings": SETTINGS})
        name, *attributes = made.headers["set-cookie"].split("; ")
        assert {*attributes} == {"HttpOnly", "SameSite=lax", "Path=/", f"Max-Age={400 * 24 * 3600}"}
        secret = name.removeprefix(f"reihum-{up.up.port}=")
        assert len(bytes.fromhex(secret)) == 16
        assert secret not in str(up.log.people) + str(up.log.rows)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"settings": SETTINGS}, "bad-message"),
        ({"name": "Paul"}, "bad-message"),
        ({"name": "Paul", "settings": SETTINGS, "cheat": 1}, "bad-message"),
        ({"name": "Paul", "settings": SETTINGS | {"pace": "mad"}}, "bad-message"),
        ({"name": "Paul", "settings": SETTINGS | {"game": "chess"}}, "unknown-game"),
        ({"name": "Paul", "settings": SETTINGS | {"seats": 77}}, "seats"),
        ({"name": "Paul", "settings": SETTINGS | {"options": {"x": 1}}}, "option-unknown"),
        ({"name": "Paul", "settings": SETTINGS | {"options": {"first": [[]]}}}, "option-value"),
        ({"name": "Paul", "settings": SETTINGS | {"rounds": 0}}, "rounds"),
        ({"name": " ", "settings": SETTINGS}, "name"),
        ({"name": "Paul", "settings": SETTINGS, "seat": 5}, "seat"),
        ({"name": "Paul", "settings": SETTINGS, "fill": "genius"}, "bot"),
        ({"name": "Paul", "settings": SETTINGS | {"circle": "c-none"}}, "unknown-circle"),
        (b"{", "bad-message"),
        (b"\xff", "bad-message"),
        (b"[" * 4000, "bad-message"),
        (b" " * 9000, "too-long"),
    ],
)
@awaited
async def test_what_cannot_be_made(body: Any, code: str) -> None:
    """The error says what is wrong; nothing is stored."""
    async with net() as up:
        refused = await up.ask("POST", "/api/tables", body)
        assert refused.data["code"] == code
        assert refused.status == {"too-long": 413, "unknown-circle": 404}.get(code, 400)
        assert refused.data["text"]
        assert up.log.rows == {}


@awaited
async def test_only_json_is_read() -> None:
    """A form of another page could send other types."""
    async with net() as up:
        for media in ("text/plain", "application/x-www-form-urlencoded", "", "application/jsonx"):
            headers = {"Content-Type": media}
            refused = await up.ask("POST", "/api/tables", {"name": "P", "settings": SETTINGS}, headers=headers)
            assert (refused.status, refused.data["code"]) == (415, "media-type")


@awaited
async def test_refusals_in_the_readers_language() -> None:
    """The text is in the reader's language; the code is always the same."""
    async with net() as up:
        texts = {}
        for language in ("de", "en", "fr", "it"):
            answer = await up.ask("GET", "/api/me", headers={"Accept-Language": f"{language}-CH"})
            assert (answer.status, answer.data["code"]) == (401, "who-are-you")
            texts[language] = answer.data["text"]
        assert texts["it"] == texts["en"]
        assert len({*texts.values()}) == 3


@awaited
async def test_records() -> None:
    """There is no record before a round is finished, and none for people who may not look."""
    async with net() as up:
        made, paul = await up.table()
        path = f"/api/tables/{made['table']}/record"
        assert (await up.ask("GET", path, cookie=paul)).data["code"] == "no-record"
        assert (await up.ask("GET", path)).data["code"] == "unknown-table"


@awaited
async def test_a_damaged_table_is_an_error_of_the_server(caplog: pytest.LogCaptureFixture) -> None:
    """The status says that the server is to blame, and the log tells the operator."""
    log = MemoryLog()
    async with net(log) as up:
        made, paul = await up.table()
    rows = log.rows[made["table"]]
    rows[0] = StoredEntry(1, rows[0].data.replace(b"junior", b"senior"), rows[0].digest)
    async with net(log) as up:
        refused = await up.ask("GET", f"/api/tables/{made['table']}", cookie=paul)
        assert (refused.status, refused.data["code"]) == (500, "log-digest")
        with pytest.raises(InvalidStatus) as denied:
            async with up.socket(made["table"], paul):
                pass
        assert denied.value.response.status_code == 500
    assert made["table"] in caplog.text


@awaited
async def test_making_too_much() -> None:
    """Requests that store something cost an address more than others."""
    async with net(address_rate=10) as up:
        answers = [await up.ask("POST", "/api/tables", {"name": "P", "settings": SETTINGS}) for _ in range(12)]
        assert [answer.status for answer in answers] == [200] * 10 + [429] * 2
        assert (await up.ask("GET", "/api/tables")).status == 200


@awaited
async def test_joining_costs_what_a_new_table_costs() -> None:
    """One guest after another is not a cheaper way to fill the store, at whichever table."""
    async with net(clock=StillClock(), address_rate=4) as up:
        made, _ = await up.table()
        other, _ = await up.table()
        answers = []
        for number, to in enumerate((made, other, made, other)):
            body = {"name": f"Guest {number}", "key": to["key"]}
            answers.append((await up.ask("POST", f"/api/tables/{to['table']}/join", body)).status)
        assert answers == [200, 200, 429, 429]
        room = await up.host.room(made["table"])
        assert [*room.table.people.values()] == ["Paul", "Guest 0"]


@awaited
async def test_paths_and_methods_that_are_not_there() -> None:
    """They are refused like all others."""
    async with net() as up:
        assert (await up.ask("GET", "/api/nothing")).data["code"] == "no-such-page"
        assert (await up.ask("DELETE", "/api/tables")).data["code"] == "no-such-method"
        assert (await up.ask("GET", "/ws/tables/x")).status == 404


@pytest.mark.parametrize("what", ["record", "replay", "review"])
def test_looking_back_costs_more_than_looking(what: str) -> None:
    """A replay plays the whole match again, so an address may ask for fewer of them."""

    @awaited
    async def asked() -> None:
        async with net(address_rate=5) as up:
            made, paul = await up.table()
            codes = [
                (await up.ask("GET", f"/api/tables/{made['table']}/{what}", cookie=paul)).data["code"] for _ in range(6)
            ]
            assert codes == ["no-record"] * 4 + ["too-many"] * 2
            assert (await up.ask("GET", f"/api/tables/{made['table']}", cookie=paul)).status == 200

    asked()


@awaited
async def test_history_and_letting_go() -> None:
    """A finished match is in the history of its people; a table that is let go is on no list of this person."""
    async with net(rate=0, address_rate=0) as up:
        made, paul = await up.table(fill="sensible", game="hoechste-karte", rounds=1)
        async with up.socket(made["table"], paul) as talk:
            await talk.do("start", "1")
            await played_out(talk)
        page = (await up.ask("GET", "/api/history", cookie=paul)).data
        assert [found["table"] for found in page["tables"]] == [made["table"]]
        assert page["tables"][0]["yours"] == [0]
        assert "persons" not in page["tables"][0]
        assert (await up.ask("GET", "/api/history?game=junior", cookie=paul)).data["tables"] == []
        assert (await up.ask("GET", "/api/history?after=x", cookie=paul)).status == 400
        assert (await up.ask("GET", "/api/history")).data["code"] == "who-are-you"
        (counted,) = (await up.ask("GET", "/api/statistics", cookie=paul)).data["games"]
        place = page["tables"][0]["places"][0]
        assert (counted["game"], counted["played"], counted["won"]) == ("hoechste-karte", 1, int(place == 1))
        assert counted["last"] == [{"place": place, "seats": len(page["tables"][0]["seats"])}]
        assert (await up.ask("GET", "/api/statistics")).data["code"] == "who-are-you"
        _, stranger = await up.table(name="Timo")
        assert (await up.ask("GET", "/api/history", cookie=stranger)).data["tables"] == []
        assert (await up.ask("GET", "/api/statistics", cookie=stranger)).data["games"] == []
        path = f"/api/me/tables/{made['table']}"
        assert (await up.ask("DELETE", path, cookie=stranger)).data["code"] == "unknown-table"
        assert (await up.ask("DELETE", path, cookie=paul)).status == 204
        assert (await up.ask("DELETE", path, cookie=paul)).data["code"] == "unknown-table"
        for where in ("/api/history", "/api/me/tables"):
            assert (await up.ask("GET", where, cookie=paul)).data["tables"] == []


@pytest.mark.parametrize("path", ["/api/tables/t-%00", "/api/circles/c-%00", "/api/history?after=1-%00"])
@awaited
async def test_texts_that_no_database_can_look_for(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL has no text with a zero byte. Such an id does not exist, and the store is not asked."""
    async with net() as up:
        _, paul = await up.table()

        async def refuse(*_: object, **__: object) -> None:
            raise StorageFailed("storage", detail="invalid byte sequence")

        for name in ("read", "find_listings"):
            monkeypatch.setattr(up.log, name, refuse)
        assert (await up.ask("GET", path, cookie=paul)).status in (400, 404)
        monkeypatch.undo()
