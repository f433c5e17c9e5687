"""A match in the terminal: a person at one seat, bots at the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from rich.text import Text

from reihum.arena.players import STAND_IN, seat_players, tell_outcome
from reihum.bots import Bot, show_events
from reihum.bots.errors import BotFault, locate_fault
from reihum.bots.play import collect_calls, move_bot
from reihum.cli.card_symbols import SymbolTexts
from reihum.cli.match_display import MatchDisplay
from reihum.cli.menu import find_routine_move, make_menu
from reihum.cli.players import Players
from reihum.cli.prompts import Prompts
from reihum.cli.screen import Screen
from reihum.engine import Game, State, View
from reihum.matches import Match, MatchView, Recorder, commitment
from reihum.matches.verdicts import CALL_PAUSE_MS, WINDOW_MS, CallMade, Reaction, inputs, verdict
from reihum.messages import Message
from reihum.texts import Texts


class Session:
    """Plays a match until it ends or the person quits. ``make_secret`` makes the secrets of further rounds; ``save`` is
    called after every move; ``react`` gives the bots' calls with their reaction times; ``shows_proof`` prints the
    commitment and the secret of every deal."""

    fills_terminal = False
    """Whether it is shown on the full screen."""
    wants_rematch = False
    """Whether the person wants another match with the same players."""

    def __init__(
        self,
        screen: Screen,
        recorder: Recorder,
        players: Players,
        seed: bytes,
        make_secret: Callable[[], bytes | None],
        save: Callable[[], None] = lambda: None,
        react: Callable[[State, Sequence[Bot], int], list[CallMade]] = collect_calls,
        *,
        shows_proof: bool = False,
    ) -> None:
        self.screen = screen
        self.texts: Texts = SymbolTexts(screen.texts.language, names=dict(enumerate(players.names)).get)
        self.recorder = recorder
        self.players = players
        self._seed = seed
        self._make_secret = make_secret
        self.save = save
        self._bots_react = react
        self._shows_proof = shows_proof
        self._display = MatchDisplay(screen, self.texts, self.game.facts.texts)
        self._bots: list[Bot] = []
        self._moves: list[str] = []
        self._prompts = Prompts(self)
        self.is_hurried = False

    def hurry(self) -> None:
        """Skip all questions until it is the person's turn."""
        self.is_hurried = True

    @property
    def match(self) -> Match:
        """The match now."""
        return self.recorder.match

    @property
    def state(self) -> State:
        """The state of the round."""
        return self.match.state

    @property
    def game(self) -> Game:
        """The game."""
        return self.match.game

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.players.seat

    def check(self, move: str) -> None:
        """Raise an error if the move is not legal."""
        self.state.play(self.seat, move)

    def why_not(self, card_or_move: str) -> Message | None:
        """The reason why a card or a move is not playable now; None if it is."""
        return self.state.why_not(self.seat, card_or_move)

    def run(self, before: Sequence[State] = ()) -> None:
        """Play all rounds; ``before`` are the earlier states of a round that goes on."""
        while True:
            with self._seat_bots() as self._bots:
                self._begin()
                try:
                    for state in before:
                        show_events(state, self._bots)
                    self._play_round()
                except BotFault as fault:
                    raise locate_fault(fault, self._moves) from fault.__cause__
            before = ()
            self._finish_round()
            if self.match.outcome is not None:
                return
            self._wait_for_next_round()
            self.recorder.next_round(secret=self._make_secret())
            self.save()

    # --- a round ---

    @contextmanager
    def _seat_bots(self) -> Iterator[list[Bot]]:
        """The bots of one round. The one at the person's seat only fills the place."""
        names = [STAND_IN if seat == self.seat else name for seat, name in enumerate(self.players.bots)]
        with seat_players(self.match.game, names, self._seed + self.match.round.to_bytes(4, "big")) as everybody:
            yield [bot for bot in everybody if bot.seat != self.seat]

    def _play_round(self) -> None:
        while self.state.outcome is None:
            if self.state.game.grammar.calls:
                self._react()
            else:
                self._turn()
            self.save()
        tell_outcome(self._bots, self.state.outcome)

    def _begin(self) -> None:
        match = self.match
        self._moves.clear()
        self._display.log.clear()
        self._display.log.add(self.state.events(self.seat))
        if match.secret is not None and self._shows_proof:
            self.screen.say("cli.proof.commitment", value=commitment(match.secret), style="dim", whole=True)

    def _turn(self) -> None:
        """One move. If several choose at the same time, the person comes last and sees the result at once."""
        waiting = [seat for seat in self.state.to_act if seat != self.seat]
        if waiting:
            self._move_bot(waiting[0])
        else:
            self.play(self.seat, self._ask_move())

    def _react(self) -> None:
        """In a game with calls: ask who reacts to what everybody has just seen, and who is first."""
        made = self._bots_react(self.state, self._bots, self.players.handicap_ms)
        if self.seat in self.state.to_act:
            for seat in self.state.to_act:
                if seat != self.seat and self.state.view(seat).moves:
                    self._move_bot(seat)
        answer, took_ms = self._ask_reaction(made)
        called = answer in self.view.calls
        if called:
            made.append(CallMade(self.seat, answer, Reaction(took_ms)))
        if self._play_calls(made, called):
            return
        if called:
            self._print_no_effect(answer)
        elif answer:
            self.play(self.seat, answer)
        elif others := [seat for seat in self.state.to_act if seat != self.seat]:
            self._move_bot(others[0])

    # --- the person ---

    def _ask_move(self) -> str:
        """Ask the person for a move, unless it is not a decision."""
        if routine := find_routine_move(self.view):
            return routine
        self.show()
        return self._prompts.ask_move(make_menu(self.view.moves))

    def _ask_reaction(self, made: Sequence[CallMade]) -> tuple[str, int]:
        """Ask the person for a call, a move or nothing; return it with the milliseconds it took. ``made`` are the calls
        of the bots, which count later. Out of turn, silence needs no key; a person who is out does not wait."""
        if self.seat in self.state.to_act:
            self.is_hurried = False
            self.show()
            return self._prompts.ask_reaction(make_menu(self.view.moves), self.view.calls)
        if self.is_hurried or not self.state.legal(self.seat):
            return "", 0
        self._display.show_open_cards(self.seen)
        return self._prompts.ask_call(self.view.calls, self._find_window_ms(made) / 1_000)

    def _find_window_ms(self, made: Sequence[CallMade]) -> int:
        """For how long the person may call: until the bots go on, or shortly after a call that counts."""
        if not verdict(self.state, made):
            return CALL_PAUSE_MS
        return WINDOW_MS + min(call.reaction.elapsed_ms for call in made if call.reaction)

    def _wait_for_next_round(self) -> None:
        """Wait until the person wants to go on."""
        self._prompts.wait_for_enter("cli.play.next-round")

    def _play_calls(self, made: Sequence[CallMade], called: bool) -> bool:
        """Play the call that counts; return whether there was one."""
        moves = verdict(self.state, made)
        if not moves:
            return False
        quickest = moves[0][0]
        if called and quickest is not None and len(made) > 1:
            own, quicker = _reaction_ms(made, self.seat), _reaction_ms(made, quickest)
            if quickest != self.seat and own < quicker:
                self._print_no_effect(next(call.word for call in made if call.seat == self.seat))
            else:
                key = "cli.play.quickest" if quickest == self.seat else "cli.play.slower"
                self.screen.say(key, name=self.texts.player(quickest), quicker=quicker, own=own)
        for number, (seat, move) in enumerate(moves):
            self.play(seat, move, None if number else inputs(made))
        self._show_calls()
        return True

    def _show_calls(self) -> None:
        """Show what calls led to. A call about the card before comes too late now."""
        if not self.is_hurried and self.state.legal(self.seat):
            self._display.show_open_cards(self.seen)
            self.screen.pause(CALL_PAUSE_MS / 1_000)

    def _print_no_effect(self, call: str) -> None:
        """Tell the person that the call had no effect."""
        self.screen.say("cli.play.no-effect", word=call, style="yellow")

    def _move_bot(self, seat: int) -> None:
        view = self.state.view(seat)
        bot = next(bot for bot in self._bots if bot.seat == seat)
        self.play(seat, move_bot(bot, self.state)[0] if view.moves else str(self.state.legal(seat)[0]))

    def play(self, seat: int | None, move: str, verdict: dict[str, object] | None = None) -> None:
        """Play and record a move, and show it to everybody."""
        self.recorder.play(seat, move, verdict)
        self._moves.append(move)
        show_events(self.state, self._bots)
        self._display.log.add(self.state.events(self.seat))

    # --- what the person sees ---

    @property
    def view(self) -> View:
        """What the person sees of the round."""
        return self.state.view(self.seat)

    @property
    def seen(self) -> MatchView:
        """What the person sees of the match."""
        return self.match.view(self.seat)

    def show(self) -> None:
        """Show what has happened, and the table."""
        self._display.show(self.seen)

    def draw_log(self) -> Iterable[Text]:
        """Draw everything that has happened since the person's last turn."""
        return self._display.draw_whole_log()

    def prompt(self) -> None:
        """Print what the person is asked for, and the moves there are."""
        self._display.prompt(self.view)

    def _show_result(self) -> None:
        """Show how the round ended."""
        self._display.show_result(self.seen)

    def _finish_round(self) -> None:
        self._show_result()
        if self.match.secret is not None and self._shows_proof:
            self.screen.say("cli.proof.commitment", value=commitment(self.match.secret), style="dim", whole=True)
            self.screen.say("cli.proof.secret", value=self.match.secret.hex(), style="dim", whole=True)


def _reaction_ms(made: Sequence[CallMade], seat: int) -> int:
    """The milliseconds that a seat took to call."""
    return next(call.reaction.elapsed_ms for call in made if call.seat == seat and call.reaction)
