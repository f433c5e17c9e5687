"""The command line: what can be asked for, and how errors leave. Each command does its work in its own module,
imported when it is used. Help texts are message keys; see ``usage``."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from reihum.cli.errors import in_words, status
from reihum.cli.flags import settings
from reihum.cli.plugins import add_commands
from reihum.cli.screen import Screen
from reihum.cli.usage import Command, GameCommand, Group, UsageError, explain
from reihum.errors import ReihumError
from reihum.texts import LANGUAGES, Texts, detect

app = typer.Typer(cls=Group, help="cli.help.reihum", add_completion=False, pretty_exceptions_enable=False)

GameId = Annotated[str, typer.Argument(metavar="cli.value.game", help="cli.help.game")]
Record = Annotated[Path, typer.Argument(metavar="cli.value.file", help="cli.help.record-file")]
Seats = Annotated[int | None, typer.Option("--seats", "-s", metavar="cli.value.number", help="cli.help.seats")]
Bots = Annotated[str | None, typer.Option("--bots", metavar="cli.value.bots", help="cli.help.bots")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="cli.value.text", help="cli.help.seed")]

Resumed = Annotated[Path | None, typer.Option("--continue", metavar="cli.value.file", help="cli.help.continue")]
Count = Annotated[int, typer.Option("--games", "-n", min=1, metavar="cli.value.number", help="cli.help.count")]
Jobs = Annotated[int | None, typer.Option(min=1, metavar="cli.value.number", help="cli.help.jobs")]
Data = Annotated[str | None, typer.Option(metavar="cli.value.file", help="cli.help.store-data")]
Database = Annotated[str | None, typer.Option(metavar="cli.value.address", help="cli.help.store-database")]
Json = Annotated[bool, typer.Option("--json", help="cli.help.json")]


@app.callback()
def reihum(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", is_eager=True, help="cli.help.version")] = False,
) -> None:
    """All commands."""


@app.command(cls=Command, help="cli.help.games", short_help="cli.help.games")
def games(ctx: typer.Context) -> None:
    """List the games."""
    from reihum.cli.games import show_games

    show_games(ctx.obj)


@app.command(cls=GameCommand, help="cli.help.rules", short_help="cli.help.rules")
def rules(ctx: typer.Context, game: GameId, seats: Seats = None) -> None:
    """Show the rules of a game."""
    from reihum.cli.play import chosen_game
    from reihum.cli.rules import show_rules

    show_rules(ctx.obj, chosen_game(game, seats, settings(ctx.args)))


@app.command(cls=GameCommand, help="cli.help.play", short_help="cli.help.play-short")
def play(
    ctx: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="cli.value.game", help="cli.help.game-classic")] = None,
    seats: Seats = None,
    bots: Bots = None,
    rounds: Annotated[str | None, typer.Option(metavar="cli.value.rounds", help="cli.help.rounds")] = None,
    seed: Seed = None,
    seat: Annotated[int | None, typer.Option(metavar="cli.value.number", help="cli.help.seat")] = None,
    name: Annotated[str | None, typer.Option(metavar="cli.value.text", help="cli.help.name")] = None,
    record: Annotated[Path | None, typer.Option(metavar="cli.value.file", help="cli.help.record")] = None,
    resume: Resumed = None,
    handicap: Annotated[int, typer.Option(min=0, metavar="cli.value.number", help="cli.help.handicap")] = 600,
) -> int:
    """Play against bots."""
    from reihum.cli.play import Wishes
    from reihum.cli.play import play as run

    return run(
        ctx.obj,
        Wishes(
            game=game,
            options=settings(ctx.args),
            seats=seats,
            seat=seat,
            bots=bots,
            rounds=rounds,
            seed=seed,
            name=name,
            record=record,
            resume=resume,
            handicap=handicap,
        ),
    )


@app.command(cls=GameCommand, help="cli.help.join", short_help="cli.help.join-short")
def join(
    ctx: typer.Context,
    address: Annotated[str, typer.Argument(metavar="cli.value.link", help="cli.help.link")],
    game: Annotated[str | None, typer.Argument(metavar="cli.value.game", help="cli.help.join-game")] = None,
    name: Annotated[str | None, typer.Option(metavar="cli.value.text", help="cli.help.name")] = None,
    seat: Annotated[int | None, typer.Option(metavar="cli.value.number", help="cli.help.join-seat")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="cli.help.watch")] = False,
    seats: Seats = None,
    rounds: Annotated[str | None, typer.Option(metavar="cli.value.rounds", help="cli.help.rounds")] = None,
) -> None:
    """Play at a table on a server."""
    try:
        from reihum.cli.join import Wishes
        from reihum.cli.join import join as run
    except ModuleNotFoundError as error:
        raise ReihumError("cli.extra", missing=error.name, extra="server") from None

    run(
        ctx.obj,
        Wishes(
            address=address,
            game=game,
            options=settings(ctx.args),
            seats=seats,
            rounds=rounds,
            name=name,
            seat=seat,
            watch=watch,
        ),
    )


@app.command(cls=GameCommand, help="cli.help.simulate", short_help="cli.help.simulate-short")
def simulate(
    ctx: typer.Context,
    game: GameId,
    count: Count = 200,
    seats: Seats = None,
    bots: Bots = None,
    versus: Annotated[str | None, typer.Option(metavar="cli.value.bot", help="cli.help.versus")] = None,
    seed: Seed = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Let bots play many games."""
    from reihum.cli.simulate import Wishes, run

    run(
        ctx.obj,
        Wishes(
            game=game,
            games=count,
            options=settings(ctx.args),
            seats=seats,
            bots=bots,
            versus=versus,
            seed=seed,
            jobs=jobs,
            as_json=json,
        ),
    )


