"""A match at the terminal: a person at one seat, bots at the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from rich.console import RenderableType
from rich.rule import Rule

from reihum.bots import Bot, Call, seat_bots, show
from reihum.bots.play import Reaction
from reihum.cli.arbiter import drawn, settled
from reihum.cli.choices import draw_menu
from reihum.cli.faces import FaceTexts, painted
from reihum.cli.log import Log
from reihum.cli.menu import Menu, menu
from reihum.cli.questions import Questions, Quit
from reihum.cli.scores import round_end, score_sheet, standings
from reihum.cli.screen import Screen
from reihum.cli.table import draw, height
from reihum.games import State, View
from reihum.matches import Match, Recorder, commitment

RULE_AND_PROMPTS = 4
"""Lines for the title, the question, the calls and the answer."""

__all__ = ["Quit", "Session", "Sitting"]


class Sitting(Struct, frozen=True):
    """Who sits where: the person's seat, the bots' names by seat, and how much later bots react."""

    seat: int
    bots: tuple[str, ...]
    names: tuple[str, ...]
    handicap: int = 0


class Session:
    """Plays a match to its end, or until the person quits."""

    def __init__(
        self,
        screen: Screen,
        recorder: Recorder,
        sitting: Sitting,
        seed: bytes,
        fresh: Callable[[], bytes | None],
    ) -> None:
        self.screen = screen
        self.texts = FaceTexts(screen.texts.language, names=dict(enumerate(sitting.names)).get)
        self.recorder = recorder
        self.sitting = sitting
        self._seed = seed
        self._fresh = fresh
        self._log = Log(self.match.game.facts.texts)
        self._bots: list[Bot] = []
        self._questions = Questions(self)
        self.hurried = False

    def hurry(self) -> None:
        """Ask the person nothing until it is their turn."""
        self.hurried = True

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.recorder.match

    @property
    def state(self) -> State:
        """The round as it stands."""
        return self.match.state

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.sitting.seat

    def run(self, before: Sequence[State] = ()) -> None:
        """All rounds; ``before`` are the states of this one that have been played already."""
        while True:
            self._begin()
            for state in before:
                show(state, self._bots)
            before = ()
            while self.state.outcome is None:
                if self.state.game.grammar.calls:
                    self._moment()
                else:
                    self._turn()
            self._finish_round()
            if self.match.outcome is not None:
                return
            self._questions.pause("cli.play.next-round")
            self.recorder.next_round(secret=self._fresh())

    # --- a round ---

    def _begin(self) -> None:
        match = self.match
        seed = self._seed + match.round.to_bytes(4, "big")
        everybody = seat_bots(match.game, self.sitting.bots, seed)
        self._bots = [bot for bot in everybody if bot.seat != self.seat]
        self._log.clear()
        self._log.add(self.state.events(self.seat))
        if match.secret is not None:
            self.screen.say("cli.proof.commitment", value=commitment(match.secret), style="dim", whole=True)

    def _turn(self) -> None:
        """One move. Where several choose at the same time, the person comes last and sees the result at once."""
        waiting = [seat for seat in self.state.to_act if seat != self.seat]
        if waiting:
            self._bot_moves(waiting[0])
        else:
            self.show()
            self.play(self.seat, self._questions.move(menu(self.view.moves)))

    def _moment(self) -> None:
        """In a game with calls: everybody has seen the same thing; who calls first, or does nobody?"""
        made = drawn(self.state, self._bots, self.sitting.handicap)
        if self.seat in self.state.to_act:
            for seat in self.state.to_act:
                if seat != self.seat and self.state.view(seat).moves:
                    self._bot_moves(seat)
        if self.hurried and self.seat not in self.state.to_act:
            answer, delay = "", 0
        else:
            self.hurried = False
            self.show()
            answer, delay = self._questions.reaction(menu(self.view.moves), self.view.calls)
        called = answer in self.view.calls
        if called:
            made.append((Call(answer, delay), self.seat))
        if self._settled(made, called):
            return
        if called:
            self._refused(answer)
        elif answer:
            self.play(self.seat, answer)
        elif others := [seat for seat in self.state.to_act if seat != self.seat]:
            self._bot_moves(others[0])

    def _settled(self, made: Sequence[Reaction], called: bool) -> bool:
        """Whether somebody's call had an effect; if so it is played."""
        verdict = settled(self.state, made)
        if verdict is None:
            return False
        if called and verdict.seat is not None and len(made) > 1:
            own, quicker = verdict.delay(self.seat), verdict.delay(verdict.seat)
            key = "cli.play.quickest" if verdict.seat == self.seat else "cli.play.slower"
            self.screen.say(key, name=self.texts.player(verdict.seat), quicker=quicker, own=own)
        self.play(verdict.seat, verdict.move, verdict.inputs)
        return True

    def _refused(self, call: str) -> None:
        """A call without any effect: nothing happens, and it says so."""
        self.screen.say("cli.play.no-effect", word=call, style="yellow")

    def _bot_moves(self, seat: int) -> None:
        view = self.state.view(seat)
        bot = next(bot for bot in self._bots if bot.seat == seat)
        self.play(seat, bot.choose(view) if view.moves else str(self.state.legal(seat)[0]))

    def play(self, seat: int | None, move: str, verdict: dict[str, object] | None = None) -> None:
        """Play and record a move, and tell everybody what it showed."""
        self.recorder.play(seat, move, verdict)
        show(self.state, self._bots)
        self._log.add(self.state.events(self.seat))

    # --- what is shown ---

    @property
    def view(self) -> View:
        """What the person may know."""
        return self.state.view(self.seat)

    def show(self) -> None:
        """What has happened, and the table."""
        title = self.texts.text(f"{self.match.game.id}.name")
        if self.match.rounds != 1:
            title = self.texts.text("cli.play.title", name=title, round=self.match.round + 1)
        self.screen.print(Rule(title, style="dim"))
        self._tell()
        self.screen.print(*self._drawn())
        self._log.clear()

    def _drawn(self) -> list[RenderableType]:
        """The table, briefly if it would not fit the screen with what is told above and asked below it."""
        view, out = self.view, self.screen.out
        lines = list(draw(view, self.texts, out.width, self._log.new))
        asked = list(draw_menu(menu(view.moves), self.match.game.facts.texts, self.texts, out.width))
        around = RULE_AND_PROMPTS + len(list(self._log.lines(self.texts))) + len(asked)
        if height(view, lines) + around <= out.height:
            return lines
        return list(draw(view, self.texts, out.width, self._log.new, brief=True))

    def _tell(self) -> None:
        for sentence in self._log.lines(self.texts):
            self.screen.print(painted(sentence))

    def prompt(self, choices: Menu) -> None:
        """What the person is asked for."""
        self.screen.print(painted(self.texts.message(self.view.prompt), style="bold"))

    def _finish_round(self) -> None:
        self.show()
        self.screen.print(*round_end(self.match, self.texts))
        self.screen.print(score_sheet(self.match, self.texts))
        family = self.match.game.facts.texts
        if self.match.outcome is not None:
            self.screen.print(*standings(self.match.outcome, self.texts, family))
        if self.match.secret is not None:
            self.screen.say("cli.proof.commitment", value=commitment(self.match.secret), style="dim", whole=True)
            self.screen.say("cli.proof.secret", value=self.match.secret.hex(), style="dim", whole=True)
