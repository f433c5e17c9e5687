"""Messages of clients: decode with clear errors, written so that they are decode again as the same."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reihum.protocol import answers, requests
from reihum.protocol.requests import BadMessage, TableRequest, decode, encode, message_types
from reihum.tables import commands
from reihum.texts import LANGUAGES, Texts


def test_types_are_distinct() -> None:
    """Every kind of message has a type of its own, in either direction."""
    assert len({*message_types()}) == len(get_args(TableRequest))
    tags = [kind.__struct_config__.tag for kind in get_args(answers.Answer)]
    assert len({*tags}) == len(tags)


@pytest.mark.parametrize("kind", get_args(TableRequest), ids=lambda kind: kind.__name__)
def test_what_is_written_is_read(kind: type[msgspec.Struct]) -> None:
    """With the fields it must have, and a stranger is refused."""
    needed = {"move": "draw", "seat": 1, "words": "w", "name": "Paul", "person": "p", "about": "R11", "pace": "quick"}
    own = {field.name for field in msgspec.structs.fields(kind) if field.required and field.name != "id"}
    request = kind(id="1", **{name: needed[name] for name in own})
    assert decode(encode(request)) == decode(encode(request).decode()) == request  # type: ignore[arg-type]
    with pytest.raises(BadMessage, match="unknown field `cheat`"):
        decode(encode(request)[:-1] + b',"cheat":1}')


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode(errors="replace"))))
def test_nothing_else_ever_comes_out(noise: bytes) -> None:
    """Whatever comes in, it is a message or a refusal with words in every language."""
    found = outcome(noise)
    assert isinstance(found, (*get_args(TableRequest), BadMessage))
    if isinstance(found, BadMessage):
        assert all(Texts(language).message(found.message) for language in LANGUAGES)


def outcome(text: str | bytes) -> TableRequest | BadMessage:
    """What becomes of a message."""
    try:
        return decode(text)
    except BadMessage as bad:
        return bad


@pytest.mark.parametrize("depth", [10, 1_000, 3_900])
def test_deep_nesting(depth: int) -> None:
    """Deep nesting crashes nothing: the message is decoded or refused."""
    text = '{"type": "rematch", "id": "1", "options": {"x": ' + "[" * depth + "]" * depth + "}}"
    found = outcome(text)
    assert isinstance(found, requests.BadMessage | commands.Rematch)
