"""The bill of materials lists everything that the locks pin, with a hash each."""

from __future__ import annotations

import re

import msgspec

from tools import sbom


def test_every_locked_package_is_listed() -> None:
    """As many parts as the locks have, each with its version and a hash of the right length; no addresses of hosts."""
    bill = sbom.make_bill()
    python = re.findall(r"^([\w.-]+)==", sbom.PYTHON_LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    page = [path for path in msgspec.json.decode(sbom.PAGE_LOCK.read_bytes())["packages"] if path]
    assert len(bill["components"]) == len(python) + len(page)
    assert {*python} <= {part["name"] for part in bill["components"]}
    sizes = {"SHA-256": 64, "SHA-512": 128}
    for part in bill["components"]:
        assert part["version"]
        assert part["hashes"], part["name"]
        assert all(len(each["content"]) == sizes[each["alg"]] for each in part["hashes"])
    assert b"//" not in msgspec.json.encode(bill)
