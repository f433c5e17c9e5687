"""What an error says at the command line: options are flags there, and no library speaks its own language."""

from __future__ import annotations

from typing import Any

from reihum.cli.flags import spelt
from reihum.engine.rule_pages import option_value
from reihum.errors import ReihumError
from reihum.texts import Texts

NOT_UNDERSTOOD = frozenset(
    f"config-{code}" for code in ("value", "unknown", "network", "origin", "path", "lan", "two-stores")
)
"""Codes of values that a command cannot take, as opposed to what could not be done."""


def in_words(error: ReihumError, texts: Texts) -> str:
    """An error in the reader's language, the error behind it included."""
    values = dict(error.message.values)
    if isinstance(error.__cause__, ReihumError):
        values["detail"] = texts.message(error.__cause__.message)
    key = _own_key(error, texts)
    return texts.text(key, **(values if key == error.message.key else _with_flags(values)))


def status(error: ReihumError) -> int:
    """The exit status: 2 for what is not understood, 1 for what cannot be done."""
    return 2 if error.code in NOT_UNDERSTOOD else 1


def _own_key(error: ReihumError, texts: Texts) -> str:
    """The command's own text, where it has one; settings of the server may have one each."""
    own = f"cli.{error.message.key}"
    keys = (f"{own}.{_setting(str(error.message.values.get('setting', '')))}", own)
    return next((key for key in keys if texts.has(key)), error.message.key)


def _setting(written: str) -> str:
    """A setting's name, however it is written where its value stands.

    >>> [_setting(text) for text in ("--address-rate", "REIHUM_ADDRESS_RATE", "my file.toml: address-rate")]
    ['address-rate', 'address-rate', 'address-rate']
    """
    name = written.rpartition(" ")[2].removeprefix("--").removeprefix("REIHUM_")
    return name.replace("_", "-").lower()


def _with_flags(values: dict[str, Any]) -> dict[str, Any]:
    """Values of an error in which options are written as flags."""
    found = dict(values)
    for name in ("option", "needed"):
        if name in values:
            found[name] = spelt(values[name])
    if "got" in values:
        found["got"] = option_value(values["got"])
    elif values.get("expected", "–") != "–":  # the options there are
        found["expected"] = ", ".join(map(spelt, values["expected"].split(", ")))
    if "value" in values:
        found["flag"] = spelt(values.get("needed") or values["option"], values["value"])
    return found
