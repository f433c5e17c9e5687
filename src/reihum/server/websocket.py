"""The WebSocket endpoint: it lets clients connect to a table, within the limits of their address."""

from __future__ import annotations

from starlette.responses import Response
from starlette.websockets import WebSocket

from reihum.api.admission import admit
from reihum.api.errors import TooManyConnections, make_error_response
from reihum.errors import ReihumError
from reihum.server import cookies
from reihum.server.adapters import make_http_response, read_request
from reihum.server.service import NetworkService
from reihum.server.transport import EXTENSION, WebSocketProtocol


async def serve_websocket(websocket: WebSocket) -> None:
    """Answer a client that wants to connect to a table."""
    service: NetworkService = websocket.app.state.service
    request = read_request(websocket)

    async def accept() -> WebSocketProtocol:
        response = Response()
        if request.renewed_secret:
            cookies.set_cookie(response, websocket, request.renewed_secret)
        await websocket.accept(headers=[line for line in response.raw_headers if line[0] == b"set-cookie"])
        protocol: WebSocketProtocol = websocket.scope["extensions"][EXTENSION]
        return protocol

    try:
        if not service.connection_limit.acquire(request.address):
            raise TooManyConnections("crowded")
        try:
            await admit(service, request, accept)
        finally:
            service.connection_limit.release(request.address)
    except ReihumError as error:  # the client may not connect
        response = make_error_response(error, request.language)
        await websocket.send_denial_response(await make_http_response(response, websocket))
