"""Games and texts: complete, in every language, and sent once."""

from __future__ import annotations

import msgspec
import pytest

from house import awaited
from network import net
from reihum.games import GAMES
from reihum.protocol.gamelist import GameList
from reihum.texts import LANGUAGES, export


@pytest.mark.parametrize("language", LANGUAGES)
@awaited
async def test_all_games(language: str) -> None:
    """Seats, options with all their values, bots, texts: enough to set up any table."""
    async with net() as up:
        answer = await up.ask("GET", f"/api/games?language={language}")
        games = {game.id: game for game in msgspec.json.decode(answer.body, type=GameList).games}
        assert list(games) == list(GAMES)
        for name, facts in GAMES.items():
            assert games[name].seats == tuple(facts.seats)
            assert [option.name for option in games[name].options] == list(facts.options)
            assert games[name].name == export(language)["texts"][f"{name}.name"]  # type: ignore[index]
            for option in games[name].options:
                assert option.kind in ("number", "each") or option.default in [value.value for value in option.values]
                assert all(value.label and value.label != f"option.{value.value}" for value in option.values)


@awaited
async def test_texts() -> None:
    """All texts of a language; a client that has them already gets nothing twice."""
    async with net() as up:
        first = await up.ask("GET", "/api/texts/fr")
        assert first.data == export("fr")
        again = await up.ask("GET", "/api/texts/fr", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status, again.body) == (304, b"")
        assert (await up.ask("GET", "/api/texts/it")).data["code"] == "no-such-language"
