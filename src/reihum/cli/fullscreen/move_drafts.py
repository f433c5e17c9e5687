"""The move that somebody is choosing. A view offers moves as forms with slots; each step fills one slot. No rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from reihum.cards import NUMBER
from reihum.engine.moves import Arg, SlotKind
from reihum.engine.views import Choice, Form, View


class MoveDraft(NamedTuple):
    """A move under way: the values chosen until now, slot by slot."""

    verb: str
    values: tuple[tuple[Arg, ...], ...] = ()

    @property
    def text(self) -> str:
        """The move in notation."""
        return " ".join((self.verb, *(str(value) for values in self.values for value in values)))


class MoveOption(NamedTuple):
    """Something to choose now. ``value`` is None if the move has no slots; ``zone`` is where you point at the value."""

    verb: str
    value: Arg | None = None
    kind: SlotKind | None = None
    zone: str = ""
    target: str = ""
    source: str = ""
    is_weighty: bool = False

    @property
    def number(self) -> int | None:
        """The number that people see on it: of a card, a place, a pile or a player."""
        if isinstance(self.value, int):
            return self.value + 1 if self.kind == "seat" else self.value
        end = str(self.value).rpartition(">")[2]
        return NUMBER.get(end) if self.kind in ("card", "link") else None


class NumberRange(NamedTuple):
    """The numbers that a move can name."""

    verb: str
    numbers: tuple[int, ...]


def list_options(view: View, draft: MoveDraft | None) -> list[MoveOption]:
    """Every way to continue a draft; without a draft, every way to begin a move."""
    found = (
        option
        for form in view.moves
        if fits(form, draft)
        for option in _next_options(form, draft.values if draft else ())
    )
    return list({(option.verb, option.value, option.zone): option for option in found}.values())


def list_ranges(view: View, draft: MoveDraft | None) -> list[NumberRange]:
    """The numbers to choose from now, for each kind of move that names one."""
    found = []
    for form in view.moves:
        place = len(draft.values) if draft else 0
        if fits(form, draft) and place < len(form.choices) and form.choices[place].kind == "number":
            found.append(NumberRange(form.verb, tuple(int(value) for value in list_values(form.choices[place]))))
    return found


def add_option(view: View, draft: MoveDraft | None, option: MoveOption) -> MoveDraft | None:
    """The draft with an option added. In a slot for several values, choosing a value again takes it back."""
    if option.value is None:
        return MoveDraft(option.verb)
    before = draft.values if draft and draft.verb == option.verb else ()
    slot, most = _find_open_slot(view, option.verb, len(before))
    if slot is None:
        return MoveDraft(option.verb, (*before, (option.value,)))
    last = before[slot] if slot < len(before) else ()
    if option.value in last:
        chosen = tuple(value for value in last if value != option.value)
    else:
        chosen = (*last, option.value)[-most:]  # one too many replaces the oldest
    values = (*before[:slot], *([chosen] if chosen else []))
    return MoveDraft(option.verb, values) if values else None


def complete_move(view: View, draft: MoveDraft | None) -> str | None:
    """The text of a draft if it is a whole move."""
    if draft is None:
        return None
    for form in view.moves:
        if form.verb == draft.verb and len(form.choices) == len(draft.values):
            pairs = zip(form.choices, draft.values, strict=True)
            if all(_accepts(choice, values) for choice, values in pairs):
                return draft.text
    return None


def can_grow(view: View, draft: MoveDraft) -> bool:
    """Whether a complete draft can take more values in its last slot. Such a draft is sent on purpose."""
    slot, most = _find_open_slot(view, draft.verb, len(draft.values) - 1)
    return slot is not None and bool(draft.values) and len(draft.values[-1]) <= most


def list_chosen(view: View, draft: MoveDraft | None) -> Iterator[tuple[Choice, Arg]]:
    """The values chosen until now, each with its choice."""
    form = next((form for form in view.moves if draft and form.choices and fits(form, draft)), None)
    if form is not None and draft is not None:
        for choice, values in zip(form.choices, draft.values, strict=False):
            yield from ((choice, value) for value in values)


def find_zone(choice: Choice, value: Arg) -> str:
    """The zone in which you point at a value."""
    return choice.zones[choice.of.index(value)] if choice.zones else choice.zone


def list_values(choice: Choice) -> tuple[Arg, ...]:
    """All values to choose from."""
    return choice.of or tuple(range(choice.low, choice.high + 1))


def fits(form: Form, draft: MoveDraft | None) -> bool:
    """Whether the values of a draft are among those of a form."""
    if draft is None:
        return True
    if form.verb != draft.verb or len(draft.values) > len(form.choices):
        return False
    pairs = zip(form.choices, draft.values, strict=False)
    return all(value in list_values(choice) for choice, values in pairs for value in values)


def _next_options(form: Form, values: tuple[tuple[Arg, ...], ...]) -> Iterator[MoveOption]:
    place = len(values)
    if place == len(form.choices) and place and form.choices[-1].most > 1:
        place -= 1  # the last slot takes more values
    if not form.choices:
        yield MoveOption(form.verb, None, None, "", form.target, form.source, form.weighty)
    elif place < len(form.choices) and form.choices[place].kind != "number":
        choice = form.choices[place]
        for value in list_values(choice):
            zone = find_zone(choice, value)
            yield MoveOption(form.verb, value, choice.kind, zone, form.target, form.source, form.weighty)


def _find_open_slot(view: View, verb: str, reached: int) -> tuple[int | None, int]:
    """The slot for several values and the most it takes, if a draft with ``reached`` slots is at it."""
    for form in view.moves:
        if form.verb == verb:
            for slot, choice in enumerate(form.choices):
                if choice.most > 1 and reached >= slot:
                    return slot, choice.most
    return None, 1


def _accepts(choice: Choice, values: tuple[Arg, ...]) -> bool:
    return choice.least <= len(values) <= choice.most and all(value in list_values(choice) for value in values)
