"""The audit of the locks says what it knows, and never says that all is well when it knows nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tools import audit

LOCKS = len([*audit.ROOT.glob("requirements*.lock")])
CLEAN = json.dumps({"dependencies": [{"name": "click", "version": "8.5.1", "vulns": []}], "fixes": []})
SKIPPED = json.dumps({"dependencies": [{"name": "click", "skip_reason": "not found"}], "fixes": []})
FAULTY = json.dumps({"dependencies": [{"name": "click", "version": "8.5.1", "vulns": [{"id": "PYSEC-1"}]}]})
PAGE_CLEAN = json.dumps({"vulnerabilities": {}, "metadata": {}})
PAGE_FAULTY = json.dumps({"vulnerabilities": {"vite": {"severity": "high"}}})
NOT_INSTALLED = "pip-audit cannot be installed: no network"
UNREACHABLE = json.dumps({"message": "405 Method Not Allowed"})


def answer(python: str, page: str, installs: int = 0) -> audit.Run:
    """Programs that print this."""

    def run(words: Sequence[str], _: Path) -> CompletedProcess[str]:
        if "install" in words:
            return CompletedProcess(words, installs, "", "no network")
        return CompletedProcess(words, 0, page if words[0] == "npm" else python, "connection refused")

    return run


@pytest.mark.parametrize(
    ("python", "page", "installs", "status", "says"),
    [
        (CLEAN, PAGE_CLEAN, 0, audit.CLEAN, "audit: no known vulnerabilities in any lock"),
        (FAULTY, PAGE_CLEAN, 0, audit.VULNERABLE, "requirements.lock: vulnerable: click 8.5.1: PYSEC-1"),
        (CLEAN, PAGE_FAULTY, 0, audit.VULNERABLE, "web/package-lock.json: vulnerable: vite: high"),
        (FAULTY, UNREACHABLE, 0, audit.VULNERABLE, "audit: there are known vulnerabilities"),
        (SKIPPED, PAGE_CLEAN, 0, audit.UNKNOWN, "requirements.lock: NOT AUDITED: 1 of 1 libraries: not found"),
        ("", PAGE_CLEAN, 0, audit.UNKNOWN, "requirements.lock: NOT AUDITED: connection refused"),
        (CLEAN, UNREACHABLE, 0, audit.UNKNOWN, "web/package-lock.json: NOT AUDITED: 405 Method Not Allowed"),
        (CLEAN, "", 0, audit.UNKNOWN, "web/package-lock.json: NOT AUDITED: connection refused"),
        (CLEAN, PAGE_CLEAN, 1, audit.UNKNOWN, f"requirements.lock: NOT AUDITED: {NOT_INSTALLED}"),
    ],
)
def test_what_is_reported(
    python: str,
    page: str,
    installs: int,
    status: int,
    says: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """What is vulnerable is named; if a service did not answer for every library, the audit is not done."""
    monkeypatch.setattr(audit, "FOLDER", tmp_path / "missing")
    verdicts = audit.audit(answer(python, page, installs))
    assert len(verdicts) == LOCKS + 1
    assert audit.report(verdicts) == status
    lines = capsys.readouterr().out.splitlines()
    assert says in lines
    assert ("no known vulnerabilities" in lines[-1]) == (status == audit.CLEAN)


def test_a_missing_program_is_told() -> None:
    """Without npm the page is not audited."""
    done = audit.run(["no-such-program"], audit.ROOT)
    assert (done.returncode, "not installed" in done.stderr) == (127, True)
