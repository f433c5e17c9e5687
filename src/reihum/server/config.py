"""The settings of the server, from flags, the environment or a file (docs/deploy.md)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

from reihum.bots.registry import PYTHON_PREFIX, is_program, load_python
from reihum.errors import ReihumError
from reihum.games import GAMES

PREFIX = "REIHUM_"
OTHER_VARIABLES = {"REIHUM_CONFIG", "REIHUM_UV"}
"""Variables with our prefix that are not settings of the server."""

Count = Annotated[int, Meta(ge=0)]


class BadSetting(ReihumError):
    """A setting has an invalid value; the message says which one, where it comes from, and what was expected."""


class Config(Struct, frozen=True, kw_only=True, rename=lambda name: name.replace("_", "-")):
    """All settings. A field ``root_path`` is ``--root-path``, ``REIHUM_ROOT_PATH`` and ``root-path`` in the file."""

    host: str = ""
    """Where to listen; empty: on this machine alone, with ``lan`` everywhere."""
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8011
    lan: bool = False
    """Be reachable from other machines."""
    data: str = ""
    """The SQLite file; empty: in the user's folder for data."""
    database: str = ""
    """The address of a PostgreSQL database to use instead."""
    origin: tuple[str, ...] = ()
    """The addresses at which people open the page; empty: those this machine has."""
    proxy: tuple[str, ...] = ()
    """Addresses or networks of reverse proxies whose X-Forwarded headers are believed."""
    proxy_rtt: bool = False
    """These proxies tell the round trip of their clients in X-Client-RTT."""
    root_path: str = ""
    """The path under which a proxy shows the server."""
    metrics: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    """Addresses or networks that may read the metrics."""
    rate: Count = 10
    """Messages per second per connection and per seat; 0: no limit."""
    address_rate: Count = 100
    """Messages and requests per second per address; 0: no limit."""
    address_connections: Count = 100
    """Connections at once from one address; 0: no limit."""
    address_tables: Count = 500
    """Tables and circles that one address may make in a day, a tenth of them open to all; 0: no limit."""
    address_people: Count = 500
    """People who may come from one address for the first time in a day; 0: no limit."""
    person_tables: Count = 100
    """Tables of one person that are not over; 0: no limit."""
    person_circles: Count = 50
    """Circles of one person; 0: no limit."""
    guests: Count = 60
    """People at one table; 0: no limit."""
    table_entries: Count = 5_000
    """Entries at one table in a day that are not play, a tenth of them by one person; 0: no limit."""
    tables: Count = 1_000_000
    """Tables and circles in all; 0: no limit."""
    people: Count = 1_000_000
    """People in all; 0: no limit."""
    unwatched_tables: Count = 100
    """Tables that bots play at the same time while nobody watches; the others wait. 0: no limit."""
    keep_unbegun: Count = 30
    """Days until a table is removed if its match has not begun; 0: never."""
    keep_abandoned: Count = 365
    """Days until a table is removed if its match has begun and is not over; 0: never."""
    keep_finished: Count = 0
    """Days until a table is removed if its match is over; 0: never."""
    keep_circles: Count = 730
    """Days until a circle is removed that nobody uses and that has no tables left; 0: never."""
    daily: str = ""
    """The game of every daily deal; empty: the row games take turns."""
    bot: tuple[str, ...] = ()
    """Bots that people can choose, besides those of the games: ``NAME=py:MODULE:CLASS``."""
    bot_processes: Count = 0
    """Processes in which bots think; 0: one for each core."""
    lazy: bool = False
    """Prepare the bots only when somebody needs them."""
    no_push: bool = False
    """Send no notices to people whose page is closed, and offer none."""
    backup_folder: str = ""
    """Where the server writes backups by itself; empty: nowhere."""
    backup_hours: Annotated[int, Meta(ge=1)] = 24
    """Hours between two backups."""
    backup_keep: Count = 7
    """How many of them stay; 0: all."""
    log: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    """How lines of the log are written; json: an object each."""
    log_addresses: bool = False
    """Log the addresses that are refused."""

    @property
    def listens_on(self) -> str:
        """The address to bind."""
        return self.host or ("0.0.0.0" if self.lan else "127.0.0.1")  # noqa: S104 – asked for by --lan


class SettingSource(Struct, frozen=True):
    """Where settings come from, and what a setting is called there."""

    kind: Literal["flag", "variable", "file"]
    values: Mapping[str, Any]
    file: str = ""

    def name(self, setting: str) -> str:
        """The setting as it is written here, for errors."""
        return {"flag": f"--{setting}", "variable": variable(setting), "file": f"{self.file}: {setting}"}[self.kind]


