"""All endpoints that every host has."""

from __future__ import annotations

from reihum.api import (
    announcements,
    catalogue,
    circles,
    daily,
    lessons,
    qr,
    records,
    replays,
    reviews,
    tables,
    transfers,
)
from reihum.api.endpoint import Endpoint

ENDPOINTS: tuple[Endpoint, ...] = (
    *catalogue.ENDPOINTS,
    *tables.ENDPOINTS,
    *circles.ENDPOINTS,
    *daily.ENDPOINTS,
    *records.ENDPOINTS,
    *qr.ENDPOINTS,
    *replays.ENDPOINTS,
    *reviews.ENDPOINTS,
    *lessons.ENDPOINTS,
    *transfers.ENDPOINTS,
    *announcements.ENDPOINTS,
)
