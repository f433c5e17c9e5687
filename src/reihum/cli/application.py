"""Running the command: the reader's language, the exit status, and errors as one sentence each."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import click

from reihum.cli.errors import describe_error, describe_usage_error, exit_status
from reihum.cli.group import REIHUM
from reihum.cli.screen import Screen
from reihum.errors import ReihumError
from reihum.texts import LANGUAGES, Texts, detect

COMPLETION_VARIABLE = "_REIHUM_COMPLETE"
"""The shell says in this variable what it wants: ``bash_source``, ``zsh_complete``, …"""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0 done, 1 refused, 2 not understood, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character gets a question mark
    if instruction := os.environ.get(COMPLETION_VARIABLE):
        from reihum.cli.completion import complete_words  # late: only shells ask

        return complete_words(Screen(detect(os.environ)), instruction)
    language, rest = split_language(list(sys.argv[1:] if words is None else words))
    texts = Texts(language if language in LANGUAGES else detect(os.environ))
    if language and language not in LANGUAGES:
        return _complain(texts.text("cli.error.language", got=language, expected=", ".join(LANGUAGES)), 2)
    return _run(rest or ["--help"], Screen(texts.language))


def split_language(words: list[str]) -> tuple[str, list[str]]:
    """Split off the language, wherever it stands.

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
    """Run a command; turn every error that is not a fault of ours into a sentence."""
    try:
        return _invoke(words, screen)
    except ReihumError as error:
        return _complain(describe_error(error, screen.texts, *words[:1]), exit_status(error))
    except click.UsageError as error:
        return _complain(describe_usage_error(error, screen.texts, words), 2)
    except KeyboardInterrupt:
        return 130
    except (BrokenPipeError, SystemExit):  # nobody reads on; rich leaves by SystemExit then
        _silence()
        return 0
    except OSError as error:
        if error.filename is not None:
            raise
        _silence()
        return _complain(screen.text("cli.error.output", detail=error.strerror), 1)


def _invoke(words: list[str], screen: Screen) -> int:
    try:
        with REIHUM.make_context("reihum", words, obj=screen) as ctx:
            status = int(REIHUM.invoke(ctx) or 0)
    except click.exceptions.Exit as done:  # after --help and --version
        status = done.exit_code
    sys.stdout.flush()  # if writing fails, it must fail now and not when Python ends
    return status


def _complain(sentence: str, status: int) -> int:
    print(sentence, file=sys.stderr)
    return status


def _silence() -> None:
    """Send what is still buffered nowhere: nobody reads any more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with suppress(io.UnsupportedOperation):  # something in place of standard output, such as a test's
        os.dup2(nowhere, sys.stdout.fileno())
