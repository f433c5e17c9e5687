"""News between the tabs of one site: which tables have grown, and short notes."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from reihum.browser.database import BrowserDatabase
from reihum.browser.javascript import keep_for_javascript


class Grown(Struct, tag=True):
    """A table has grown, up to an entry with this number."""

    table: str
    seq: int


class Note(Struct, tag=True):
    """Something that is not kept."""

    table: str
    note: bytes


_decode = msgspec.json.Decoder(Grown | Note).decode


class News:
    """Hears the other tabs and tells them what happens here; does not hear itself."""

    def __init__(self, database: BrowserDatabase) -> None:
        self._database = database
        self._watchers: list[Callable[[str, int], None]] = []
        self._listeners: list[Callable[[str, bytes], None]] = []
        database.listen(keep_for_javascript(self._receive))

    def watch(self, heard: Callable[[str, int], None]) -> None:
        """Call a function whenever a table has grown in another tab."""
        self._watchers.append(heard)

    def hear(self, heard: Callable[[str, bytes], None]) -> None:
        """Call a function whenever a note comes."""
        self._listeners.append(heard)

    def tell_grown(self, table: str, seq: int) -> None:
        """Tell that a table has grown."""
        self._tell(Grown(table, seq))

    def tell_note(self, table: str, note: bytes) -> None:
        """Send a note."""
        self._tell(Note(table, note))

    def _tell(self, news: Grown | Note) -> None:
        self._database.tell(msgspec.json.encode(news).decode())

    def _receive(self, text: str) -> None:
        news = _decode(text)
        if isinstance(news, Grown):
            for heard in self._watchers:
                heard(news.table, news.seq)
        else:
            for take in self._listeners:
                take(news.table, news.note)
