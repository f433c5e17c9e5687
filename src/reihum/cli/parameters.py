"""How a parameter of the command is declared: a field of a struct, annotated with ``argument`` or ``option``.

The field gives the name, the type and the default; the annotation gives the spelling and the message keys. Parsing,
help, error messages and docs/command.md all follow from this one declaration.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

import click
from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from reihum.cli.candidates import OFFERED


class ParameterSpec(Struct, frozen=True):
    """What an annotation says about a parameter. ``help`` and ``value`` are message keys; an argument has no flags."""

    help: str
    value: str | None
    flags: tuple[str, ...] = ()
    minimum: int | None = None
    is_seat: bool = False


GameOptions = Annotated[dict[str, str], "game options"]
"""The type of the field that receives the options of the game, which are flags too."""


def argument(value: str, *, help: str) -> ParameterSpec:
    """Declare an argument: a word without a flag."""
    return ParameterSpec(help, f"cli.value.{value}")


def option(*flags: str, help: str, value: str = "", minimum: int | None = None) -> ParameterSpec:
    """Declare an option. One of type ``bool`` takes no value."""
    return ParameterSpec(help, f"cli.value.{value}" if value else None, flags, minimum)


def seat_option(*, help: str) -> ParameterSpec:
    """Declare the option for a seat: people count from 1, the field from 0."""
    return ParameterSpec(help, "cli.value.number", ("--seat",), minimum=1, is_seat=True)


class SeatNumber(click.IntRange):
    """A seat as people count."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The seat counted from 0."""
        return int(super().convert(value, param, ctx)) - 1


def make_parameters(arguments: type[Struct]) -> Iterator[click.Parameter]:
    """Make click's parameters from the fields of a struct."""
    return (_make_parameter(field) for field in fields(arguments) if field.type != GameOptions)


def takes_game_options(arguments: type[Struct]) -> bool:
    """Whether a struct has a field for the options of a game."""
    return any(field.type == GameOptions for field in fields(arguments))


def _make_parameter(field: FieldInfo) -> click.Parameter:
    annotated, spec = get_args(field.type)
    parts = () if get_origin(annotated) is Literal else get_args(annotated)
    (kind,) = {*(parts or [annotated])} - {NoneType, ...}
    several = get_origin(annotated) is tuple
    attributes: dict[str, Any] = {"type": _make_type(kind, spec), "metavar": spec.value, "help": spec.help}
    if spec.value in OFFERED:
        attributes["shell_complete"] = OFFERED[spec.value]
    if not field.required:
        attributes["default"] = field.default
    if not spec.flags:
        return click.Argument([field.name], required=field.required, nargs=-1 if several else 1, **attributes)
    return click.Option([field.name, *spec.flags], is_flag=kind is bool, multiple=several, **attributes)


def _make_type(kind: Any, spec: ParameterSpec) -> Any:
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    if spec.is_seat:
        return SeatNumber(min=spec.minimum)
    if kind is int:
        return click.IntRange(min=spec.minimum)
    return {Path: click.Path(path_type=Path), bool: click.BOOL, str: click.STRING}[kind]
