"""Things that differ have different names: a public class or an exported name means one thing in the whole package."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "reihum"

TWINS = {
    "GAME": "each package of a game has its game",
    "GAMES": "the row games, among all games",
    "deal": "the simulator's function calls the kernel of the game's family",
}
"""Names that packages share on purpose, each with its reason."""

KERNELS = ("simulator.rows.", "simulator.master.", "envs.vector.row_kernels", "envs.vector.master_kernels")
"""The kernels of the row games and of Master have the same names: the loops around them are written once for both."""


def read_modules(source: Path) -> dict[str, ast.Module]:
    """Every module, by its name below the package."""
    paths = {path: path.relative_to(source).with_suffix("").parts for path in source.rglob("*.py")}
    return {
        ".".join(parts[:-1] if parts[-1] == "__init__" else parts): ast.parse(path.read_text(encoding="utf-8"))
        for path, parts in sorted(paths.items())
    }


def shared_classes(modules: dict[str, ast.Module]) -> dict[str, list[str]]:
    """Every public class name that several modules define, with the modules."""
    found: dict[str, list[str]] = defaultdict(list)
    for module, tree in modules.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(module)
    return {name: places for name, places in found.items() if len(places) > 1}


def exported(tree: ast.Module) -> list[str]:
    """The names in ``__all__``."""
    values = (
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == "__all__" for target in node.targets)
    )
    return [str(node.value) for value in values for node in ast.walk(value) if isinstance(node, ast.Constant)]


def find_origin(modules: dict[str, ast.Module], module: str, name: str) -> str:
    """The module that defines a name which another module may import and export again."""
    for node in ast.walk(modules[module]):
        if isinstance(node, ast.ImportFrom) and node.module:
            source = node.module.removeprefix("reihum").lstrip(".")
            if source in modules and any((alias.asname or alias.name) == name for alias in node.names):
                return find_origin(modules, source, name)
    return module


def shared_exports(modules: dict[str, ast.Module]) -> dict[str, set[str]]:
    """Every exported name that several modules define, with the modules; kernels are left out."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, tree in modules.items():
        for name in exported(tree):
            found[name].add(find_origin(modules, module, name))
    differing = {name: {place for place in places if not place.startswith(KERNELS)} for name, places in found.items()}
    return {name: differing[name] for name, places in found.items() if differing[name] and len(places) > 1}


def test_no_two_public_classes_have_the_same_name() -> None:
    """An entry of the log, an update for people and a line of a record are called differently."""
    assert shared_classes(read_modules(SOURCE)) == {}


def test_no_two_packages_export_different_things_under_one_name() -> None:
    """Functions, types and values in ``__all__``. Only the listed names are shared, and the list names no others."""
    shared = shared_exports(read_modules(SOURCE))
    assert {name: places for name, places in shared.items() if name not in TWINS} == {}
    assert TWINS.keys() - shared.keys() == set(), "these exceptions are not needed any more"


def test_a_second_class_of_the_same_name_is_found(tmp_path: Path) -> None:
    """The check fails where it should; private classes may share a name."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.py").write_text("class Played: ...\nclass _Line: ...\n", encoding="utf-8")
    assert shared_classes(read_modules(tmp_path)) == {"Played": ["a", "b"]}


def test_a_second_function_of_the_same_name_is_found(tmp_path: Path) -> None:
    """A name that is only exported again is the same thing."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.py").write_text('__all__ = ["verify"]\ndef verify(): ...\n', encoding="utf-8")
    (tmp_path / "c.py").write_text('from reihum.a import verify\n__all__ = ["verify"]\n', encoding="utf-8")
    assert shared_exports(read_modules(tmp_path)) == {"verify": {"a", "b"}}
    (tmp_path / "b.py").unlink()
    assert shared_exports(read_modules(tmp_path)) == {}


TIMES = re.compile(
    r"(\w+_)?(at|until|due|since|delay|wait|pause|duration|timeout|interval|deadline|period|window)"
    r"|elapsed|round_trip|corrected|latency|lag|jitter|changed|seen|age|began|ended|ends?|expires|grace|times?|waited"
)
"""Names of times. A number of such a name says its unit: ``until_ms``, ``wait_seconds``."""

NUMBER = re.compile(r"(Annotated\[)?(int|float)\b")

NO_TIMES = {
    **dict.fromkeys(("Facts.age", "GameEntry.age", "Variant.age"), "years, as on the box"),
    **dict.fromkeys(("BotRound.ends", "Results.ends", "RoundResult.ends"), "how many rounds ended in each way"),
    **dict.fromkeys(("CardSlot.since", "ObservedMove.at", "RevealedCard.at"), "a move of the round, counted"),
    **{
        f"{kind}.until": "the points that end a match"
        for kind in ("Change", "HeaderLine", "HouseRules", "Match", "MatchView", "Rematch", "Settings", "Summary")
    },
    "Course.end": "an update of a training",
    "LessonStep.times": "how often",
    "Report.changed": "how many worlds differed",
    "Wire.arrived_at": "seconds of the loop's clock, which counts from no date",
}
"""Numbers that look like times without a unit, each with what it is."""


def times_without_unit(tree: ast.Module) -> Iterator[str]:
    """Every number in a class that is called like a time. Private classes may give their fields to public ones."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and NUMBER.match(ast.unparse(field.annotation)):
                    name = ast.unparse(field.target)
                    yield from [f"{node.name}.{name}"] * bool(TIMES.fullmatch(name))


def test_times_say_their_unit() -> None:
    """Only the listed fields do not, and the list names no others."""
    found = {field for tree in read_modules(SOURCE).values() for field in times_without_unit(tree)}
    assert found - NO_TIMES.keys() == set()
    assert NO_TIMES.keys() - found == set(), "these exceptions are not needed any more"


@pytest.mark.parametrize(
    ("field", "found"),
    [
        ("delay: int", True),
        ("due: int = 0", True),
        ("arrived_at: float", True),
        ("wait: int | None = None", True),
        ("at: Annotated[int, Meta(ge=0)] = 0", True),
        ("delay_ms: int", False),
        ("seen: tuple[str, ...]", False),
        ("until: str", False),
    ],
)
def test_a_time_without_a_unit_is_found(field: str, found: bool) -> None:
    """Numbers count, whatever else the field may be; other types do not."""
    assert bool([*times_without_unit(ast.parse(f"class Call:\n    {field}"))]) == found