def variable(setting: str) -> str:
    """The environment variable of a setting.

    >>> variable("root-path")
    'REIHUM_ROOT_PATH'
    """
    return PREFIX + setting.replace("-", "_").upper()


def read_config(flags: Mapping[str, Any], environment: Mapping[str, str], file: str | None = None) -> Config:
    """Read the settings: a flag counts more than the environment, the environment more than the file."""
    file = file or environment.get("REIHUM_CONFIG")
    sources = [SettingSource("flag", flags), SettingSource("variable", _read_environment(environment))]
    if file:
        sources.append(SettingSource("file", _read_file(file), file))
    given = {}
    for field in fields(Config):
        found = next((source for source in sources if source.values.get(field.encode_name) is not None), None)
        if found is not None:
            given[field.name] = _convert(field, found)
    config = Config(**given)
    for setting, got, code in _find_errors(config):
        raise BadSetting(code, setting=_locate(setting, sources), got=got)
    return config


def find_unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Find variables that look like settings but are not: somebody may have misspelt one."""
    known = {variable(field.encode_name) for field in fields(Config)} | OTHER_VARIABLES
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)


def _read_environment(environment: Mapping[str, str]) -> dict[str, str]:
    names = (field.encode_name for field in fields(Config))
    return {name: environment[variable(name)] for name in names if environment.get(variable(name))}


def _read_file(file: str) -> dict[str, Any]:
    try:
        content = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting("config-file", file=file, detail=error.strerror or str(error)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting("config-file", file=file, detail=str(error)) from None
    known = [field.encode_name for field in fields(Config)]
    for name in content:
        if name not in known:
            raise BadSetting("config-unknown", file=file, got=name, expected=", ".join(known))
    return content


def _convert(field: FieldInfo, source: SettingSource) -> Any:
    """Convert a setting's value to its type. Several values in one text have commas or blanks between them."""
    value = source.values[field.encode_name]
    if isinstance(value, str) and isinstance(field.default, tuple):
        value = value.replace(",", " ").split()
    try:
        return msgspec.convert(value, field.type, strict=source.kind == "file")
    except msgspec.ValidationError as error:
        raise BadSetting("config-value", setting=source.name(field.encode_name), got=value, detail=str(error)) from None


def _locate(setting: str, sources: Sequence[SettingSource]) -> str:
    """How a setting is written where its value comes from."""
    return next((source.name(setting) for source in sources if source.values.get(setting) is not None), setting)


def _find_errors(config: Config) -> Iterator[tuple[str, str, str]]:
    """Find what types cannot: wrong addresses and paths, and settings that do not go together."""
    for setting, networks in (("proxy", config.proxy), ("metrics", config.metrics)):
        yield from ((setting, got, "config-network") for got in networks if not is_network(got))
    yield from (("origin", got, "config-origin") for got in config.origin if not is_origin(got))
    if config.root_path and not is_path(config.root_path):
        yield "root-path", config.root_path, "config-path"
    if config.host and not config.lan and not is_loopback(config.host):
        yield "host", config.host, "config-lan"
    if config.daily and not (config.daily in GAMES and GAMES[config.daily].daily):
        yield "daily", config.daily, "config-daily"
    yield from (("bot", got, "config-bot") for got in config.bot if not is_bot(got))
    if config.data and config.database:
        yield "data", config.data, "config-two-stores"
    if config.proxy_rtt and not config.proxy:
        yield "proxy-rtt", "true", "config-no-proxy"


def is_bot(text: str) -> bool:
    """Whether this is a name for a bot with a reference to a class or the command of a program. Raises ``BadOption`` if
    the class cannot be loaded. Whether a program can be started shows only when it is started."""
    name, _, reference = text.partition("=")
    if not name.isidentifier():
        return False
    if reference.startswith(PYTHON_PREFIX):
        load_python(reference)
        return True
    return is_program(reference)


def is_network(text: str) -> bool:
    """Whether this is an IP address or a network."""
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def is_origin(text: str) -> bool:
    """Whether this is an origin as browsers write it: scheme, host, and the port if it is not the usual one."""
    parts = urlsplit(text)
    try:
        usual = parts.port in (None, {"http": 80, "https": 443}.get(parts.scheme))
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not parts.hostname or (usual and parts.port is not None):
        return False
    return text == f"{parts.scheme}://{parts.netloc}" and "@" not in parts.netloc and text == text.lower()


def is_path(text: str) -> bool:
    """Whether this is a path such as /cards."""
    return text.startswith("/") and not text.endswith("/") and not set(text) & set("?#% \\") and "//" not in text


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens there."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
