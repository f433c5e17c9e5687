"""A server in this process whose tables can be played to any position at once: for pictures, measurements and tests.

Randomness and time are fixed, so the same calls set up the same tables. Bots choose every move, also for the person;
each move goes through the host.
"""

from __future__ import annotations

import asyncio
import tempfile
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import BrowserContext

from reihum.bots import play_round, seat_bots
from reihum.client.web import Visitor
from reihum.engine import State
from reihum.games import GAMES
from reihum.host import Host, InlineBotRunner, InlineExecutor
from reihum.host.fair_queue import NOBODY, WorkShare
from reihum.host.room import Room
from reihum.protocol.http import Invitation, Join, JoinTable
from reihum.server.config import Config
from reihum.server.server import RunningServer, open_server
from reihum.store.sqlite import SqliteLog
from reihum.tables.commands import Next, Rematch, SetPace, Start
from reihum.tables.daily import DailyResult
from reihum.tables.draft import Draft
from reihum.tables.rounds import play_moves
from reihum.tables.settings import Settings
from tools.session import FixedClock, make_entropy

PERSON = 0
"""The seat of the person who has made the table."""

MAX_DEALS = 50
"""How many rounds are dealt to find one that decides something."""

T = TypeVar("T")

MadeMove = tuple[int | None, str, State]
"""A seat, its move, and the state after it."""


class Scene:
    """A table with one person and bots. ``cookie`` is what the server knows the person by."""

    def __init__(self, stage: Stage, room: Room, cookie: str) -> None:
        self.id = room.table.id
        self.key = room.table.key
        self.cookie = cookie
        self.site = stage.address
        self.path = f"t/{self.id}"
        self._stage = stage
        self._room = room
        self._ids = count(1)

    def play(self, share: float = 0.5, *, fresh: bool = False) -> Scene:
        """Play to a turn of the person at about this share of the round, if ``fresh`` to its start; 1: to the end."""
        return self._make(
            lambda moves: moves if share == 1 else moves[: turn_near(moves, round(len(moves) * share), fresh)]
        )

    def play_before(self, kind: str) -> Callable[[], Scene] | None:
        """Play until the next move decides something of this kind. What it gives makes that move. Nothing is played and
        given if this round decides nothing of the kind."""
        decisive: list[MadeMove] = []

        def stop_before(moves: Sequence[MadeMove]) -> Sequence[MadeMove]:
            for number, (_, _, state) in enumerate(moves):
                if shows_moment(state, kind):
                    decisive.append(moves[number])
                    return moves[:number]
            return ()

        self._make(stop_before)
        return partial(self._make, lambda _: decisive) if decisive else None

    def seat_guest(self, name: str) -> Scene:
        """Let somebody else sit down; the scene as this person sees it."""
        visitor = Visitor(self.site)
        body = JoinTable(name=name, key=self.key, sit=True)
        self._stage.run(visitor.ask("POST", f"/api/tables/{self.id}/join", Invitation, body))
        return Scene(self._stage, self._room, visitor.cookie)

    def rematch(self) -> Scene:
        """Let the person who has made the table go on at another one."""
        self._stage.run(self._stage.host.handle(self._room, self._person(), PERSON, Rematch(id=self._id())))
        return self

    @property
    def won(self) -> bool:
        """Whether the person has won the round that is over."""
        match = self._room.table.match
        return bool(match and match.state.outcome and match.state.outcome.places[PERSON] == 1)

    def next_round(self) -> Scene:
        """Deal again."""
        self._stage.run(self._room.handle(self._person(), PERSON, Next(id=self._id())))
        return self

    def hurry(self) -> Scene:
        """Let the bots move at once from now on."""
        self._stage.run(self._room.handle(self._person(), PERSON, SetPace(id=self._id(), pace="instant")))
        return self

    def start(self) -> Scene:
        """Deal the first cards."""
        self._stage.run(self._room.handle(self._person(), PERSON, Start(id=self._id())))
        return self

    def _make(self, choose: Callable[[Sequence[MadeMove]], Sequence[MadeMove]]) -> Scene:
        """Make those moves of the rest of the round that are chosen, at once: no bot moves in between."""
        self._stage.run(self._room.carry_out(partial(play_chosen, choose=choose)))
        return self

    def _person(self) -> str:
        return self._room.table.seats[PERSON].person

    def _id(self) -> str:
        return f"stage-{next(self._ids)}"


def enter(context: BrowserContext, scene: Scene) -> None:
    """Give a browser the identity of the person of a scene."""
    name, _, value = scene.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": scene.site}])


