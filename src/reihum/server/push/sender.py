"""Sends notices to the devices of people who asked for them, one after another, outside the event loop."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import msgspec
from msgspec import Struct

from reihum.host.clock import Clock, Timer
from reihum.host.notices import Notice
from reihum.protocol.http import Device
from reihum.server.push.devices import Devices
from reihum.server.push.encoding import decode_base64
from reihum.server.push.encryption import encrypt
from reihum.server.push.endpoints import BadEndpoint, EndpointRules, PushResponse, post
from reihum.server.push.identity import Identity, open_identity
from reihum.store.log import Log, StorageFailed

MAX_WAITING = 1000
"""How many notices may wait; more are dropped."""

THREADS = 4
KEEP_SECONDS = 24 * 3600
"""How long a push service keeps a notice for a device that is off."""

RETRY_SECONDS = (30, 120, 600)
"""After a fault that may pass, another try comes after these delays, or later if the push service asks for it."""

MAX_RETRY_SECONDS = 3600
"""If a push service wants to be left alone for longer, the notice is dropped."""

GONE = (404, 410)
"""The statuses by which a push service says that a subscription has ended."""

_log = logging.getLogger("reihum.server")


class Delivery(Struct, frozen=True):
    """A notice on its way to all devices of a person, or to one at a later try."""

    notice: Notice
    endpoint: str = ""
    tries: int = 0


class PushSender:
    """Sends notices. ``rules`` say which endpoints are asked; tests allow loopback."""

    def __init__(self, log: Log, clock: Clock, contact: str = "", rules: EndpointRules | None = None) -> None:
        self.devices = Devices(log, clock)
        self.rules = rules or EndpointRules()
        self._log = log
        self._clock = clock
        self._contact = contact
        self._identity: Identity | None = None
        self._waiting: asyncio.Queue[Delivery] = asyncio.Queue(MAX_WAITING)
        self._retries: dict[tuple[str, str], Timer] = {}
        """The next tries that are due later, by endpoint and place."""
        self._threads = ThreadPoolExecutor(THREADS, "reihum-push")

    async def get_identity(self) -> Identity:
        """The key pair of this server."""
        if self._identity is None:
            self._identity = await open_identity(self._log, self._contact)
        return self._identity

    def send(self, notice: Notice) -> None:
        """Send a notice soon. If far too many wait, it is dropped: a notice is a courtesy."""
        self._enqueue(Delivery(notice))

    def _enqueue(self, delivery: Delivery) -> None:
        with suppress(asyncio.QueueFull):
            self._waiting.put_nowait(delivery)

    async def run(self) -> None:
        """Send what waits, until cancelled."""
        try:
            while True:
                delivery = await self._waiting.get()
                try:
                    found = await self.devices.find(delivery.notice.person)
                    devices = [device for device in found if delivery.endpoint in ("", device.endpoint)]
                    await asyncio.gather(*(self._send(device, delivery) for device in devices))
                except StorageFailed:
                    _log.warning("A notice could not be sent: the store does not answer")
                except Exception:
                    _log.exception("A notice could not be sent")  # others can
        finally:
            for timer in self._retries.values():
                timer.cancel()
            self._threads.shutdown(wait=False, cancel_futures=True)

    async def _send(self, device: Device, delivery: Delivery) -> None:
        """Send a notice to a device; forget a device whose subscription has ended. A newer notice about the same place
        replaces one that waits for another try."""
        if waiting := self._retries.pop((device.endpoint, delivery.notice.place), None):
            waiting.cancel()
        loop, identity = asyncio.get_running_loop(), await self.get_identity()
        try:
            response = await loop.run_in_executor(self._threads, self._post, identity, device, delivery.notice)
        except OSError as error:
            _log.info("A push service did not answer: %s", error)
            self._retry_later(device, delivery, 0)
            return
        except (BadEndpoint, ValueError) as error:
            _log.info("A notice was not delivered: %s", error)
            return
        if response.status in GONE:
            await self.devices.remove(device)
        elif response.status >= 300:
            _log.info("A push service refused a notice with status %d", response.status)
            if response.is_temporary:
                self._retry_later(device, delivery, response.get_retry_seconds(self._clock.now()))

    def _retry_later(self, device: Device, delivery: Delivery, wanted_seconds: float) -> None:
        """Plan the next try, unless there were enough or it would come too late."""
        if delivery.tries == len(RETRY_SECONDS) or wanted_seconds > MAX_RETRY_SECONDS:
            return
        place = (device.endpoint, delivery.notice.place)
        following = Delivery(delivery.notice, device.endpoint, delivery.tries + 1)
        delay = max(wanted_seconds, RETRY_SECONDS[delivery.tries])
        self._retries[place] = self._clock.call_later(delay, lambda: self._enqueue(following))

    def _post(self, identity: Identity, device: Device, notice: Notice) -> PushResponse:
        payload = msgspec.json.encode({"kind": notice.kind, "place": notice.place, "language": device.language})
        body = encrypt(payload, decode_base64(device.p256dh), decode_base64(device.auth))
        headers = make_headers(notice) | {
            "Authorization": identity.authorize(device.endpoint, self._clock.now() // 1000)
        }
        return post(self.rules, device.endpoint, headers, body)


def make_headers(notice: Notice) -> dict[str, str]:
    """The headers of a request (RFC 8030). A newer notice about the same place replaces an older one that still
    waits."""
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEEP_SECONDS),
        "Urgency": "normal",
        "Topic": notice.place[:32],
    }
