"""A person at the full screen who presses keys that the screen shows. No terminal, no threads, no clock."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import Any

from reihum.bots.registry import seat_bot
from reihum.bots.review.decisions import Advice
from reihum.cards import Randomness
from reihum.cli.card_symbols import card_symbol
from reihum.cli.fullscreen.controller import LONG_AGO_MS, Controller
from reihum.cli.fullscreen.dialogue import Stop
from reihum.cli.fullscreen.frame import Frame
from reihum.cli.fullscreen.fullscreen_session import FullScreenSession
from reihum.cli.fullscreen.offers import list_offers
from reihum.cli.fullscreen.table_drawing import find_own_hand
from reihum.cli.players import Players
from reihum.cli.prompts import Quit
from reihum.cli.screen import Screen
from reihum.games import GAMES
from reihum.matches import Recorder, match
from reihum.messages import Message

NAMES = ("Guest", "Tessa", "Luca", "Hannah", "Timo", "Vera")
SIZE = (80, 24)


def make_session(
    id: str,
    language: str = "en",
    seats: int = 0,
    rounds: int = 1,
    bots: str = "random",
    seed: str = "a table",
    **options: Any,
) -> FullScreenSession:
    """A session at a table with as many seats as possible, among bots of a kind."""
    seats = seats or GAMES[id].seats[-1]
    recorder = Recorder(match(id, seats, rounds=rounds, seed=seed, **options))
    players = Players(0, (bots,) * seats, NAMES[:seats])
    return FullScreenSession(Screen(language), recorder, players, seed.encode(), lambda: None)


def check_frame(controller: Controller, frame: Frame, size: tuple[int, int] = SIZE) -> None:
    """The screen fits the terminal, and every player and every card of the hand is on it, also without colours."""
    width, height = size
    assert len(frame.lines) <= height
    for line in frame.lines:
        assert line.cell_len <= width, line.plain
    if not frame.regions or controller.seen is None:
        return
    plain = [line.plain for line in frame.lines]
    assert plain[-1].startswith("? ")  # the keys are last: nothing was cut off
    for seat in range(len(controller.seen.view.players)):
        assert re.search(rf"\b{seat + 1}\]? +{controller.texts.player(seat)}", "\n".join(plain)), plain
    if hand := find_own_hand(controller.seen.view):
        for card in hand.cards:
            left, top, right, bottom = frame.regions[f"spot|{hand.name}|{card}"]
            drawn = "".join(line[left : right + 1] for line in plain[top : bottom + 1])
            assert card_symbol(card) in drawn, (card, drawn)


class KeyPlayer:
    """Plays a session by keys. ``look`` gets every frame; ``most`` is how many keys are pressed before quitting."""

    def __init__(
        self,
        session: FullScreenSession,
        look: Callable[[Controller, Frame], None] = lambda *_: None,
        most: int = 10_000,
        size: tuple[int, int] = SIZE,
    ) -> None:
        self.controller = Controller(session)
        self.keys: list[str] = []
        self._session = session
        self._look = look
        self._most = most
        self._size = size
        self._dice = Randomness(b"keys", "keys")
        self.controller.dialogue = session.connect(self.controller, self._wait, self.controller.preferences)

    def play(self) -> None:
        """Play until the match is over or enough keys were pressed."""
        try:
            self._session.play_rounds()
        except Quit:
            assert len(self.keys) >= self._most

    def press(self, key: str, took_ms: int = LONG_AGO_MS) -> Frame:
        """Press a key this many milliseconds after the screen was drawn, and look at the screen."""
        self.keys.append(key)
        self.controller.press(key, took_ms)
        return self.see()

    def see(self) -> Frame:
        """Look at the screen."""
        frame = self.controller.compose(*self._size)
        self._look(self.controller, frame)
        return frame

    def _wait(self, answers: SimpleQueue[Any], seconds: float | None) -> object:
        """Stand in for the clock: the person presses keys until there is an answer, or lets the time run out."""
        if seconds is not None and answers.empty():
            raise Empty
        self.see()
        before = len(self.keys)
        while answers.empty():
            if len(self.keys) >= self._most:
                self.controller.dialogue.put(Stop())
                break
            assert len(self.keys) - before < 30, (self.keys[-30:], self.text())
            for key in self._choose_keys():
                if answers.empty():
                    self.press(key)
        return answers.get()

    def text(self) -> str:
        """The screen as text."""
        return "\n".join(line.plain for line in self.controller.compose(*self._size).lines)

    def _choose_keys(self) -> Iterator[str]:
        """The keys of one choice, among those that the screen shows."""
        controller, builder = self.controller, self.controller.builder
        if controller.sheet is not None or not builder.is_live:
            yield "enter"
            return
        family = self._session.game.facts.texts
        offers = list_offers(builder, controller.letters, family, controller.texts)
        ways = [offer.key for offer in offers if offer.key != "esc"]
        if not builder.asked:
            ways += [str(option.number) for option in builder.options if option.number is not None]
            ways += [str(number) for each in builder.ranges for number in each.numbers]
        key = "enter" if "enter" in ways and self._dice.below(2) else self._dice.choice(ways)
        yield from key if key.isdigit() else [key]
        if controller.typed:
            yield "enter"


class HintFollower(KeyPlayer):
    """Gets any legal move as a hint and presses Enter where the cursor then stands, until the move is made. ``hints``
    are the moves, each with what the screen says about it."""

    def __init__(self, session: FullScreenSession, most: int = 10_000) -> None:
        super().__init__(session, most=most)
        self.hints: list[tuple[str, str]] = []
        self.controller.preferences.is_manual = True

    def _choose_keys(self) -> Iterator[str]:
        controller, view = self.controller, self._session.view
        if controller.sheet is None and controller.builder.is_live:
            if not controller.builder.is_begun:
                move = self._dice.choice([text for form in view.moves for text in form.texts()])
                controller.show_hint(Advice(move, Message("page.sure")))
                self.hints.append((move, controller.notice))
            move, _ = self.hints[-1]
            controller.show_hint(Advice(move, Message("page.sure")))
            if controller.builder.ranges:  # a number to guess stands nowhere
                yield from move.split()[-1]
        yield "enter"


class CallingPlayer(KeyPlayer):
    """Calls when a sensible bot at its seat would, and waits while others are on turn."""

    def __init__(self, session: FullScreenSession) -> None:
        super().__init__(session)
        self._bot = seat_bot(session.game, session.seat, "sensible", b"a person")
        self._seen = 0

    def _wait(self, answers: SimpleQueue[Any], seconds: float | None) -> object:
        """Call if the bot would in time; otherwise let the time run out, or move."""
        question = self.controller.question
        if question is not None and question.calls:
            new, self._seen = self._session.shown[self._seen :], len(self._session.shown)
            self._bot.see(new)
            call = self._bot.call(self._session.view)
            if call is not None and (seconds is None or call.delay_ms < 1_000 * seconds):
                self.press(self.controller.letters[call.word], call.delay_ms)
        return super()._wait(answers, seconds)
