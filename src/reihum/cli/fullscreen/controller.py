"""The screen without a terminal: what it shows, and what every key and click does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from reihum.bots.review.decisions import Advice
from reihum.cli.fullscreen.dialogue import Answer, Dialogue, ScreenQuestion, Stop
from reihum.cli.fullscreen.frame import Frame, Scene, compose
from reihum.cli.fullscreen.history import History, list_new_cards
from reihum.cli.fullscreen.moments import draw_moment
from reihum.cli.fullscreen.move_builder import MoveBuilder, Spot
from reihum.cli.fullscreen.move_drafts import MoveOption
from reihum.cli.fullscreen.navigation import ARROWS, find_next
from reihum.cli.fullscreen.offers import BACK, COMMAND_KEYS, SEND, Offer, assign_letters, list_offers, read_number
from reihum.cli.fullscreen.screen_session import Preferences, ScreenSession, find_or_refuse
from reihum.cli.fullscreen.sheets import Sheet, describe_keys, describe_points, describe_result
from reihum.cli.fullscreen.table_drawing import find_own_hand, name_spot, parse_spot, sort_hand
from reihum.cli.labels import label_move, pair_with_kinds
from reihum.cli.rules import draw_rules
from reihum.engine import Shown
from reihum.matches import MatchView
from reihum.messages import Message

SCROLLED_LINES = 5
MIN_MOMENT_MS = 300
"""A key that comes sooner after a moment or a result has appeared was meant for the table."""

LONG_AGO_MS = 60_000
COMMANDS = {key: name for name, key in COMMAND_KEYS.items()}

RunAside = Callable[[Callable[[], Any], Callable[[Any], None]], None]
"""Find something, which may take time, and show it."""


class Controller:
    """Keeps what is shown and turns keys into answers. ``session`` is the match; ``run_aside`` finds hints and reasons,
    at once if nobody passes another way."""

    def __init__(self, session: ScreenSession, run_aside: RunAside = lambda find, show: show(find())) -> None:
        self.session = session
        self.texts = session.texts
        self.preferences = Preferences()
        self.builder = MoveBuilder(self._send, self._explain)
        self.seen: MatchView | None = None
        self.question: ScreenQuestion | None = None
        self.moment: Shown | None = None
        self.sheet: Sheet | None = None
        self.notice = ""
        self.typed = ""
        self.cursor = ""
        self.history = History(session.game.facts.texts)
        self.dialogue = Dialogue(self)
        self.letters = assign_letters(session.game.grammar, session.game.facts.texts, self.texts)
        self._run_aside = run_aside
        self._is_leaving = False
        self._new: dict[str, frozenset[str]] = {}
        self._scrolled = 0
        self._took_ms = 0
        self._frame = Frame([], {})

    # --- what the playing thread tells ---

    def show_match(self, seen: MatchView, shown: tuple[Shown, ...]) -> None:
        """Show a position and what led to it. What was on the screen before the match began disappears, and a result
        when the next round begins."""
        if self.seen is None or (self.seen.view.outcome is not None and seen.view.outcome is None):
            self.sheet = None
        self.seen = seen
        self.builder.show(seen.view, live=False)
        self.history.forget_hidden(seen.view)
        if shown:
            self.history.add(shown, self.texts)
            self._new = list_new_cards(shown)
            self._scrolled = 0

    def show_moment(self, shown: Shown | None) -> None:
        """Show what was decided, large; None: the table again."""
        self.moment = shown

    def show_result(self, seen: MatchView) -> None:
        """Show how the round ended."""
        self.seen = seen
        self.sheet = Sheet(describe_result(seen, self.texts), MIN_MOMENT_MS)

    def show_sheet(self, things: Sequence[RenderableType]) -> None:
        """Show lines instead of a table, because there is none yet."""
        self.sheet = Sheet(things)

    def open_question(self, question: ScreenQuestion | None) -> None:
        """Let the person answer; None: there is nothing to answer."""
        self.question = question
        self.typed = ""
        if self.seen is not None:
            self.builder.show(self.seen.view, live=question is not None and question.moves)
            if question is not None and question.moves:
                self.notice = ""
                self.cursor = self._find_first()

    def add_note(self, text: str) -> None:
        """Add a line to the log. Where there is none yet, it stands alone."""
        self.history.note(text)
        if self.seen is None:
            self.notice = text

    def clear_log(self) -> None:
        """A new round begins."""
        self.history.clear()
        self.notice = ""

    # --- what is shown ---

    def compose(self, width: int, height: int) -> Frame:
        """Compose the screen."""
        if self.moment is not None:
            family = self.session.game.facts.texts
            self._frame = Frame(draw_moment(self.moment, family, self.texts, width, height), {})
        elif self.sheet is not None:
            foot = self.question.prompt if self.question and self.question.prompt else ""
            foot = self.notice or foot or self.texts.text("cli.screen.close")
            self._frame = Frame(self.sheet.draw(width, height, Text(foot, "bold")), {})
        elif self.seen is None:
            self._frame = Frame([], {})
        else:
            self._frame = compose(self._make_scene(self.seen), width, height)
        return self._frame

    def _make_scene(self, seen: MatchView) -> Scene:
        question = self.question
        return Scene(
            seen,
            self.texts,
            self.builder,
            self.letters,
            self.history.lines,
            self._new,
            question.calls if question else (),
            question.prompt if question else "",
            self.notice,
            self.typed,
            self.cursor,
            self.session.pace_word,
            self.preferences.is_manual,
            self._scrolled,
        )

    # --- keys and clicks ---

    def press(self, key: str, took_ms: int = LONG_AGO_MS) -> None:
        """Do what a key does now; ``took_ms`` since the screen was drawn."""
        self._took_ms = took_ms
        was_leaving, self._is_leaving = self._is_leaving, False
        if was_leaving:
            self.notice = ""
        if key in (COMMAND_KEYS["quit"], "ctrl+c", "ctrl+q"):
            self._leave(sure=was_leaving)
        elif self.question is not None and key in self.question.keys:
            self._answer(Answer(key))
        elif self.moment is not None:
            self._end_moment()
        elif self.sheet is not None:
            self._turn_sheet(key)
        elif key in ("pageup", "pagedown"):
            self._scrolled = max(0, self._scrolled + (SCROLLED_LINES if key == "pageup" else -SCROLLED_LINES))
        elif key in ARROWS or key in ("tab", "shift+tab"):
            self.cursor = find_next(self._frame.regions, self.cursor, key)
        elif not self._press_command(key):
            self._press_move(key)

    def click(self, target: str, took_ms: int = LONG_AGO_MS) -> None:
        """Do what a click on a target does now."""
        self._took_ms = took_ms
        if self.moment is not None:
            self._end_moment()
        elif self.sheet is not None:
            self._turn_sheet("enter")
        elif target:
            self.cursor = target
            self._choose(target)
        elif self.question is not None and self.question.goes_on:
            self._answer(Answer())

    def find_target(self, column: int, line: int) -> str:
        """The target at a place of the screen; empty if there is none."""
        for name, region in self._frame.regions.items():
            if region.top <= line <= region.bottom and region.left <= column < region.right:
                return name
        return ""

    def _leave(self, *, sure: bool) -> None:
        """Quit at the second time: one key is pressed too easily."""
        if sure:
            self.dialogue.put(Stop())
        else:
            self._is_leaving = True
            self.notice = self.texts.text("cli.screen.leave")

    def _end_moment(self) -> None:
        if self._took_ms >= MIN_MOMENT_MS:
            self._answer(Answer())

    def _turn_sheet(self, key: str) -> None:
        """Turn the sheet; any other key closes it."""
        assert self.sheet is not None
        if key in ("up", "down"):
            self.sheet.turn(-1 if key == "up" else 1)
        elif key in ("pageup", "pagedown"):
            self.sheet.turn_page(-1 if key == "pageup" else 1)
        elif self._took_ms >= self.sheet.min_ms:
            self.sheet, self.notice = (None if self.seen else self.sheet), ""
            if key in ("enter", "space") and self.question is not None and self.question.goes_on:
                self._answer(Answer())

    def _press_command(self, key: str) -> bool:
        """Do what a key does at all times; False if it is not such a key."""
        name = COMMANDS.get(key, "")
        if key in ("+", "plus", "-", "minus"):
            pace = self.preferences.pace
            self.session.change_pace(pace.quicker if key in ("+", "plus") else pace.slower)
        elif name == "manual":
            self._toggle_manual()
        elif name == "hint":
            self._ask_hint()
        elif name and self.seen is not None:
            self.sheet, self.notice = Sheet(self._describe(name, self.seen)), ""
        return bool(name) or key in ("+", "plus", "-", "minus")

    def _describe(self, name: str, seen: MatchView) -> Sequence[RenderableType]:
        """The contents of a sheet."""
        if name == "points":
            return describe_points(seen, self.texts)
        if name == "rules":
            return list(draw_rules(self.session.game, self.texts))
        return describe_keys(self._offers, self._calls, self.letters, seen, self.texts)

    def _ask_hint(self) -> None:
        if self.builder.is_live:
            self.notice = self.texts.text("page.hint.thinking")
            self._run_aside(lambda: find_or_refuse(self.session.find_hint), self.show_hint)
        else:
            self.notice = self.texts.text("cli.screen.no-hint")

    def show_hint(self, advice: Advice | Message) -> None:
        """Show what an expert would do, and why, and put the cursor there."""
        if isinstance(advice, Message):
            self.notice = self.texts.message(advice)
            return
        move = self.session.game.grammar.parse(advice.move)
        args = pair_with_kinds(move, self.session.game.grammar)
        label = label_move(move.verb, args, self.session.game.facts.texts, self.texts)
        self.notice = self.texts.text("page.hint.move", move=label)
        if advice.why is not None:
            self.notice += f" – {self.texts.message(advice.why)}"
        if advice.level:
            self.notice += f" {self.texts.text('page.hint.level', level=self.texts.text(f'page.level.{advice.level}'))}"
        meant = {name: self._find_options(name) for name in self._frame.regions}
        steps = [name for name, options in meant.items() if any(self.builder.is_step(one, move) for one in options)]
        self.cursor = min(steps, key=lambda name: len(meant[name]), default=self.cursor)

    def _toggle_manual(self) -> None:
        self.preferences.is_manual = not self.preferences.is_manual
        self.notice = self.texts.text(f"cli.screen.manual.{'on' if self.preferences.is_manual else 'off'}")
        if self.question is not None and self.question.routine:
            self._answer(Answer())

    def _press_move(self, key: str) -> None:
        call = next((call for call in self._calls if self.letters[call] == key), None)
        if call is not None:
            self._answer(Answer(call, self._took_ms))
        elif self.question is not None and not self.question.moves:
            if key in ("enter", "space"):
                self._answer(Answer())  # go on, or call nothing
        elif key == "escape":
            self.builder.clear()
            self.typed = ""
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif key.isdigit() and not self.builder.asked:
            self._type(key)
        elif key in ("enter", "space"):
            self._confirm()
        else:
            self._press_offer(key)

    @property
    def _offers(self) -> list[Offer]:
        return list_offers(self.builder, self.letters, self.session.game.facts.texts, self.texts)

    @property
    def _calls(self) -> Sequence[str]:
        return self.question.calls if self.question else ()

    def _press_offer(self, key: str) -> None:
        offer = next((offer for offer in self._offers if offer.key == key), None)
        if offer is None:
            return
        self.notice = ""
        if offer.action == BACK:
            self.builder.clear()
        elif offer.action == SEND:
            self.builder.send()
        else:
            self.builder.take_or_ask(offer.options)

    def _type(self, digit: str) -> None:
        """Add a digit. A number that means something and cannot go on is taken at once."""
        if not self.builder.is_live:
            return
        self.typed += digit
        typed = read_number(self.typed, self.builder.options, self.builder.ranges)
        if not typed.can_grow and not typed.options and not typed.verb:
            self.typed = ""
            self.notice = self.texts.text("cli.screen.no-number")
        elif not typed.can_grow:
            self._take_number()

    def _take_number(self) -> None:
        number, self.typed, self.notice = self.typed, "", ""
        typed = read_number(number, self.builder.options, self.builder.ranges)
        if typed.options:
            self.builder.take_or_ask(typed.options)
        elif typed.verb:
            self.builder.enter_number(typed.verb, int(number))
        self.cursor = "offer|enter" if self.builder.ready else self.cursor

    def _confirm(self) -> None:
        """Take the typed number, send the move under way, or choose what the cursor stands on."""
        if self.typed:
            self._take_number()
        elif self.builder.ready and not self.builder.asked and not self._points_elsewhere():
            self.builder.send()
        else:
            self._choose(self.cursor)

    def _points_elsewhere(self) -> bool:
        """Whether the cursor stands on a card that does not belong to the move under way."""
        return self.cursor.startswith("spot") and not self.builder.is_picked(parse_spot(self.cursor))

    def _choose(self, target: str) -> None:
        kind, _, rest = target.partition("|")
        self.notice = ""
        if kind == "spot":
            self.builder.tap(parse_spot(target))
        elif kind in ("card", "seat"):
            if options := self._find_options(target):
                self.builder.take_or_ask(options)
        elif kind == "offer":
            self._press_offer(rest)
        elif kind == "call":
            self._answer(Answer(rest, self._took_ms))
        elif kind == "command":
            self._press_command("+" if rest == "pace" else COMMAND_KEYS[rest])

    def _find_options(self, target: str) -> Sequence[MoveOption]:
        """The options that a target means."""
        kind, _, rest = target.partition("|")
        if kind == "spot":
            return self.builder.find_options(parse_spot(target))
        if kind == "offer":
            return next((offer.options for offer in self._offers if offer.key == rest), ())
        return [option for option in self.builder.options if str(option.value) == rest and not option.zone]

    # --- answers ---

    def _answer(self, answer: Answer | Stop) -> None:
        if self.question is not None:
            self.question = None  # it is answered once
            self.builder.is_live = False
            self.dialogue.put(answer)

    def _send(self, move: str) -> None:
        self._answer(Answer(move, self._took_ms))

    def _explain(self, card: str) -> None:
        """Say why a card does not fit."""
        self._run_aside(lambda: find_or_refuse(lambda: self.session.why_not(card)), self._show_reason)

    def _show_reason(self, reason: Message | None) -> None:
        if reason is not None:
            self.notice = self.texts.message(reason)

    def _find_first(self) -> str:
        """Where the cursor stands at first: on the first card that can be chosen."""
        assert self.seen is not None
        hand = find_own_hand(self.seen.view)
        targets = [name_spot(Spot(hand.name, card)) for card in sort_hand(hand, self.seen.view)] if hand else []
        return next((target for target in targets if self.builder.find_options(parse_spot(target))), "")
