"""The encryption of a notice, so that the push service cannot read it (RFC 8291, RFC 8188)."""

from __future__ import annotations

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
SALT_BYTES = 16
RECORD_BYTES = 4096
"""The record size in the header; a notice is one record and far shorter."""

PADDED_BYTES = 128
"""All notices are padded to this length: their size tells nothing."""

END = b"\2"
"""Ends the last record of a message; padding follows."""


def encrypt(payload: bytes, receiver: bytes, auth: bytes) -> bytes:
    """Encrypt a payload for the keys of a subscription: its public key as an uncompressed point, and its secret."""
    private = ec.generate_private_key(CURVE)
    public = encode_point(private.public_key())
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver))
    salt = os.urandom(SALT_BYTES)
    key, nonce = derive_keys(shared, auth, salt, receiver, public)
    record: bytes = AESGCM(key).encrypt(nonce, payload + END + bytes(max(0, PADDED_BYTES - len(payload))), None)
    return salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(public)]) + public + record


def derive_keys(shared: bytes, auth: bytes, salt: bytes, receiver: bytes, sender: bytes) -> tuple[bytes, bytes]:
    """Derive the key and the nonce of a record from the shared secret of the two public keys."""
    material = _derive(shared, auth, b"WebPush: info\0" + receiver + sender, 32)
    key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    return key, _derive(material, salt, b"Content-Encoding: nonce\0", 12)


def encode_point(public: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as an uncompressed point: 65 bytes."""
    point: bytes = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return point


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    derived: bytes = HKDF(SHA256(), length, salt, info).derive(secret)
    return derived
