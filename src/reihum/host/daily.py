"""The daily deals of a store: today's cards, everybody's only try, and the expert who plays the same cards."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import date, timedelta

from msgspec import Struct

from reihum.games import GAMES
from reihum.host.bot_runner import choose_move, make_question
from reihum.host.clock import Clock, get_date
from reihum.host.workers import Executor, PoolClosed
from reihum.matches import start_match
from reihum.matches.fairness import SECRET_BYTES
from reihum.store.log import Conflict, Log
from reihum.tables.daily import (
    EXPERT_LEVEL,
    LEVEL,
    PERSON_SEAT,
    DailyResult,
    DailyScored,
    DailySecretMade,
    DailyTried,
    Day,
    DayEntry,
    DayOpened,
    DayView,
    make_day_secret,
    make_result,
)
from reihum.tables.settings import Settings
from reihum.tables.table import Table

GAMES_OF_THE_DAY = tuple(name for name, facts in GAMES.items() if facts.daily)
"""The games that take turns, beginning on Monday."""

WEEK_DAYS = 7
"""How many days people see at once, with today."""

NO_DATE = "secret"
"""Stands for the date in the name of the log that holds the server's secret."""

_log = logging.getLogger("reihum.host")


class DailyView(Struct, frozen=True):
    """Today and the days before it, the newest first. Days on which nobody looked here are missing."""

    days: tuple[DayView, ...]


class CircleDay(Struct, frozen=True):
    """A day in a circle: who has finished, with which result."""

    date: str
    game: str
    results: dict[str, DailyResult]


class CircleWeek(Struct, frozen=True):
    """The last days in a circle, the newest first."""

    days: tuple[CircleDay, ...]


