"""Errors as sentences in the reader's language, in which options are flags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from reihum.cli.game_options import ASKS_PEOPLE, count_from_one, seat_options, spell_flag
from reihum.cli.help import translate
from reihum.engine.options import YOUNGEST
from reihum.engine.rule_pages import option_value
from reihum.errors import ReihumError
from reihum.texts import Texts

NOT_UNDERSTOOD = frozenset(
    f"config-{code}" for code in ("value", "unknown", "network", "origin", "path", "lan", "two-stores", "no-proxy")
)
"""Codes of values that the server cannot take: the command line was not understood."""


class UnexpectedWords(click.UsageError):
    """The command takes fewer words; the message has the rest of them."""


class UnknownCommand(click.UsageError):
    """There is no such command; the message lists those that exist."""


def describe_error(error: ReihumError, texts: Texts, command: str = "") -> str:
    """Describe an error of a command and its cause."""
    values = _count_seats(error.message.values, asks_people=command in ASKS_PEOPLE)
    if isinstance(error.__cause__, ReihumError):
        values["detail"] = texts.message(error.__cause__.message)
    key = _own_key(error, texts)
    sentence = texts.text(key, **(values if key == error.message.key else _with_flags(values)))
    return "\n".join([sentence, *map(texts.message, error.where)])


def _count_seats(values: Mapping[str, Any], *, asks_people: bool) -> dict[str, Any]:
    """The values of an error. In those about an option for a seat, seats are counted from 1; a command for people also
    takes the word for the youngest of them."""
    if values.get("option") not in seat_options():
        return dict(values)
    counted = {name: str(values[name]).split(", ") for name in ("expected", "got") if name in values}
    if asks_people and "expected" in counted:
        counted["expected"].append(YOUNGEST)
    return dict(values) | {name: ", ".join(map(count_from_one, seats)) for name, seats in counted.items()}


def exit_status(error: ReihumError) -> int:
    """2 if the command line was not understood, 1 if the command was refused."""
    return 2 if error.code in NOT_UNDERSTOOD else 1


def describe_usage_error(error: click.UsageError, texts: Texts, words: Sequence[str]) -> str:
    """Describe why ``words`` could not be understood."""
    match error:
        case UnexpectedWords():
            return texts.text("cli.error.extra", words=error.message)
        case UnknownCommand():
            return texts.text("cli.error.no-such-command", expected=error.message)
        case click.NoSuchOption():
            return texts.text("cli.error.no-such-option", name=error.option_name)
        case click.BadOptionUsage():
            return texts.text("cli.error.missing-value", name=error.option_name)
        case click.MissingParameter(param=click.Parameter() as parameter):
            return texts.text("cli.error.missing-word", name=_name(parameter, words, texts))
        case click.BadParameter(param=click.Parameter() as parameter):
            if isinstance(parameter.type, click.IntRange):
                return _describe_bad_number(_name(parameter, words, texts), parameter.type.min, texts)
            if isinstance(parameter.type, click.Choice):
                expected = ", ".join(parameter.type.choices)
                return texts.text("cli.error.bad-choice", name=_name(parameter, words, texts), expected=expected)
    return error.format_message()


def _describe_bad_number(name: str, minimum: float | None, texts: Texts) -> str:
    if minimum is None:
        return texts.text("cli.error.bad-number", name=name)
    return texts.text("cli.error.small-number", name=name, least=minimum)


def _name(parameter: click.Parameter, words: Sequence[str], texts: Texts) -> str:
    """A parameter as the reader knows it: an option as it was typed, an argument as the help calls it."""
    if isinstance(parameter, click.Argument):
        return translate(parameter.human_readable_name, texts)
    before = words[: words.index("--")] if "--" in words else words
    typed = [word.partition("=")[0] if word.startswith("--") else word[:2] for word in before]
    return next((name for name in typed if name in parameter.opts), parameter.opts[-1])


def _own_key(error: ReihumError, texts: Texts) -> str:
    """The key of the command's own text, if it has one; each setting of the server may have one."""
    own = f"cli.{error.message.key}"
    keys = (f"{own}.{_setting(str(error.message.values.get('setting', '')))}", own)
    return next((key for key in keys if texts.has(key)), error.message.key)


def _setting(written: str) -> str:
    """The name of a setting that is written as a flag, a variable or an entry of a file.

    >>> [_setting(text) for text in ("--address-rate", "REIHUM_ADDRESS_RATE", "my file.toml: address-rate")]
    ['address-rate', 'address-rate', 'address-rate']
    """
    name = written.rpartition(" ")[2].removeprefix("--").removeprefix("REIHUM_")
    return name.replace("_", "-").lower()


def _with_flags(values: dict[str, Any]) -> dict[str, Any]:
    """The values of an error, with options written as flags."""
    found = dict(values)
    for name in ("option", "needed"):
        if name in values:
            found[name] = spell_flag(values[name])
    if "got" in values:
        found["got"] = option_value(values["got"])
    elif values.get("expected", "–") != "–":  # the names of options
        found["expected"] = ", ".join(map(spell_flag, values["expected"].split(", ")))
    if "value" in values:
        found["flag"] = spell_flag(values.get("needed") or values["option"], values["value"])
    return found
