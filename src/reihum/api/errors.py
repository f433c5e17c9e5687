"""Errors as responses: an HTTP status, a code for programs, a message, and its text in the reader's language."""

from __future__ import annotations

import logging
from math import ceil

from msgspec import json

from reihum.api.request import JSON
from reihum.api.response import Response
from reihum.errors import ReihumError
from reihum.protocol.http import Fault
from reihum.store.log import StorageFailed
from reihum.tables.chain import DamagedLog
from reihum.texts import Texts

STATUS = {
    "wrong-host": 421,
    "wrong-origin": 403,
    "not-allowed": 403,
    "banned": 403,
    "who-are-you": 401,
    "too-many": 429,
    "crowded": 429,
    "your-tables": 429,
    "your-circles": 429,
    "circle-full": 403,
    "table-full": 403,
    "table-busy": 429,
    "all-tables": 503,
    "all-people": 503,
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
    "needs-server": 501,
}
"""The HTTP status by the code of an error. Other bad requests are 400, failures of the store 503, and stored data that
cannot be read any more 500."""

log = logging.getLogger("reihum.server")


class Forbidden(ReihumError):
    """A request comes from a page, or to a name, that is not ours."""


class Banned(ReihumError):
    """The operator has banned the address for a time."""


class Unauthenticated(ReihumError):
    """A request has no cookie, or one that belongs to nobody."""


class BadRequest(ReihumError):
    """A request cannot be read: too long, not JSON, or not what was expected."""


class InternalError(ReihumError):
    """The server has made a mistake."""


class ServerStopping(ReihumError):
    """The server stops; a client can try again soon."""


class TooManyConnections(ReihumError):
    """An address has as many connections as it may have."""


class TooManyRequests(ReihumError):
    """A client has asked for too much at once; it may go on after ``wait_seconds``."""

    def __init__(self, wait_seconds: float) -> None:
        super().__init__("too-many", count=ceil(wait_seconds))
        self.wait_seconds = wait_seconds


def make_error_response(error: ReihumError, language: str) -> Response:
    """The response to a request that is refused."""
    if isinstance(error, DamagedLog):
        log.error("What was stored is damaged: %s", error)
    fault = Fault(error.code, error.message, Texts(language).message(error.message))
    headers = {"content-language": language}
    if isinstance(error, TooManyRequests):
        headers["retry-after"] = str(ceil(error.wait_seconds))
    return Response(body=json.encode(fault), status=_find_status(error), headers=headers, media=JSON)


def _find_status(error: ReihumError) -> int:
    if isinstance(error, DamagedLog):
        return 500
    return 503 if isinstance(error, StorageFailed) else STATUS.get(error.code, 400)