class DailyDeals:
    """All daily deals of a log. ``game`` is the game of every day; if it is empty, the games take turns.
    ``make_executor`` makes what the expert thinks in, ``spawn`` runs something in the background."""

    def __init__(
        self,
        log: Log,
        clock: Clock,
        entropy: Callable[[int], bytes],
        game: str,
        make_executor: Callable[[], Executor],
        spawn: Callable[[Awaitable[object]], None],
    ) -> None:
        self.game = game
        self._log = log
        self._clock = clock
        self._entropy = entropy
        self._make_executor = make_executor
        self._spawn = spawn
        self._days: dict[str, Day] = {}
        self._expert_plays: set[str] = set()

    @property
    def today(self) -> str:
        """The date at the server."""
        return get_date(self._clock.now())

    async def open_today(self) -> Day:
        """Today, with its cards."""
        return await self._add(self.today, lambda _: [])

    async def add_try(self, day: Day, person: str, table: str) -> str:
        """The table of a person's try: this one, unless the person has begun before."""
        tried = DailyTried(at_ms=self._clock.now(), person=person, table=table)
        day = await self._add(day.date, lambda day: [] if person in day.tables else [tried])
        self._ask_expert(day)
        return day.tables[person]

    async def score(self, table: Table) -> None:
        """Keep the result of a finished try."""
        if result := make_result(table):
            scored = DailyScored(at_ms=self._clock.now(), table=table.id, result=result)
            await self._add(table.settings.daily, lambda day: [] if table.id in day.results else [scored])

    async def view(self, person: str, find_table: Callable[[str], Awaitable[Table]]) -> DailyView:
        """The last days as a person sees them."""
        days = [await self.open_today(), *await self._read_week()]
        for day in days:
            if person in day.tables and not day.result_of(person):  # a process may have died before it was written
                table = await find_table(day.tables[person])
                if table.over:
                    await self.score(table)
            if day.tables:
                self._ask_expert(day)
        return DailyView(tuple(day.view(person, self.today) for day in days))

    async def view_circle(self, people: Sequence[str]) -> CircleWeek:
        """The results of some people in the last days."""
        days = [await self.open_today(), *await self._read_week()]
        return CircleWeek(tuple(_make_circle_day(day, people) for day in days))

    async def _read_week(self) -> list[Day]:
        """The days before today on which somebody looked here."""
        today = date.fromisoformat(self.today)
        dates = [(today - timedelta(days=ago)).isoformat() for ago in range(1, WEEK_DAYS)]
        self._days = {date: day for date, day in self._days.items() if date in (self.today, *dates)}
        return [day for day in [await self._read(date) for date in dates] if day.seq]

    async def _read(self, date: str) -> Day:
        """A day as its log has it now; only what is new is read."""
        day = self._days.setdefault(date, Day(date))
        rows = await self._log.read(day.id, day.seq)
        day.follow(row for row in rows if row.seq > day.seq)  # somebody else may have read them meanwhile
        return day

    async def _add(self, date: str, decide: Callable[[Day], list[DayEntry]]) -> Day:
        """Add entries to a day, which begins with its cards; decide again if another process was faster."""
        while True:
            day = await self._read(date)
            new = [*([] if day.seq else [await self._make_opening(date)]), *decide(day)]
            rows = day.make_rows(new)
            try:
                if rows:
                    await self._log.append(day.id, rows)
            except Conflict:
                continue
            return await self._read(date)

    async def _make_opening(self, day: str) -> DayOpened:
        game = self.game or GAMES_OF_THE_DAY[date.fromisoformat(day).weekday() % len(GAMES_OF_THE_DAY)]
        secret = make_day_secret(await self._find_secret(), day)
        return DayOpened(at_ms=self._clock.now(), game=game, rules=GAMES[game].rules_version, secret=secret)

    async def _find_secret(self) -> bytes:
        """The server's secret, made when it is first needed."""
        kept = Day(NO_DATE)
        while not kept.server_secret:
            kept.follow(await self._log.read(kept.id, kept.seq))
            if not kept.server_secret:
                made = DailySecretMade(at_ms=self._clock.now(), secret=self._entropy(SECRET_BYTES).hex())
                try:
                    await self._log.append(kept.id, kept.make_rows([made]))
                except Conflict:
                    continue
        return kept.server_secret

    # --- the expert ---

    def _ask_expert(self, day: Day) -> None:
        """Let the expert play a day's cards in the background, once."""
        if day.expert is None and day.date not in self._expert_plays:
            self._expert_plays.add(day.date)
            self._spawn(self._let_expert_play(day))

    async def _let_expert_play(self, day: Day) -> None:
        executor = self._make_executor()  # the process ends with its work
        try:
            result = await executor.run(play_as_expert, day.make_settings(), day.opened.rules, day.opened.secret)
            scored = DailyScored(at_ms=self._clock.now(), result=result)
            await self._add(day.date, lambda day: [] if day.expert else [scored])
        except PoolClosed:
            pass  # the server stops
        except Exception:
            _log.exception("The expert could not play the daily deal of %s", day.date)
        finally:
            executor.close()
            self._expert_plays.discard(day.date)


def _make_circle_day(day: Day, people: Sequence[str]) -> CircleDay:
    results = {person: day.result_of(person) for person in people}
    return CircleDay(day.date, day.opened.game, {person: result for person, result in results.items() if result})


def play_as_expert(settings: Settings, rules: int, secret: str) -> DailyResult:
    """The result of the expert at the person's seat, against the same bots."""
    *_, result = play_expert_moves(settings, rules, secret)
    assert result is not None
    return result


def play_expert_moves(settings: Settings, rules: int, secret: str) -> Iterator[DailyResult | None]:
    """Let the expert play move by move; the last value is the result."""
    match = start_match(settings.check(rules), settings.rounds, None, bytes.fromhex(secret))
    events = [match.state.last]
    while match.state.outcome is None:
        seat = match.state.to_act[0]
        level = EXPERT_LEVEL if seat == PERSON_SEAT else LEVEL
        shown = [each for each in events if each]
        match = match.play(seat, choose_move(make_question(match.state, match.secret, shown, seat, level)))
        events.append(match.state.last)
        yield None
    outcome = match.state.outcome
    yield DailyResult(outcome.points[PERSON_SEAT], outcome.places[PERSON_SEAT])
