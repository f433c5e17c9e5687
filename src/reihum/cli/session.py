"""A match at the terminal: a person at one seat, bots at the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from reihum.arena.players import STAND_IN, finish, seated
from reihum.bots import Bot, show
from reihum.bots.play import reactions
from reihum.cli.faces import FaceTexts
from reihum.cli.menu import menu
from reihum.cli.questions import Questions, Quit
from reihum.cli.screen import Screen
from reihum.cli.stage import Stage
from reihum.engine import Game, State, View
from reihum.matches import Match, MatchView, Recorder, commitment
from reihum.matches.verdicts import CallMade, Reaction, inputs, verdict
from reihum.messages import Message
from reihum.texts import Texts

__all__ = ["Quit", "Session", "Sitting"]


class Sitting(Struct, frozen=True):
    """Who sits where: the person's seat, the bots' names by seat, and how much later bots react."""

    seat: int
    bots: tuple[str, ...]
    names: tuple[str, ...]
    handicap_ms: int = 0


class Session:
    """Plays a match to its end, or until the person quits. ``fresh`` makes the secrets of further rounds; ``keep`` is
    called whenever something has been played."""

    def __init__(
        self,
        screen: Screen,
        recorder: Recorder,
        sitting: Sitting,
        seed: bytes,
        fresh: Callable[[], bytes | None],
        keep: Callable[[], None] = lambda: None,
    ) -> None:
        self.screen = screen
        self.texts: Texts = FaceTexts(screen.texts.language, names=dict(enumerate(sitting.names)).get)
        self.recorder = recorder
        self.sitting = sitting
        self._seed = seed
        self._fresh = fresh
        self.keep = keep
        self._stage = Stage(screen, self.texts, self.game.facts.texts)
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
    def game(self) -> Game:
        """What is played."""
        return self.match.game

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.sitting.seat

    def check(self, move: str) -> None:
        """Refuse a move that does not go."""
        self.state.play(self.seat, move)

    def why_not(self, card_or_move: str) -> Message | None:
        """Why a card or a move does not go now; None if it does."""
        return self.state.why_not(self.seat, card_or_move)

    def run(self, before: Sequence[State] = ()) -> None:
        """All rounds; ``before`` are the states of this one that have been played already."""
        while True:
            with self._seated() as self._bots:
                self._begin()
                for state in before:
                    show(state, self._bots)
                self._play_round()
            before = ()
            self._finish_round()
            if self.match.outcome is not None:
                return
            self._questions.pause("cli.play.next-round")
            self.recorder.next_round(secret=self._fresh())
            self.keep()

    # --- a round ---

    @contextmanager
    def _seated(self) -> Iterator[list[Bot]]:
        """The others, for one round; whoever stands in at the person's own seat has nothing to do."""
        names = [STAND_IN if seat == self.seat else name for seat, name in enumerate(self.sitting.bots)]
        with seated(self.match.game, names, self._seed + self.match.round.to_bytes(4, "big")) as everybody:
            yield [bot for bot in everybody if bot.seat != self.seat]

    def _play_round(self) -> None:
        while self.state.outcome is None:
            if self.state.game.grammar.calls:
                self._moment()
            else:
                self._turn()
            self.keep()
        finish(self._bots, self.state.outcome)

    def _begin(self) -> None:
        match = self.match
        self._stage.log.clear()
        self._stage.log.add(self.state.events(self.seat))
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
        made = reactions(self.state, self._bots, self.sitting.handicap_ms)
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
            made.append(CallMade(self.seat, answer, Reaction(delay)))
        if self._settled(made, called):
            return
        if called:
            self._refused(answer)
        elif answer:
            self.play(self.seat, answer)
        elif others := [seat for seat in self.state.to_act if seat != self.seat]:
            self._bot_moves(others[0])

    def _settled(self, made: Sequence[CallMade], called: bool) -> bool:
        """Whether somebody's call had an effect; if so it is played."""
        moves = verdict(self.state, made)
        if not moves:
            return False
        quickest = moves[0][0]
        if called and quickest is not None and len(made) > 1:
            own, quicker = _delay(made, self.seat), _delay(made, quickest)
            key = "cli.play.quickest" if quickest == self.seat else "cli.play.slower"
            self.screen.say(key, name=self.texts.player(quickest), quicker=quicker, own=own)
        for number, (seat, move) in enumerate(moves):
            self.play(seat, move, None if number else inputs(made))
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
        self._stage.log.add(self.state.events(self.seat))

    # --- what is shown ---

    @property
    def view(self) -> View:
        """What the person may know of the round."""
        return self.state.view(self.seat)

    @property
    def seen(self) -> MatchView:
        """What the person may know."""
        return self.match.view(self.seat)

    def show(self) -> None:
        """What has happened, and the table."""
        self._stage.show(self.seen)

    def prompt(self) -> None:
        """What the person is asked for."""
        self._stage.prompt(self.view)

    def _finish_round(self) -> None:
        self._stage.finish(self.seen)
        if self.match.secret is not None:
            self.screen.say("cli.proof.commitment", value=commitment(self.match.secret), style="dim", whole=True)
            self.screen.say("cli.proof.secret", value=self.match.secret.hex(), style="dim", whole=True)


def _delay(made: Sequence[CallMade], seat: int) -> int:
    """How long a seat took to call."""
    return next(call.reaction.elapsed for call in made if call.seat == seat and call.reaction)
