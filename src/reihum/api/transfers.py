"""Endpoints to take one's identity to another device, and to sign other devices out."""

from __future__ import annotations

from reihum.api.endpoint import Endpoint, RequestContext
from reihum.api.errors import Unauthenticated
from reihum.api.qr import draw_code
from reihum.api.response import Response, make_empty_response, make_json_response
from reihum.host.transfers import VALID_MS
from reihum.protocol.http import TransferLink, TransferWord, You

RECONNECT_SECONDS = 0.5
"""After this time the connections of a person who has signed other devices out come back."""


async def make_link(context: RequestContext) -> TransferLink:
    """A link that makes another device yours. It works once, for a quarter of an hour; an older one ends."""
    person, secret = await _find_secret(context)
    word = await context.service.host.transfers.make(person, secret)
    link = context.make_link("/device", word)
    code = await context.service.host.services.executor.run(draw_code, link, share=context.share)
    return TransferLink(link=link, code=code.decode(), seconds=VALID_MS // 1000)


async def revoke_links(context: RequestContext) -> Response:
    """End your links that nobody has used."""
    await context.service.host.transfers.revoke(await context.require_person())
    return make_empty_response()


async def use_link(context: RequestContext, body: TransferWord) -> Response:
    """Be on this device who you are on the other one."""
    secret = await context.service.host.transfers.redeem(body.word)
    person = await context.service.host.people.find(secret)
    if person is None:
        raise Unauthenticated("who-are-you")
    response = make_json_response(You(person.id))
    response.secret = secret
    return response


async def sign_out_others(context: RequestContext) -> Response:
    """Get a new secret on this device; all other devices do not know you any more."""
    host, person = context.service.host, await context.require_person()
    await host.transfers.revoke(person)
    secret = await host.people.renew(person)
    context.service.reconnect(person, RECONNECT_SECONDS)
    return Response(status=204, secret=secret)


async def _find_secret(context: RequestContext) -> tuple[str, str]:
    for secret in context.request.secrets:
        if person := await context.service.host.people.find(secret):
            return person.id, secret
    raise Unauthenticated("who-are-you")


ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/me/transfer",
        operation="transfers_make",
        run=make_link,
        answer=TransferLink,
        costly=True,
    ),
    Endpoint(
        method="DELETE",
        path="/api/me/transfer",
        operation="transfers_revoke",
        run=revoke_links,
        answer=None,
        costly=True,
    ),
    Endpoint(
        method="POST",
        path="/api/transfer",
        operation="transfers_use",
        run=use_link,
        body=TransferWord,
        answer=You,
        costly=True,
    ),
    Endpoint(
        method="POST",
        path="/api/me/renew",
        operation="transfers_sign_out",
        run=sign_out_others,
        answer=None,
        costly=True,
    ),
)
