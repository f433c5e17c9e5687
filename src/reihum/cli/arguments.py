"""Everything that can be said on the command line, each parameter declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Struct

from reihum.cli.parameters import GameOptions, argument, option, seat_option
from reihum.tables.settings import Pace

GameId = Annotated[str, argument("game", help="cli.help.game")]
RecordFile = Annotated[Path, argument("file", help="cli.help.record-file")]
Seats = Annotated[int | None, option("--seats", "-s", value="number", help="cli.help.seats")]
Bots = Annotated[str | None, option("--bots", value="bots", help="cli.help.bots")]
Until = Annotated[int | None, option("--until", value="number", minimum=1, help="cli.help.until")]
Rounds = Annotated[str | None, option("--rounds", value="rounds", help="cli.help.rounds")]
Seed = Annotated[str | None, option("--seed", value="text", help="cli.help.seed")]
Name = Annotated[str | None, option("--name", value="text", help="cli.help.name")]
Jobs = Annotated[int | None, option("--jobs", value="number", minimum=1, help="cli.help.jobs")]
Plain = Annotated[bool, option("--plain", help="cli.help.plain")]
AsJson = Annotated[bool, option("--json", help="cli.help.json")]
DataFile = Annotated[str | None, option("--data", value="file", help="cli.help.store-data")]
Database = Annotated[str | None, option("--database", value="address", help="cli.help.store-database")]


class GamesArguments(Struct, frozen=True):
    """``reihum games``: nothing to choose."""


class RulesArguments(Struct, frozen=True, kw_only=True):
    """``reihum rules``."""

    game: GameId
    seats: Seats = None
    options: GameOptions = {}


class PlayArguments(Struct, frozen=True, kw_only=True):
    """``reihum play``."""

    game: Annotated[str | None, argument("game", help="cli.help.game-classic")] = None
    seats: Seats = None
    bots: Bots = None
    rounds: Rounds = None
    until: Until = None
    seed: Seed = None
    seat: Annotated[int | None, seat_option(help="cli.help.seat")] = None
    name: Name = None
    record: Annotated[Path | None, option("--record", value="file", help="cli.help.record")] = None
    resume: Annotated[Path | None, option("--continue", value="file", help="cli.help.continue")] = None
    handicap_ms: Annotated[int | None, option("--handicap", value="number", minimum=0, help="cli.help.handicap")] = None
    fair: Annotated[bool, option("--fair", help="cli.help.fair")] = False
    plain: Plain = False
    options: GameOptions = {}


class JoinArguments(Struct, frozen=True, kw_only=True):
    """``reihum join``."""

    address: Annotated[str, argument("link", help="cli.help.link")]
    game: Annotated[str | None, argument("game", help="cli.help.join-game")] = None
    name: Name = None
    seat: Annotated[int | None, seat_option(help="cli.help.join-seat")] = None
    watch: Annotated[bool, option("--watch", help="cli.help.watch")] = False
    fair: Annotated[bool, option("--fair", help="cli.help.fair")] = False
    seats: Seats = None
    rounds: Rounds = None
    until: Until = None
    pace: Annotated[Pace | None, option("--pace", value="pace", help="cli.help.pace")] = None
    plain: Plain = False
    options: GameOptions = {}


class BotArguments(Struct, frozen=True, kw_only=True):
    """``reihum bot``."""

    bot: Annotated[str, argument("bot", help="cli.help.bot-player")]
    link: Annotated[str | None, argument("link", help="cli.help.bot-link")] = None
    name: Name = None


class SimulateArguments(Struct, frozen=True, kw_only=True):
    """``reihum simulate``."""

    game: GameId
    games: Annotated[int, option("--games", "-n", value="number", minimum=1, help="cli.help.count")] = 200
    seats: Seats = None
    bots: Bots = None
    start: Annotated[int, option("--from", value="number", minimum=1, help="cli.help.first-deal")] = 1
    versus: Annotated[str | None, option("--versus", value="bot", help="cli.help.versus")] = None
    seed: Seed = None
    jobs: Jobs = None
    as_json: AsJson = False
    options: GameOptions = {}


class ArenaArguments(Struct, frozen=True, kw_only=True):
    """``reihum arena``."""

    bots: Annotated[tuple[str, ...], argument("contestants", help="arena.help.bots")]
    game: Annotated[str | None, option("--game", value="game", help="arena.help.game")] = None
    seats: Seats = None
    deals: Annotated[int | None, option("--deals", "-n", value="number", minimum=1, help="arena.help.deals")] = None
    seed: Seed = None
    benchmark: Annotated[str | None, option("--benchmark", value="text", help="arena.help.benchmark")] = None
    mixed: Annotated[bool, option("--mixed", help="arena.help.mixed")] = False
    to: Annotated[Path | None, option("--to", value="file", help="arena.help.to")] = None
    plot: Annotated[Path | None, option("--plot", value="file", help="arena.help.plot")] = None
    jobs: Jobs = None
    on: Annotated[str | None, option("--on", value="address", help="arena.help.on")] = None
    forfeit: Annotated[bool, option("--forfeit", help="arena.help.forfeit")] = False
    patience_seconds: Annotated[int, option("--patience", value="number", minimum=1, help="arena.help.patience")] = 10
    as_json: AsJson = False
    options: GameOptions = {}


class LabArguments(Struct, frozen=True, kw_only=True):
    """``reihum lab``."""

    game: GameId
    rounds: Annotated[int | None, option("--rounds", "-n", value="number", minimum=2, help="lab.help.rounds")] = None
    seconds: Annotated[int | None, option("--seconds", value="number", minimum=1, help="lab.help.seconds")] = None
    without_rules: Annotated[bool, option("--no-house-rules", help="lab.help.no-rules")] = False
    seats: Seats = None
    bots: Annotated[str | None, option("--bots", value="bots", help="lab.help.bots")] = None
    seed: Seed = None
    pictures: Annotated[Path | None, option("--pictures", value="folder", help="lab.help.pictures")] = None
    jobs: Jobs = None
    as_json: AsJson = False
    options: GameOptions = {}


class ReplayArguments(Struct, frozen=True, kw_only=True):
    """``reihum replay``."""

    file: RecordFile
    start: Annotated[int, option("--from", value="number", minimum=1, help="cli.help.from")] = 1
    seat: Annotated[int | None, seat_option(help="cli.help.replay-seat")] = None
    open: Annotated[bool, option("--open", help="cli.help.open")] = False
    step: Annotated[bool, option("--step", help="cli.help.step")] = False


class ReviewArguments(Struct, frozen=True, kw_only=True):
    """``reihum review``."""

    file: RecordFile
    seat: Annotated[int | None, seat_option(help="review.help.seat")] = None
    round: Annotated[int | None, option("--round", value="number", minimum=1, help="review.help.round")] = None
    level: Annotated[str, option("--level", value="level", help="review.help.level")] = "expert"
    plot: Annotated[Path | None, option("--plot", value="file", help="review.help.plot")] = None
    as_json: AsJson = False


class VerifyArguments(Struct, frozen=True, kw_only=True):
    """``reihum verify``."""

    file: RecordFile


class SiteArguments(Struct, frozen=True, kw_only=True):
    """``reihum site``."""

    folder: Annotated[Path, argument("folder", help="cli.help.site.folder")]


class StoreArguments(Struct, frozen=True, kw_only=True):
    """Which store a command is about."""

    data: DataFile = None
    database: Database = None


class BackupArguments(StoreArguments, frozen=True, kw_only=True):
    """``reihum backup``."""

    file: Annotated[Path, argument("file", help="cli.help.backup-file")]


class CheckArguments(StoreArguments, frozen=True, kw_only=True):
    """``reihum check``."""


class CompactArguments(StoreArguments, frozen=True, kw_only=True):
    """``reihum compact``."""


class RestoreArguments(StoreArguments, frozen=True, kw_only=True):
    """``reihum restore``."""

    file: Annotated[Path, argument("file", help="cli.help.restore-file")]
    skip_damaged: Annotated[bool, option("--skip-damaged", help="cli.help.skip-damaged")] = False


class AdminListArguments(StoreArguments, frozen=True, kw_only=True):
    """``reihum admin list``."""

    what: Annotated[Literal["tables", "people", "bans"], argument("what", help="cli.help.admin.what")] = "tables"
    names: Annotated[bool, option("--names", help="cli.help.admin.names")] = False


class AdminTableArguments(StoreArguments, frozen=True, kw_only=True):
    """``reihum admin close``, ``hide`` and ``show``."""

    table: Annotated[str, argument("table", help="cli.help.admin.table")]


class AdminExportArguments(StoreArguments, frozen=True, kw_only=True):
    """``reihum admin export``."""

    target: Annotated[str, argument("target", help="cli.help.admin.target")]
    file: Annotated[Path, argument("file", help="cli.help.backup-file")]


class AdminDeleteArguments(StoreArguments, frozen=True, kw_only=True):
    """``reihum admin delete``."""

    target: Annotated[str, argument("target", help="cli.help.admin.target")]
    yes: Annotated[bool, option("--yes", help="cli.help.admin.yes")] = False


class AdminBanArguments(StoreArguments, frozen=True, kw_only=True):
    """``reihum admin ban``."""

    network: Annotated[str, argument("address", help="cli.help.admin.network")]
    hours: Annotated[int, option("--hours", value="number", minimum=1, help="cli.help.admin.hours")] = 24


class AdminUnbanArguments(StoreArguments, frozen=True, kw_only=True):
    """``reihum admin unban``."""

    network: Annotated[str, argument("address", help="cli.help.admin.network")]


class AdminAnnounceArguments(StoreArguments, frozen=True, kw_only=True):
    """``reihum admin announce``."""

    text: Annotated[str | None, argument("text", help="cli.help.admin.text")] = None
    minutes: Annotated[int, option("--minutes", value="number", minimum=0, help="cli.help.admin.minutes")] = 5


class AdminAuditArguments(StoreArguments, frozen=True, kw_only=True):
    """``reihum admin audit``."""