@app.command(cls=GameCommand, help="arena.help.arena", short_help="arena.help.short")
def arena(
    ctx: typer.Context,
    bots: Annotated[list[str], typer.Argument(metavar="arena.value.bots", help="arena.help.bots")],
    game: Annotated[str, typer.Option(metavar="cli.value.game", help="arena.help.game")] = "classic",
    seats: Seats = None,
    deals: Annotated[
        int, typer.Option("--deals", "-n", min=1, metavar="cli.value.number", help="arena.help.deals")
    ] = 100,
    seed: Seed = None,
    mixed: Annotated[bool, typer.Option("--mixed", help="arena.help.mixed")] = False,
    to: Annotated[Path | None, typer.Option(metavar="cli.value.file", help="arena.help.to")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="cli.value.file", help="arena.help.plot")] = None,
    jobs: Jobs = None,
    on: Annotated[str | None, typer.Option(metavar="cli.value.address", help="arena.help.on")] = None,
    forfeit: Annotated[bool, typer.Option("--forfeit", help="arena.help.forfeit")] = False,
    patience: Annotated[int, typer.Option(min=1, metavar="cli.value.number", help="arena.help.patience")] = 10,
    json: Json = False,
) -> None:
    """Let bots compete."""
    from reihum.cli.arena import Wishes, run

    run(
        ctx.obj,
        Wishes(
            bots=bots,
            game=game,
            options=settings(ctx.args),
            seats=seats,
            deals=deals,
            seed=seed,
            mixed=mixed,
            to=to,
            plot=plot,
            jobs=jobs,
            on=on,
            forfeit=forfeit,
            patience=patience,
            as_json=json,
        ),
    )


