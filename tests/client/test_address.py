"""Links as people type and paste them."""

from __future__ import annotations

import pytest

from reihum.client import BadAddress
from reihum.client.address import Address, parse_address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://cards.example/t/t-abc#key", Address("https://cards.example", "t-abc", "key")),
        (" http://localhost:8011 ", Address("http://localhost:8011")),
        ("localhost:8011/t/t-abc#key", Address("http://localhost:8011", "t-abc", "key")),
        ("192.168.0.7:8011", Address("http://192.168.0.7:8011")),
        ("tower.local:8011/", Address("http://tower.local:8011")),
        ("cards.example/sub/t/t-abc", Address("https://cards.example/sub", "t-abc")),
    ],
)
def test_what_is_understood(text: str, address: Address) -> None:
    """With and without scheme, key, path; https wherever it is not at home."""
    assert parse_address(text) == address


@pytest.mark.parametrize("text", ["", "ftp://x/t/t-abc", "http://", "https:///t/t-abc", "https://x/t/t-abc/more"])
def test_what_is_not_an_address(text: str) -> None:
    """Said to be so."""
    with pytest.raises(BadAddress):
        parse_address(text)


def test_the_key_is_in_no_address_that_is_opened() -> None:
    """Neither the server's nor a proxy's log ever sees it."""
    assert parse_address("https://cards.example/sub/t/t-abc#key").socket == "wss://cards.example/sub/ws/tables/t-abc"
