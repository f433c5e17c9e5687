"""A process that appends for ever, for tests that kill it or take its disk away: ``python log_writer.py FILE``.

Prints one line for each append: ``+`` if it was acknowledged, else what went wrong.
"""

from __future__ import annotations

import asyncio
import signal
import sys

from chains import rows
from reihum.store.log import StorageFailed
from reihum.store.sqlite import SqliteLog
from waiting import END_SECONDS


async def main(path: str) -> None:
    """Append to ten tables at once."""
    log = await SqliteLog.open(path)
    await asyncio.gather(*(play(log, f"t{number}") for number in range(10)))


async def play(log: SqliteLog, table: str) -> None:
    """One table."""
    there = await log.read(table)
    while True:
        new = rows(table, b"x" * 300, before=there)
        try:
            await log.append(table, new)
        except StorageFailed as error:
            print(f"{error.code} {table} {new[-1].seq}", flush=True)
            await asyncio.sleep(0)
        else:
            there += new
            print(f"+ {table} {new[-1].seq}", flush=True)


if __name__ == "__main__":
    signal.alarm(END_SECONDS)  # the end if a test forgets this process
    asyncio.run(main(sys.argv[1]))
