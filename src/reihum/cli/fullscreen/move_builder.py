"""What can be chosen on a table, and which move the choices make. No rules: every answer comes from the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from reihum.cards import JOKER
from reihum.cli.fullscreen.move_drafts import (
    MoveDraft,
    MoveOption,
    NumberRange,
    add_option,
    can_grow,
    complete_move,
    find_zone,
    list_chosen,
    list_options,
    list_ranges,
)
from reihum.engine.moves import Arg, Move, SlotKind
from reihum.engine.views import Hand, Pile, Rows, View, Zone


class Spot(NamedTuple):
    """Something on the table that you can point at: a card, a place or a pile of a zone."""

    zone: str
    value: Arg


class MoveBuilder:
    """The choices of one position. ``send`` gets the text of a move that is complete, ``explain`` a card that does not
    fit."""

    def __init__(self, send: Callable[[str], None], explain: Callable[[str], None]) -> None:
        self.view: View | None = None
        self.draft: MoveDraft | None = None
        self.asked: list[MoveOption] = []
        self.held = ""
        self.is_live = False
        self._listed: tuple[tuple[MoveDraft | None, str], list[MoveOption]] | None = None
        self._send = send
        self._explain = explain

    def show(self, view: View, *, live: bool) -> None:
        """Show a position; ``live``: the person may choose now. A draft that is still possible is kept."""
        keeps = self.view is not None and view.moves == self.view.moves and live and self.is_live
        self.view, self.is_live, self._listed = view, live, None
        if not keeps:
            self.clear()

    def clear(self) -> None:
        """Take back what has been chosen."""
        self.draft, self.asked, self.held = None, [], ""

    @property
    def is_begun(self) -> bool:
        """Whether something has been chosen that can be taken back."""
        return bool(self.draft or self.asked or self.held)

    @property
    def addressed(self) -> list[tuple[SlotKind, Arg]]:
        """The players whom the move under way is about."""
        chosen = list_chosen(self.view, self.draft) if self.view else ()
        return [(choice.kind, value) for choice, value in chosen if choice.kind == "seat"]

    @property
    def options(self) -> list[MoveOption]:
        """All that can be chosen now."""
        if self.view is None or not self.is_live:
            return []
        if self.asked:
            return self.asked
        if self._listed is None or self._listed[0] != (self.draft, self.held):
            options = list_options(self.view, self.draft)
            options = [option for option in options if not self.held or _lays_as_another(option, self.held)]
            self._listed = (self.draft, self.held), options  # drawing asks for every card
        return self._listed[1]

    @property
    def ranges(self) -> list[NumberRange]:
        """The numbers that can be named now."""
        return list_ranges(self.view, self.draft) if self.view is not None and self.is_live and not self.asked else []

    @property
    def ready(self) -> str | None:
        """The move that the choices make, if it is complete."""
        return complete_move(self.view, self.draft) if self.view is not None else None

    def find_options(self, spot: Spot) -> list[MoveOption]:
        """The options that pointing at a spot means."""
        zone = self._find(spot.zone)
        if zone is None:
            return []
        options = self.options
        found = [option for option in options if self._points_at(option, zone, spot.value)]
        if found or self.held or not isinstance(zone, Hand):
            return found
        # a card of the hand that fits nowhere can still be the end of a link
        return [option for option in options if option.kind == "link" and _leads_to(option.value, spot.value)]

    def is_step(self, option: MoveOption, move: Move) -> bool:
        """Whether an option is the next step of a move."""
        taken = [value for values in self.draft.values for value in values] if self.draft else []
        return option.verb == move.verb and option.value in (move.args or (None,)) and option.value not in taken

    def is_picked(self, spot: Spot) -> bool:
        """Whether a spot belongs to the move under way."""
        if self.view is None:
            return False
        if self.held and self.held == spot.value:
            return isinstance(self._find(spot.zone), Hand)
        return any(
            find_zone(choice, value) == spot.zone and (value == spot.value or str(value).startswith(f"{spot.value}>"))
            for choice, value in list_chosen(self.view, self.draft)
        )

    def tap(self, spot: Spot) -> None:
        """Choose what a spot means; if it means nothing, ask why."""
        if not self.is_live:
            return
        found = self.find_options(spot)
        if not found and self.is_begun:
            if self.ready and self.is_picked(spot):
                self.send()
                return
            self.clear()  # another card instead
            found = self.find_options(spot)
        if not found:
            self._explain(str(spot.value))
        elif len(found) > 1 and spot.value == JOKER and all(_lays_as_another(one, JOKER) for one in found):
            self.held = JOKER
        else:
            self.take_or_ask(found)

    def take_or_ask(self, options: Sequence[MoveOption]) -> None:
        """Take the only option, or ask which one is meant."""
        if len(options) == 1 and not (options[0].is_weighty and not self.asked):
            self.take(options[0])
        else:
            self.asked = list(options)

    def take(self, option: MoveOption) -> None:
        """Add an option to the draft; send the move if it is complete."""
        assert self.view is not None
        self.asked, self.held = [], ""
        self.draft = add_option(self.view, self.draft, option)
        if self.draft and self.ready and not (option.value is not None and can_grow(self.view, self.draft)):
            self.send()

    def enter_number(self, verb: str, number: int) -> None:
        """Choose a number of a range."""
        self.draft = MoveDraft(verb, (*(self.draft.values if self.draft else ()), (number,)))
        self.send()

    def send(self) -> None:
        """Send the move, if it is complete."""
        if move := self.ready:
            self.clear()
            self._send(move)

    def _find(self, name: str) -> Zone | None:
        zones = self.view.zones if self.view else ()
        return next((zone for zone in zones if zone.name == name), None)

    def _points_at(self, option: MoveOption, zone: Zone, value: Arg) -> bool:
        """Whether an option points at this element of this zone."""
        wanted = option.value
        if wanted is None:
            alone = option.target == zone.name and len(self.options) == 1
            return isinstance(zone, Pile) and (option.source == zone.name or alone)
        if isinstance(zone, Rows) and zone.name in (option.zone, option.target):
            return _leads_to(wanted, value)
        if option.zone == zone.name and isinstance(zone, Pile):
            return True
        if option.zone == zone.name:
            return wanted == value or (isinstance(zone, Hand) and _lays_as_another(option, str(value)))
        return option.kind == "pile" and isinstance(zone, Pile) and wanted == zone.name  # beside numbered piles


def _leads_to(wanted: Arg | None, place: Arg) -> bool:
    """Whether a value leads to the place of a card: ``R8``, ``J>R8`` and ``Y8>R8`` all lead to red 8."""
    return str(wanted).rpartition(">")[2] == str(place)


def _lays_as_another(option: MoveOption, card: str) -> bool:
    """Whether an option lays a card as another one: ``J`` as ``J>R8``."""
    return str(option.value).startswith(f"{card}>")
