"""A request, whatever carried it here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct

from reihum.api.languages import choose_language

JSON = "application/json"


class Request(Struct, kw_only=True):
    """A request as the endpoints see it. ``read_body`` reads the body, but not more than this number of bytes; a longer
    one is a ``BadRequest``."""

    read_body: Callable[[int], Awaitable[bytes]]
    parts: Mapping[str, str]
    """The named parts of the path."""
    query: Mapping[str, str]
    media: str = JSON
    """The type of the body."""
    accept_language: str = ""
    secrets: tuple[str, ...] = ()
    """What the client says to show who it is, the most likely first."""
    address: str = ""
    """The client, as the limits count it."""
    base_address: str = ""
    """The address of the page, without a slash at its end."""
    renewed_secret: str = ""
    """The secret of a person whose visit was counted for this request: the client may keep it for longer."""

    @property
    def language(self) -> str:
        """The reader's language."""
        return choose_language(self.query.get("language", ""), self.accept_language)
