"""Errors as answers to requests: a status, a code for programs, a message, and its text in the reader's language."""

from __future__ import annotations

import logging
from math import ceil

from msgspec import json
from starlette.requests import HTTPConnection
from starlette.responses import Response

from reihum.errors import ReihumError
from reihum.protocol.http import Fault
from reihum.server.languages import preferred
from reihum.store.log import StorageFailed
from reihum.tables.chain import DamagedLog
from reihum.texts import Texts

STATUS = {
    "wrong-host": 421,
    "wrong-origin": 403,
    "not-allowed": 403,
    "who-are-you": 401,
    "too-many": 429,
    "crowded": 429,
    "too-long": 413,
    "media-type": 415,
    "no-such-page": 404,
    "no-such-method": 405,
    "unknown-table": 404,
    "unknown-circle": 404,
    "no-record": 404,
    "failed": 500,
    "stopping": 503,
    "busy": 503,
}
"""The status of an answer by its code; what is asked wrongly otherwise is 400, what cannot be stored 503, and what was
stored and cannot be read any more 500."""

log = logging.getLogger("reihum.server")


class NotHere(ReihumError):
    """A request comes from a page, or to a name, that is not ours."""


class NotKnown(ReihumError):
    """Nobody is known by the cookie of this request, or it has none."""


class BadRequest(ReihumError):
    """A request cannot be read: too long, no JSON, or not what was expected."""


class Failed(ReihumError):
    """The server has made a mistake."""


class Stopping(ReihumError):
    """The server stops; soon there is one again."""


class Crowded(ReihumError):
    """One address has as many connections as it may have."""


class TooMany(ReihumError):
    """Too much was asked for at once; ``wait`` seconds later it goes on."""

    def __init__(self, wait: float) -> None:
        super().__init__("too-many", count=ceil(wait))
        self.wait = wait


def status(error: ReihumError) -> int:
    """The HTTP status that goes with an error."""
    if isinstance(error, DamagedLog):
        return 500
    return 503 if isinstance(error, StorageFailed) else STATUS.get(error.code, 400)


def refuse(error: ReihumError, connection: HTTPConnection) -> Response:
    """The answer to a request that is refused."""
    if isinstance(error, DamagedLog):
        log.error("What was stored is damaged: %s", error)
    language = preferred(connection)
    fault = Fault(error.code, error.message, Texts(language).message(error.message))
    headers = {"content-language": language}
    if isinstance(error, TooMany):
        headers["retry-after"] = str(ceil(error.wait))
    return Response(json.encode(fault), status(error), headers, "application/json")
