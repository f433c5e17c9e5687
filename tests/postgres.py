"""A PostgreSQL server for tests: started from the binaries of this machine, gone with the tests."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
from functools import cache
from itertools import count
from pathlib import Path
from pwd import getpwall

import asyncpg

from waiting import block_until

MISSING = "PostgreSQL is not installed (initdb and postgres, for example by: apt-get install postgresql)"


@cache
def programs() -> Path | None:
    """The folder with PostgreSQL's programs, if there is one: on the PATH, or where Debian and Ubuntu put them."""
    on_path = shutil.which("postgres")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True)
    folders = [*([Path(on_path).parent] if on_path else []), *debian]
    return next((folder for folder in folders if (folder / "postgres").exists() and (folder / "initdb").exists()), None)


class Server:
    """One server with a folder of its own, reached through a socket in it. ``durable``: with fsync."""

    def __init__(self, *, durable: bool = False) -> None:
        found = programs()
        assert found is not None, MISSING
        self._programs = found
        self._durable = durable
        self.folder = Path(tempfile.mkdtemp(prefix="reihum-pg-"))
        self._user = _other_user()
        self._names = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        if self._user:
            shutil.chown(self.folder, self._user)
        self._run("initdb", "-D", self.data, "-U", "reihum", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        self.start()

    @property
    def data(self) -> str:
        """Where the server keeps everything."""
        return str(self.folder / "data")

    def address(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://reihum@/{database}?host={self.folder}"

    def database(self) -> str:
        """The address of a new, empty database."""
        return asyncio.run(self.new_database())

    async def new_database(self) -> str:
        """The same, in an event loop."""
        name = f"test{next(self._names)}"
        await self._execute(f"CREATE DATABASE {name}")
        return self.address(name)

    async def execute(self, address: str, sql: str) -> None:
        """Run something in a database."""
        connection = await asyncpg.connect(address)
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    async def _execute(self, sql: str) -> None:
        await self.execute(self.address("postgres"), sql)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "fsync": "on" if self._durable else "off",
            "max_connections": "60",
            "shared_buffers": "16MB",
        }
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(self._command("postgres", "-D", self.data, *words), stderr=log, stdout=log)  # noqa: S603
        block_until(self._answers)

    def _answers(self) -> bool:
        assert self._process is not None
        try:
            asyncio.run(self._execute("SELECT 1"))
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            assert self._process.poll() is None, (self.folder / "log").read_text()
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Stop the server at once: nobody is waited for, nothing is flushed, as in a crash."""
        if self._process is not None:
            pid = int(Path(self.data, "postmaster.pid").read_text().split()[0])
            os.kill(pid, how)
            self._process.wait(60)
            self._process = None

    def remove(self) -> None:
        """Stop the server and remove its folder."""
        self.stop()
        shutil.rmtree(self.folder)

    def _run(self, program: str, *words: str) -> None:
        subprocess.run(self._command(program, *words), check=True, stdout=subprocess.DEVNULL)  # noqa: S603

    def _command(self, program: str, *words: str) -> list[str]:
        as_other = ["setpriv", f"--reuid={self._user}", "--clear-groups"] if self._user else []
        return [*as_other, str(self._programs / program), *words]


def _other_user() -> str:
    """PostgreSQL does not run as root: whom to run it as instead."""
    if os.geteuid() != 0:
        return ""
    names = {entry.pw_name for entry in getpwall()}
    return "postgres" if "postgres" in names else "nobody"
