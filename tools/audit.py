"""`make audit`: asks the services of the package registries whether a locked version has a known vulnerability.

It ends with 0 if every lock was audited and nothing was found, with 1 if something was found, and with 3 if a service
could not be asked: then nothing is known, and the last line says so.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / ".tools" / "audit"
AUDITOR = "pip-audit>=2.9,<3"
"""It is not locked: an auditor should be new."""

PIP_AUDIT = """import os, sys
os.environ["PYTHONPATH"] = sys.argv.pop(1)  # for the pip that it starts
sys.path.insert(0, os.environ["PYTHONPATH"])
from pip_audit._cli import audit
audit()
"""
CLEAN, VULNERABLE, UNKNOWN = 0, 1, 3

Run: TypeAlias = Callable[[Sequence[str], Path], subprocess.CompletedProcess[str]]
"""Runs a command in a folder."""


class Verdict(Struct, frozen=True):
    """What is known about a lock: its vulnerabilities, and why it could not be audited if that is so."""

    lock: str
    found: tuple[str, ...] = ()
    unknown: str = ""


def run(words: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command and keep what it prints."""
    try:
        return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return subprocess.CompletedProcess(words, 127, "", f"{words[0]} is not installed")


def install_auditor(run: Run) -> str:
    """Install pip-audit beside the project; returns why that failed."""
    if FOLDER.exists():
        return ""
    failed = ""
    target = ("install", "--quiet", "--target", str(FOLDER), AUDITOR)
    for program in (("uv", "pip"), (str(ROOT / ".tools/bin/uv"), "pip"), (sys.executable, "-m", "pip"), ("pip3",)):
        if shutil.which(program[0]):
            done = run([*program, *target], ROOT)
            if done.returncode == 0:
                return ""
            failed = _last_line(done.stderr)
    shutil.rmtree(FOLDER, ignore_errors=True)
    return f"pip-audit cannot be installed: {failed or 'there is neither uv nor pip'}"


def audit_python(lock: str, run: Run) -> Verdict:
    """Audit a lock of Python libraries. A library that the service does not know counts as not audited."""
    options = ("--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off", "--timeout", "15")
    done = run([sys.executable, "-c", PIP_AUDIT, str(FOLDER), "--requirement", lock, *options], ROOT)
    try:
        libraries: list[dict[str, Any]] = msgspec.json.decode(done.stdout)["dependencies"]
    except (msgspec.MsgspecError, KeyError, TypeError):
        return Verdict(lock, unknown=_last_line(done.stderr) or "pip-audit has said nothing")
    found = tuple(
        f"{library['name']} {library.get('version', '')}: {fault['id']}"
        for library in libraries
        for fault in library.get("vulns", ())
    )
    skipped = [str(library["skip_reason"]) for library in libraries if "skip_reason" in library]
    unknown = f"{len(skipped)} of {len(libraries)} libraries: {skipped[0]}" if skipped else ""
    return Verdict(lock, found, unknown or ("" if libraries else "the lock is empty"))


def audit_page(run: Run) -> Verdict:
    """Audit the lock of the page."""
    lock = "web/package-lock.json"
    done = run(["npm", "audit", "--package-lock-only", "--audit", "--json"], ROOT / "web")
    try:
        answer = msgspec.json.decode(done.stdout, type=dict[str, Any])
    except msgspec.MsgspecError:
        return Verdict(lock, unknown=_last_line(done.stderr) or "npm has said nothing")
    faults: dict[str, dict[str, Any]] | None = answer.get("vulnerabilities")
    if faults is None:
        return Verdict(lock, unknown=str(answer.get("message", "npm has not said why")))
    return Verdict(lock, tuple(f"{name}: {fault['severity']}" for name, fault in faults.items()))


def audit(run: Run = run) -> list[Verdict]:
    """Audit all locks."""
    locks = sorted(path.name for path in ROOT.glob("requirements*.lock"))
    if failed := install_auditor(run):
        return [*(Verdict(lock, unknown=failed) for lock in locks), audit_page(run)]
    return [*(audit_python(lock, run) for lock in locks), audit_page(run)]


def report(verdicts: Sequence[Verdict]) -> int:
    """Print what was found, and how it went in all; returns the exit status."""
    for verdict in verdicts:
        for fault in verdict.found:
            print(f"{verdict.lock}: vulnerable: {fault}")
        if verdict.unknown:
            print(f"{verdict.lock}: NOT AUDITED: {verdict.unknown}")
        elif not verdict.found:
            print(f"{verdict.lock}: no known vulnerability")
    if any(verdict.found for verdict in verdicts):
        print("audit: there are known vulnerabilities")
        return VULNERABLE
    if any(verdict.unknown for verdict in verdicts):
        print("audit: NOT DONE, because a service could not be asked; nothing is known about the locks named above")
        return UNKNOWN
    print("audit: no known vulnerabilities in any lock")
    return CLEAN


def _last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")


if __name__ == "__main__":
    sys.exit(report(audit()))