@app.command(cls=GameCommand, help="lab.help.lab", short_help="lab.help.short")
def lab(
    ctx: typer.Context,
    game: GameId,
    rounds: Annotated[int | None, typer.Option("-n", min=2, metavar="cli.value.number", help="lab.help.rounds")] = None,
    seats: Seats = None,
    bots: Annotated[str | None, typer.Option(metavar="cli.value.bots", help="lab.help.bots")] = None,
    seed: Seed = None,
    pictures: Annotated[Path | None, typer.Option(metavar="lab.value.folder", help="lab.help.pictures")] = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Find out what a game is like."""
    from reihum.cli.lab import Wishes, run

    run(
        ctx.obj,
        Wishes(
            game=game,
            options=settings(ctx.args),
            rounds=rounds,
            seats=seats,
            bots=bots,
            seed=seed,
            pictures=pictures,
            jobs=jobs,
            as_json=json,
        ),
    )


@app.command(cls=Command, help="cli.help.replay", short_help="cli.help.replay-short")
def replay(
    ctx: typer.Context,
    file: Record,
    start: Annotated[int, typer.Option("--from", min=1, metavar="cli.value.number", help="cli.help.from")] = 1,
    seat: Annotated[int | None, typer.Option(metavar="cli.value.number", help="cli.help.replay-seat")] = None,
    open_hands: Annotated[bool, typer.Option("--open", help="cli.help.open")] = False,
    step: Annotated[bool, typer.Option("--step", help="cli.help.step")] = False,
) -> None:
    """Show a record."""
    from reihum.cli.files import read_record
    from reihum.cli.replay import Replay, Wishes

    Replay(ctx.obj, Wishes(start=start, seat=seat, open=open_hands, step=step)).show(read_record(file))


@app.command(cls=Command, help="review.help", short_help="review.short")
def review(
    ctx: typer.Context,
    file: Record,
    seat: Annotated[int, typer.Option(metavar="cli.value.number", help="review.help.seat")] = 0,
    which: Annotated[
        int | None, typer.Option("--round", min=1, metavar="cli.value.number", help="review.help.round")
    ] = None,
    level: Annotated[str, typer.Option(metavar="cli.value.text", help="review.help.level")] = "expert",
    plot: Annotated[Path | None, typer.Option(metavar="cli.value.file", help="review.help.plot")] = None,
    json: Json = False,
) -> None:
    """Go through a record with an expert."""
    from reihum.cli.files import read_record
    from reihum.cli.review import Wishes, run

    run(ctx.obj, read_record(file), Wishes(seat=seat, round=which, level=level, plot=plot, as_json=json))


@app.command(cls=Command, help="cli.help.verify", short_help="cli.help.verify-short")
def verify(ctx: typer.Context, file: Record) -> None:
    """Verify a record."""
    from reihum.cli.files import read_record
    from reihum.cli.verify import verify as run

    run(ctx.obj, read_record(file))


@app.command(cls=Command, help="cli.help.backup", short_help="cli.help.backup-short")
def backup(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="cli.value.file", help="cli.help.backup-file")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Back up a store."""
    from reihum.cli.backup import backup as run
    from reihum.cli.backup import located

    run(ctx.obj, file, located(data, database))


@app.command(cls=Command, help="cli.help.restore", short_help="cli.help.restore-short")
def restore(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="cli.value.file", help="cli.help.restore-file")],
    data: Data = None,
    database: Database = None,
    skip_damaged: Annotated[bool, typer.Option("--skip-damaged", help="cli.help.skip-damaged")] = False,
) -> None:
    """Restore a backup."""
    from reihum.cli.backup import located
    from reihum.cli.backup import restore as run

    run(ctx.obj, file, located(data, database), skip_damaged)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0 fine, 1 refused or not true, 2 not understood, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character gets a question mark
    language, rest = split_language(list(sys.argv[1:] if words is None else words))
    texts = Texts(language if language in LANGUAGES else detect(os.environ))
    if language and language not in LANGUAGES:
        return _complain(texts.text("cli.error.language", got=language, expected=", ".join(LANGUAGES)), 2)
    return _run(rest or ["--help"], Screen(texts.language))


def split_language(words: list[str]) -> tuple[str, list[str]]:
    """The language asked for, wherever it stands, and the other words.

    >>> split_language(["games", "--lang", "fr"]), split_language(["--lang=de", "play"]), split_language(["games"])
    (('fr', ['games']), ('de', ['play']), ('', ['games']))
    """
    for place, word in enumerate(words):
        if word == "--lang":
            return "".join(words[place + 1 : place + 2]) or "–", words[:place] + words[place + 2 :]
        if word.startswith("--lang="):
            return word.partition("=")[2] or "–", words[:place] + words[place + 1 :]
    return "", words


def _run(words: list[str], screen: Screen) -> int:
    command: Any = typer.main.get_command(app)
    for complaint in add_commands(command, screen.texts):
        _complain(complaint, 1)
    how = {"prog_name": "reihum", "standalone_mode": False, "obj": screen}
    try:
        done = _version() if "--version" in words[:1] else int(command.main(words, **how) or 0)
        sys.stdout.flush()  # what cannot be written is told now, not when Python ends
        return done
    except ReihumError as error:
        return _complain(in_words(error, screen.texts), status(error))
    except UsageError as error:
        return _complain(explain(error, screen.texts, words), 2)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _silence()
        return 0
    except OSError as error:
        if error.filename is not None:
            raise
        _silence()
        return _complain(screen.text("cli.error.output", detail=error.strerror), 1)
    except SystemExit:  # typer and rich leave like this when nobody reads on
        return 0


def _version() -> int:
    from importlib.metadata import version

    print(f"reihum {version('reihum')}")
    return 0


def _complain(sentence: str, status: int) -> int:
    print(sentence, file=sys.stderr)
    return status


def _silence() -> None:
    """Nobody reads any more: what is still buffered goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with suppress(io.UnsupportedOperation):  # something in place of standard output, such as a test's
        os.dup2(nowhere, sys.stdout.fileno())
