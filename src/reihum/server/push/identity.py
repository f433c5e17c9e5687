"""The key pair by which push services recognise this server (VAPID, RFC 8292). Made once, kept in the store."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from reihum.server.push.encoding import encode_base64
from reihum.server.push.encryption import CURVE, encode_point
from reihum.store.log import Conflict, Log
from reihum.tables.chain import START, StoredEntry, chain
from reihum.tables.keys import PUSH

KEY_LOG = PUSH + "identity"
"""The log whose only entry is the private key."""

TOKEN_SECONDS = 12 * 3600
"""How long a signed token is valid; a push service accepts up to a day."""

HEADER = b'{"typ":"JWT","alg":"ES256"}'


class Identity:
    """The key pair of this server. ``contact`` is where the operator of a push service finds us, if we have such a
    place."""

    def __init__(self, number: int, contact: str = "") -> None:
        self._private = ec.derive_private_key(number, CURVE)
        self._contact = contact
        self.public = encode_base64(encode_point(self._private.public_key()))
        """The public key as browsers want it."""

    def authorize(self, endpoint: str, now: int) -> str:
        """The Authorization header for a request to an endpoint; ``now`` is in seconds since 1970."""
        parts = urlsplit(endpoint)
        claims: dict[str, str | int] = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + TOKEN_SECONDS}
        if self._contact:
            claims["sub"] = self._contact
        signed = f"{encode_base64(HEADER)}.{encode_base64(msgspec.json.encode(claims))}"
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(SHA256())))
        signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
        return f"vapid t={signed}.{encode_base64(signature)}, k={self.public}"


async def open_identity(log: Log, contact: str) -> Identity:
    """The identity in a store; it is made at the first start. If several servers start at once, the first one's
    counts."""
    rows = await log.read(KEY_LOG)
    if not rows:
        number = ec.generate_private_key(CURVE).private_numbers().private_value
        data = msgspec.json.encode({"private": f"{number:064x}"})
        with suppress(Conflict):
            await log.append(KEY_LOG, [StoredEntry(1, data, chain(START, KEY_LOG, 1, data))])
        rows = await log.read(KEY_LOG)
    return Identity(int(msgspec.json.decode(rows[0].data)["private"], 16), contact)
