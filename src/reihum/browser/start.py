"""The start of a host in a browser's worker."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from reihum.api import Limits, Service
from reihum.api.telemetry import Telemetry
from reihum.bots.trained.network import take_nets_from
from reihum.browser.database import BrowserDatabase
from reihum.browser.identity import DeviceIdentity
from reihum.browser.indexed_log import IndexedLog
from reihum.browser.javascript import make_object
from reihum.browser.messages import AnyEngineMessage
from reihum.browser.port import Port
from reihum.browser.traffic import Traffic
from reihum.browser.workers import YieldingBotRunner, YieldingExecutor
from reihum.host import Host
from reihum.host.clock import SystemClock
from reihum.simulator import load_kernels


def prepare(kernels: str, nets: str) -> None:
    """Use what comes with the engine: the file of the compiled kernels, if there is one, and the folder of the nets."""
    if Path(kernels).exists():
        load_kernels(kernels)
    take_nets_from(Path(nets))


async def start(
    post: Callable[[Any], object], database: BrowserDatabase, site_address: str, **how: Any
) -> Callable[[Any], None]:
    """Open a host whose tables lie in this database; other tabs may have one, too. Returns the function that takes the
    messages of the page; answers go to ``post``. ``how`` is for tests."""
    log, traffic = IndexedLog(database), Traffic(how.get("clock") or SystemClock())
    executor = YieldingExecutor(traffic)
    bots = YieldingBotRunner(traffic)
    settings = {"bots": bots, "executor": executor, "make_expert_executor": lambda: YieldingExecutor(traffic)} | how
    host = await Host.open(log, alone=False, **settings)
    identity = DeviceIdentity(log)
    await identity.ensure(host.people)
    service = Service(host, executor, Telemetry(), Limits())

    def post_message(message: AnyEngineMessage) -> None:
        post(make_object(msgspec.to_builtins(message)))

    return Port(service, identity, post_message, traffic, site_address).receive
