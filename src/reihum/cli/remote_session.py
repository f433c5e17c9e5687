"""A match at a table on a server, with the same display and questions as a match against bots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from rich.text import Text

from reihum.cli.card_symbols import SymbolTexts
from reihum.cli.live_screen import LiveScreen, QuestionOutdated
from reihum.cli.match_display import MatchDisplay
from reihum.cli.menu import find_routine_move, make_menu
from reihum.cli.prompts import Prompts, Quit
from reihum.cli.screen import Screen
from reihum.client import Back, BlockingClient, Client, Declined, Lost
from reihum.engine import Game
from reihum.matches import MatchView
from reihum.messages import Message
from reihum.protocol.answers import Closing
from reihum.tables import commands, updates
from reihum.tables.seats import Takeover
from reihum.tables.updates import Dismissed, Lobby, Snapshot, Update
from reihum.texts import Texts


class NextTable(Struct, frozen=True):
    """The table where the same people go on."""

    table: str
    key: str


class Dismissal(Quit):
    """The person is not at the table any more."""


class RemoteSession:
    """Plays at a table until it closes, the person quits, or the others go on at another table."""

    fills_terminal = False
    """Whether it is shown on the full screen."""

    def __init__(self, screen: LiveScreen, table: BlockingClient, *, shows_proof: bool = False) -> None:
        self.screen: Screen = screen
        self._live = screen
        self._shows_proof = shows_proof
        self.is_hurried = False
        self.texts: Texts = SymbolTexts(screen.texts.language, names=self._name)
        self._table = table
        self._client: Client = table.client
        self._display = MatchDisplay(screen, self.texts, self.game.facts.texts)
        self._prompts = Prompts(self)
        self._shown_result: object = None
        self._asked_about: object = None
        screen.on_event = self._handle_event

    # --- the match, for the prompts ---

    @property
    def lobby(self) -> Lobby:
        """The table without the cards: people, seats, settings."""
        assert self._client.lobby is not None
        return self._client.lobby

    @property
    def game(self) -> Game:
        """The game."""
        return self.lobby.settings.check(self.lobby.rules)

    @property
    def seen(self) -> MatchView:
        """What the person sees of the match."""
        assert self._client.view is not None
        return self._client.view

    def check(self, move: str) -> None:
        """Raise an error if the server says that the move is not legal."""
        reason = self._table.why(move)
        if reason is not None:
            raise Declined(reason.key.removeprefix("error."), reason)

    def why_not(self, card_or_move: str) -> Message | None:
        """The reason why a card or a move is not playable now; None if it is."""
        return self._table.why(card_or_move)

    def show(self) -> None:
        """Show the table."""
        self._display.show(self.seen)

    def hurry(self) -> None:
        """Skip all questions until it is the person's turn."""
        self.is_hurried = True

    def draw_log(self) -> Iterable[Text]:
        """Draw everything that has happened since the person's last turn."""
        return self._display.draw_whole_log()

    def prompt(self) -> None:
        """Print what the person is asked for, and the moves there are."""
        self._display.prompt(self.seen.view)

    def _name(self, seat: int) -> str | None:
        found = self.lobby.seats[seat]
        return found.name or (self.screen.text("cli.online.bot", number=seat + 1) if found.level else None)

    # --- play ---

    def run(self) -> NextTable | None:
        """Play until the table closes; return the next table, if there is one."""
        self._play_table()
        if self.lobby.closed:
            self.screen.say("page.closed", style="yellow")
        return NextTable(self.lobby.next, self.lobby.next_key) if self.lobby.next else None

    def _play_table(self) -> None:
        self.play_rounds()

    def play_rounds(self) -> None:
        """Play until the table closes or another one follows."""
        while self.lobby.next == "" and not self.lobby.closed:
            try:
                self._take_events()
                self._continue()
            except QuestionOutdated:
                continue
            except Declined as refused:
                self._tell_refusal(refused)

    def _take_events(self) -> None:
        self._live.take_events()

    def _tell_refusal(self, refused: Declined) -> None:
        self._prompts.print_refusal(refused, "")

    def _do(self, kind: type[commands.Command], **what: Any) -> None:
        """Give a command."""
        self._table.do(kind, **what)

    def _continue(self) -> None:
        """Do what the state of the table asks for."""
        if (asked := self._find_question()) is not None:
            self._do(commands.Agree, seat=asked.seat, agree=self._ask_consent(asked))
        elif self._client.view is None:
            self._start_match()
        elif self.seen.view.outcome is not None:
            self._go_on()
        elif self._client.my_turn or (self._client.seat is not None and self.seen.view.calls and not self.is_hurried):
            self._ask_person()
        else:
            self._wait_for_turn()

    def _find_question(self) -> Takeover | None:
        """The first request for a bot's seat that the person has not answered."""
        if self._client.seat is None:
            return None
        return next((asked for asked in self.lobby.takeovers if self._client.you not in asked.answers), None)

    def _start_match(self) -> None:
        """Show the seats, and start the match when the person says so."""
        self._show_seats()
        if self._client.seat is None:
            self._wait()
            return
        self._ask_start()
        try:
            self._do(commands.Start, fill=self._default_level())
        except Declined as refused:
            if refused.code != "youngest":
                raise
            self._do(commands.Start, fill=self._default_level(), youngest=self._ask_youngest())

    def _ask_person(self) -> None:
        """Ask the person for a move or a call."""
        self.is_hurried = False
        view = self.seen.view
        if (routine := find_routine_move(view)) and self.seen is not self._asked_about:
            self._asked_about = self.seen  # if the server refuses the move, the person is asked
            self._table.move(routine)
            self._take_events()
            return
        self.show()
        if view.calls:
            answer, _ = self._prompts.ask_reaction(make_menu(view.moves), view.calls)
        else:
            answer = self._prompts.ask_move(make_menu(view.moves))
        if answer:
            self._table.move(answer)
            self._take_events()
        elif view.calls and self.lobby.settings.calm:
            self._do(commands.Quiet)
        else:
            self._wait()

    def _go_on(self) -> None:
        """Show the result, and ask for the next round or match."""
        if self._shown_result is not self.seen:
            self._shown_result = self.seen
            self._show_result()
        if self._client.seat is None:
            self._wait()
        elif self.seen.outcome is None:
            self._ask_next_round()
            self._do(commands.Next)
        else:
            self._ask_rematch()
            self._do(commands.Rematch)

    # --- what the person is asked ---

    def _ask_consent(self, _: Takeover) -> bool:
        return self._prompts.ask_consent("cli.online.asked.agree")

    def _ask_start(self) -> None:
        self._prompts.wait_for_enter("cli.online.start")

    def _ask_youngest(self) -> int:
        return self._prompts.ask_seat("cli.online.youngest")

    def _ask_next_round(self) -> None:
        self._prompts.wait_for_enter("cli.play.next-round")

    def _ask_rematch(self) -> None:
        self._prompts.wait_for_enter("cli.online.again")

    def _show_result(self) -> None:
        self._display.show_result(self.seen)

    def _wait_for_turn(self) -> None:
        """Tell what has happened, and wait for the others."""
        self._display.print_events()
        self._wait()

    def _wait(self) -> None:
        """Wait for the others; a line that is typed meanwhile is a command, not a move."""
        line = self._live.wait_for_line()
        if line is None:
            raise Quit(ended=True)
        self._prompts.run_command(line)

    def _default_level(self) -> str:
        levels = self.lobby.levels
        return "sensible" if "sensible" in levels else levels[-1]

    # --- events ---

    def _handle_event(self, event: object) -> bool:
        """Handle an event; return whether the open question still stands."""
        if isinstance(event, Update):
            self._show_update(event)
            self._print_update(event.what)
            return event.view is None and event.lobby is None
        if isinstance(event, Lost):
            self.screen.say("cli.online.lost", style="yellow")
        elif isinstance(event, Back):
            self.screen.say("cli.online.back", style="green")
        elif isinstance(event, Closing):
            self.screen.say("cli.online.closing", style="yellow")
        elif isinstance(event, Dismissed) or event is None:
            raise Dismissal
        return not isinstance(event, Snapshot)

    def _show_update(self, event: Update) -> None:
        """Keep what has happened until it is told."""
        self._display.log.add(event.shown)

    def _print_update(self, what: updates.Occurrence) -> None:
        """Print what people do, and if wanted the commitment and secret of a deal."""
        people = self.lobby.people
        match what:
            case updates.Joined(name=name) | updates.Seated(name=name):
                self.screen.say(f"cli.online.{what.__struct_config__.tag}", name=name)
            case updates.Asked(person=self._client.you, seat=seat):
                self.screen.say("cli.online.asked.waiting", player=self.texts.player(seat))
            case updates.Asked(name=name, seat=seat):
                self.screen.say("cli.online.asked", name=name, player=self.texts.player(seat))
            case updates.StoodIn(seat=seat) | updates.Returned(seat=seat):
                self.screen.say(f"cli.online.{what.__struct_config__.tag}", name=self.texts.player(seat))
            case updates.Said(person=person, phrase=phrase, words=words):
                said = self.screen.text(f"phrase.{phrase}") if phrase else words
                self.screen.say("cli.online.said", name=people.get(person, "–"), words=said)
            case updates.Promised(commitment=value) if self._shows_proof:
                self.screen.say("cli.proof.commitment", value=value, style="dim", whole=True)
            case updates.Played(secret=value) if value and self._shows_proof:
                self.screen.say("cli.proof.secret", value=value, style="dim", whole=True)
            case _:
                pass

    def _show_seats(self) -> None:
        """Show who sits where."""
        self.screen.print(*self._describe_seats())

    def _describe_seats(self) -> Iterator[str]:
        for number, seat in enumerate(self.lobby.seats):
            who = self.screen.text("cli.online.free") if seat.free else self.texts.player(number)
            who = self.screen.text("cli.table.you", name=who) if number == self._client.seat else who
            yield self.screen.text("cli.online.seat", number=number + 1, who=who)
