"""Seats in JAX. Lists by seat may have room for more seats than the game has."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np


def is_seat(room: int, seats: Any) -> Any:
    """Whether each seat of a list is in the game."""
    return np.arange(room) < seats


def after(seat: Any, seats: Any) -> Any:
    """The next seat, clockwise."""
    return (seat + 1) % seats


def find_next(wanted: Any, seat: Any, seats: Any) -> Any:
    """The first wanted seat, from a seat on, clockwise."""
    room = wanted.shape[0]
    steps = (np.arange(room) - seat) % seats
    return jnp.argmin(jnp.where(wanted & is_seat(room, seats), steps, room)).astype(jnp.int32)


def from_observer(by_seat: Any, seat: Any, seats: Any) -> Any:
    """A list by seat in the order of the observer, clockwise; zeros where there is no seat."""
    room = by_seat.shape[0]
    turned = by_seat[(seat + np.arange(room)) % seats]
    return jnp.where(is_seat(room, seats).reshape(room, *[1] * (by_seat.ndim - 1)), turned, 0)


def join_parts(*parts: Any) -> Any:
    """The parts of an observation as one list of small whole numbers."""
    return jnp.concatenate([jnp.asarray(part).astype(jnp.int8).reshape(-1) for part in parts])
