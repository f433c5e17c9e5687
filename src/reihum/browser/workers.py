"""Long work where no other process can start: one piece after another, and messages get their turn in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from reihum.bots import Call
from reihum.bots.review.decisions import Advice, Decision, Judged
from reihum.browser.traffic import Traffic
from reihum.engine import Game
from reihum.host import InlineBotRunner, InlineExecutor
from reihum.host.bot_runner import BotQuestion
from reihum.host.daily import play_as_expert, play_expert_moves
from reihum.host.fair_queue import NOBODY, WorkShare

T = TypeVar("T")


class YieldingBotRunner(InlineBotRunner):
    """Runs bots in the event loop, one decision in a turn of it. A review waits for everything else."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic

    async def choose(self, question: BotQuestion) -> str:
        self._traffic.note()
        await asyncio.sleep(0)
        return await super().choose(question)

    async def call(self, question: BotQuestion) -> Call | None:
        await asyncio.sleep(0)
        return await super().call(question)

    async def advise(self, question: BotQuestion) -> Advice:
        await asyncio.sleep(0)
        return await super().advise(question)

    async def judge(self, game: Game, seat: int, decision: Decision, level: str, address: str = "") -> Judged:
        await self._traffic.wait_for_quiet()
        return await super().judge(game, seat, decision, level, address)


class YieldingExecutor(InlineExecutor):
    """Runs work in the event loop; the expert at the daily deal waits for everything else before each move."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic

    async def run(self, work: Callable[..., T], *args: Any, share: WorkShare = NOBODY) -> T:
        if work is not play_as_expert:
            await asyncio.sleep(0)
            return work(*args)
        steps = []
        for step in play_expert_moves(*args):
            steps.append(step)
            await self._traffic.wait_for_quiet()
        result: Any = steps[-1]
        found: T = result
        return found
