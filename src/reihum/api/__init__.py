"""What people ask of a host and what it answers, whatever carries it: the sockets of a server, a port in a browser."""

from reihum.api.admission import admit
from reihum.api.connection import TableConnection
from reihum.api.endpoint import Endpoint, RequestContext
from reihum.api.endpoints import ENDPOINTS
from reihum.api.errors import make_error_response
from reihum.api.request import Request
from reihum.api.response import Response
from reihum.api.service import Limits, Service
from reihum.api.wire import Wire

__all__ = [
    "ENDPOINTS",
    "Endpoint",
    "Limits",
    "Request",
    "RequestContext",
    "Response",
    "Service",
    "TableConnection",
    "Wire",
    "admit",
    "make_error_response",
]