def play_chosen(draft: Draft, choose: Callable[[Sequence[MadeMove]], Sequence[MadeMove]]) -> None:
    """Let bots play the rest of the round, and make the chosen ones of their moves at the table."""
    state = draft.table.state
    assert state is not None
    moves = [*play_round(state, seat_bots(state.game, ["sensible"] * state.game.seats, b"stage"))]
    play_moves(draft, [(seat, state.game.parse(text)) for seat, text, _ in choose(moves)])


def turn_near(moves: Sequence[MadeMove], wanted: int, fresh: bool = False) -> int:
    """The number of moves, as near as possible to a wanted one, after which the person must act, with a choice if
    possible; if ``fresh``, after a move of somebody else."""
    turns = {
        made: len(state.legal(PERSON)) > 1
        for made, (seat, _, state) in enumerate(moves, 1)
        if PERSON in state.to_act and not (fresh and seat == PERSON)
    }
    return min(turns, key=lambda made: (not turns[made], abs(made - wanted)))


def shows_moment(state: State, kind: str) -> bool:
    """Whether the last move has decided something of this kind."""
    return any(event.moment and event.moment.kind == kind for event in state.last)


class QuickExpert(InlineExecutor):
    """An expert at the daily deal who need not think, so that pictures are ready at once."""

    async def run(self, work: Callable[..., Any], *args: Any, share: WorkShare = NOBODY) -> Any:
        return DailyResult(points=4, place=2)


class Stage:
    """The server, at ``address``. Its ``clock`` stands still."""

    def __init__(self, up: RunningServer, clock: FixedClock) -> None:
        self.clock = clock
        self.address = f"http://127.0.0.1:{up.port}"
        self.stop = up.stop
        self._loop = asyncio.get_running_loop()
        self.host = up.service.host

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the event loop of the server."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def table(
        self, game: str, *, seats: int | None = None, name: str = "Paul", by: Visitor | None = None, **settings: Any
    ) -> Scene:
        """Make a table full of bots, before the deal. ``by`` is the person who makes it, by default somebody new; with
        an empty ``fill`` the other seats stay free."""
        facts = GAMES[game]
        chosen = seats or min(max(4, facts.seats[0]), facts.seats[-1])
        needs = dict([facts.seats_need[chosen]]) if chosen in facts.seats_need else {}
        fill = settings.pop("fill", "sensible")
        options = needs | settings.pop("options", {})
        wanted = Settings(game=game, seats=chosen, options=options, **{"pace": "relaxed"} | settings)
        visitor = by or Visitor(self.address)
        made = self.run(visitor.create(name, wanted, fill=fill))
        return Scene(self, self.run(self.host.room(made.table)), visitor.cookie)

    def table_before(self, kind: str, game: str, **settings: Any) -> tuple[Scene, Callable[[], Scene]]:
        """A table at which the next move decides something of this kind, and what makes that move."""
        for _ in range(MAX_DEALS):
            scene = self.table(game, **settings).start()
            if decide := scene.play_before(kind):
                return scene, decide
        raise ValueError(f"{game}: nothing of the kind {kind!r} was decided in {MAX_DEALS} rounds")

    def scene(self, table: str, cookie: str = "") -> Scene:
        """A table that somebody has made on the page."""
        return Scene(self, self.run(self.host.room(table)), cookie)

    def daily(self, by: Visitor | None = None) -> Scene:
        """Somebody's try at today's deal."""
        visitor = by or Visitor(self.address)
        made = self.run(visitor.ask("POST", "/api/daily", Invitation, Join(name="Paul")))
        return Scene(self, self.run(self.host.room(made.table)), visitor.cookie)


@contextmanager
def stage(host: type[Host] = Host) -> Iterator[Stage]:
    """Run a server on this machine alone, with a kind of host."""
    ready: Future[Stage] = Future()
    thread = threading.Thread(target=lambda: asyncio.run(_serve(ready, host)))
    thread.start()
    try:
        yield ready.result(30)
    finally:
        ready.result().stop()
        thread.join()


async def _serve(ready: Future[Stage], host: type[Host]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        log = await SqliteLog.open(Path(folder) / "stage.sqlite")
        clock = FixedClock()
        opened = await host.open(
            log, clock=clock, bots=InlineBotRunner(), entropy=make_entropy(), make_expert_executor=QuickExpert
        )
        config = Config(port=0, rate=0, address_rate=0, address_connections=0, address_tables=0)
        async with open_server(config, host=opened) as up:
            serving = asyncio.create_task(up.serve())
            while not up.uvicorn.started:
                await asyncio.sleep(0.001)
            ready.set_result(Stage(up, clock))
            await serving
