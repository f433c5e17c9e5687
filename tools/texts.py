"""The catalogues: `python -m tools.texts compile` and `python -m tools.texts check`.

A catalogue file is `catalogues/<language>/<domain>.po`. Its msgids are keys, the same in all languages;
the domains of a language share one space of keys.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import string
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po

TEXTS = Path(__file__).parent.parent / "src" / "reihum" / "texts"
SOURCE = TEXTS / "catalogues"
COMPILED = TEXTS / "catalogues.json"
SPECS = {"", "card", "cards", "colour", "either", "game", "list", "player", "players", "text"}


class Fault(Exception):
    """Something that makes the catalogues unusable."""


@dataclass
class Entry:
    """One text: its forms (one, or one per plural form) and where it stands."""

    forms: list[str]
    plural: bool
    fuzzy: bool
    domain: str
    line: int


@dataclass
class Language:
    """All texts of one language."""

    plural: str
    entries: dict[str, Entry] = field(default_factory=dict)


def read(source: Path = SOURCE) -> dict[str, Language]:
    """Read every catalogue; a key that stands in two domains is a fault."""
    return {folder.name: read_language(folder) for folder in sorted(source.iterdir()) if folder.is_dir()}


def read_language(folder: Path) -> Language:
    """Read the domains of one language."""
    domains = {path.stem: read_domain(path) for path in sorted(folder.glob("*.po"))}
    if not domains:
        raise Fault(f"{folder}: no catalogue")
    first = next(iter(domains.values()))
    language = Language(first.plural_expr)
    for domain, catalogue in domains.items():
        for key, entry in entries_of(catalogue, domain):
            if other := language.entries.get(key):
                raise Fault(f"{folder.name}/{domain}.po: {key} stands in {other.domain}.po too")
            language.entries[key] = entry
    return language


def read_domain(path: Path) -> Catalog:
    """Read one file; a key that stands in it twice is a fault."""
    keys = re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    if twice := [key for key, count in Counter(keys).items() if count > 1]:
        raise Fault(f"{path.parent.name}/{path.name}: {', '.join(twice)} stands in it twice")
    try:
        with path.open("rb") as file:
            return read_po(file, locale=path.parent.name, abort_invalid=True)
    except PoFileError as error:
        raise Fault(f"{path}: {error}") from error


def entries_of(catalogue: Catalog, domain: str) -> Iterator[tuple[str, Entry]]:
    """The entries of one file, without its header."""
    for message in catalogue:
        key = message.id if isinstance(message.id, str) else message.id[0]
        if key:
            found = message.string or ""
            forms = [found] if isinstance(found, str) else list(found)
            yield key, Entry(forms, message.pluralizable, message.fuzzy, domain, message.lineno or 0)


def compile_catalogues(source: Path = SOURCE, compiled: Path = COMPILED) -> None:
    """Write all languages into the one file that the package reads; unfinished entries are left out."""
    content = {
        code: {"plural": language.plural, "texts": {key: text(entry) for key, entry in finished(language)}}
        for code, language in read(source).items()
    }
    # The file is written beside its place and then moved there, so that no process reads half of it.
    aside = compiled.with_name(f".{compiled.name}.{os.getpid()}")
    aside.write_text(json.dumps(content, ensure_ascii=False, indent=0, sort_keys=True), encoding="utf-8")
    aside.replace(compiled)


def finished(language: Language) -> Iterator[tuple[str, Entry]]:
    """The entries that can be shown."""
    return (item for item in language.entries.items() if all(item[1].forms) and not item[1].fuzzy)


def text(entry: Entry) -> str | list[str]:
    """An entry as the package reads it: a text, or one text per plural form."""
    return entry.forms if entry.plural else entry.forms[0]


def check(source: Path = SOURCE) -> list[str]:
    """Every fault of the catalogues, in words."""
    try:
        languages = read(source)
    except Fault as fault:
        return [str(fault)]
    keys = sorted({key for language in languages.values() for key in language.entries})
    return [fault for key in keys for fault in faults_of(key, languages)]


def faults_of(key: str, languages: dict[str, Language]) -> Iterator[str]:
    """What is wrong with one key."""
    entries = {code: language.entries[key] for code, language in languages.items() if key in language.entries}
    for code in languages.keys() - entries.keys():
        domains = {entry.domain for entry in entries.values()}
        yield f"{code}/{'|'.join(sorted(domains))}.po: {key} is missing"
    for code, entry in entries.items():
        for fault in faults_in(entry):
            yield f"{code}/{entry.domain}.po:{entry.line}: {key} {fault}"
    for aspect, values in (
        ("domain", {code: entry.domain for code, entry in entries.items()}),
        ("plural", {code: entry.plural for code, entry in entries.items()}),
        ("placeholders", {code: described(entry) for code, entry in entries.items()}),
    ):
        if len(set(values.values())) > 1:
            yield f"{key}: the languages differ in {aspect}: {values}"


def faults_in(entry: Entry) -> Iterator[str]:
    """What is wrong with one entry, whatever the other languages say."""
    if entry.fuzzy:
        yield "is marked fuzzy"
    if not all(form.strip() for form in entry.forms):
        yield "is empty"
        return
    try:
        fields = [placeholders(form) for form in entry.forms]
    except ValueError as error:
        yield f"cannot be read: {error}"
        return
    if any(not form <= fields[-1] for form in fields):
        yield "has a placeholder that its last plural form lacks"
    for name, spec in sorted(fields[-1]):
        if not name.isidentifier() or spec not in SPECS:
            yield f"has an unknown placeholder {{{name}:{spec}}}"


def described(entry: Entry) -> str:
    """The placeholders of an entry, comparable between languages."""
    try:
        found = sorted(placeholders(entry.forms[-1]))
    except ValueError:
        return "unreadable"
    return " ".join(f"{{{name}:{spec}}}" if spec else f"{{{name}}}" for name, spec in found)


def placeholders(form: str) -> set[tuple[str, str]]:
    """Names and kinds of the placeholders; a capital ({seat:Player}) only says how to write it."""
    parsed = string.Formatter().parse(form)
    return {(name, (spec or "").lower()) for _, name, spec, _ in parsed if name is not None}


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.texts", description=__doc__)
    parser.add_argument("command", choices=["compile", "check"])
    if parser.parse_args().command == "check":
        faults = check()
        print("\n".join(faults) if faults else "texts: complete")
        return 1 if faults else 0
    try:
        compile_catalogues()
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
