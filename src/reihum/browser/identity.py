"""Who plays on this device: one person, whose secret lies in the same store as the tables."""

from __future__ import annotations

from reihum.browser.indexed_log import IndexedLog
from reihum.host.people import People

SETTING = "secret"


class DeviceIdentity:
    """The secret of this device. It is read again for each request, since another tab may have changed it."""

    def __init__(self, log: IndexedLog) -> None:
        self._log = log

    async def ensure(self, people: People) -> None:
        """Make a person for this device, unless it has one."""
        if not await self._log.get_setting(SETTING):
            person, secret = await people.new()
            if not await self._log.put_setting(SETTING, secret, is_new=True):
                await people.forget(person.id)  # another tab was faster

    async def get_secrets(self) -> tuple[str, ...]:
        """What shows who asks; empty if this device has nobody."""
        secret = await self._log.get_setting(SETTING)
        return (secret,) if secret else ()

    async def keep(self, secret: str | None) -> None:
        """Keep the secret that a response carries; an empty text means to forget it."""
        if secret is not None:
            await self._log.put_setting(SETTING, secret)
