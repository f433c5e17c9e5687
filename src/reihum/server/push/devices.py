"""The devices that want notices, in the store: a listing each, which is replaced when it changes. Nothing of them is in
the log, so that a forgotten device leaves nothing behind."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from reihum.host.clock import Clock
from reihum.protocol.http import Device
from reihum.server.push.encoding import decode_base64
from reihum.server.push.endpoints import BadEndpoint, EndpointRules
from reihum.store.log import Log
from reihum.tables.keys import PUSH
from reihum.tables.listings import Listing

MAX_DEVICES = 8
"""How many devices of one person get notices: the newest ones."""

POINT_BYTES = 65
AUTH_BYTES = 16


def check_device(device: Device, rules: EndpointRules) -> None:
    """Raise ``BadEndpoint`` if nothing can be sent to a device."""
    rules.check(device.endpoint)
    try:
        fits = len(decode_base64(device.p256dh)) == POINT_BYTES and len(decode_base64(device.auth)) == AUTH_BYTES
    except ValueError:
        fits = False
    if not fits:
        raise BadEndpoint("push-endpoint")


class Devices:
    """All devices in a store."""

    def __init__(self, log: Log, clock: Clock) -> None:
        self._log = log
        self._clock = clock

    async def add(self, person: str, device: Device) -> None:
        """Keep a device of a person; the oldest one goes if there are too many."""
        await self._put(_get_id(device), (PUSH + person,), msgspec.json.encode(device))
        for old in (await self.find(person))[MAX_DEVICES:]:
            await self.remove(old)

    async def remove(self, device: Device) -> None:
        """Forget a device."""
        await self._put(_get_id(device), (), b"")

    async def remove_all(self, person: str) -> None:
        """Forget every device of a person."""
        for device in await self.find(person):
            await self.remove(device)

    async def find(self, person: str) -> list[Device]:
        """The devices of a person, the newest first."""
        found = await self._log.find_listings(person=PUSH + person, limit=2 * MAX_DEVICES)
        return [msgspec.json.decode(listing.data, type=Device) for _, listing in found]

    async def find_one(self, person: str, endpoint: str) -> Device | None:
        """The device of a person with this endpoint."""
        return next((device for device in await self.find(person) if device.endpoint == endpoint), None)

    async def _put(self, id: str, people: tuple[str, ...], data: bytes) -> None:
        await self._log.append(id, [], Listing(False, people, data, self._clock.now()))


def _get_id(device: Device) -> str:
    """The name of a device in the store."""
    return PUSH + sha256(device.endpoint.encode()).hexdigest()[:32]
