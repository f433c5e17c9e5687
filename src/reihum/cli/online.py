"""A table on a server, in the terminal: the same drawing, menu and questions as at home, and people who come and go."""

from __future__ import annotations

from msgspec import Struct

from reihum.cli.faces import FaceTexts
from reihum.cli.inbox import Changed, Inbox
from reihum.cli.menu import menu
from reihum.cli.questions import Questions, Quit
from reihum.cli.stage import Stage
from reihum.client import Back, Client, Declined, Lost, Table
from reihum.engine import Game
from reihum.games.registry import facts_of
from reihum.matches import MatchView
from reihum.messages import Message
from reihum.protocol.answers import Closing
from reihum.tables import commands, updates
from reihum.tables.updates import Dismissed, Lobby, Snapshot, Update
from reihum.texts import Texts


class Next(Struct, frozen=True):
    """Where the same people go on."""

    table: str
    key: str


class Online:
    """Plays at a table until its end, until the person quits, or until the others go on elsewhere."""

    def __init__(self, screen: Inbox, table: Table) -> None:
        self.screen = screen
        self.hurried = False
        self.texts: Texts = FaceTexts(screen.texts.language, names=self._name)
        self._table = table
        self._client: Client = table.client
        self._stage = Stage(screen, self.texts, self.game.facts.texts)
        self._questions = Questions(self)
        self._told: object = None
        screen.happened = self._happened

    # --- what questions are about ---

    @property
    def lobby(self) -> Lobby:
        """The table apart from the cards."""
        assert self._client.lobby is not None
        return self._client.lobby

    @property
    def game(self) -> Game:
        """What is played."""
        settings = self.lobby.settings
        return facts_of(settings.game).by_rules(self.lobby.rules).settled(settings.seats, settings.options)

    @property
    def seen(self) -> MatchView:
        """What the person may know."""
        assert self._client.view is not None
        return self._client.view

    def check(self, move: str) -> None:
        """Refuse a move that does not go; the server knows."""
        reason = self._table.why(move)
        if reason is not None:
            raise Declined(reason.key.removeprefix("error."), reason)

    def why_not(self, card_or_move: str) -> Message | None:
        """Why a card or a move does not go now; None if it does."""
        return self._table.why(card_or_move)

    def show(self) -> None:
        """The table."""
        self._stage.show(self.seen)

    def hurry(self) -> None:
        """Ask nothing until it is the person's turn."""
        self.hurried = True

    def prompt(self) -> None:
        """What the person is asked for."""
        self._stage.prompt(self.seen.view)

    def _name(self, seat: int) -> str | None:
        found = self.lobby.seats[seat]
        return found.name or (self.screen.text("cli.online.bot", number=seat + 1) if found.level else None)

    # --- play ---

    def run(self) -> Next | None:
        """Everything, until there is nothing more to do here."""
        while self.lobby.next == "" and not self.lobby.closed:
            try:
                self.screen.catch_up()
                self._moment()
            except Changed:
                continue
            except Declined as refused:
                self._questions.refuse(refused, "")
        return Next(self.lobby.next, self.lobby.next_key) if self.lobby.next else None

    def _moment(self) -> None:
        """Whatever is to be done now."""
        if self._client.view is None:
            self._before()
        elif self.seen.view.outcome is not None:
            self._after()
        elif self._client.my_turn or (self._client.seat is not None and self.seen.view.calls and not self.hurried):
            self._act()
        else:
            self._stage.tell()
            self._listen()

    def _before(self) -> None:
        """The match has not begun."""
        self._tell_who()
        if self._client.seat is None:
            self._listen()
            return
        self._questions.pause("cli.online.start")
        self._table.do(commands.Start, fill=self._usual_level())

    def _act(self) -> None:
        """The person's turn, or a moment in which one may call."""
        self.hurried = False
        self.show()
        view = self.seen.view
        if view.calls:
            answer, _ = self._questions.reaction(menu(view.moves), view.calls)
        else:
            answer = self._questions.move(menu(view.moves))
        if answer:
            self._table.move(answer)
            self.screen.catch_up()
        elif view.calls and self.lobby.settings.calm:
            self._table.do(commands.Quiet)
        else:
            self._listen()

    def _after(self) -> None:
        """A round, or the match, is over."""
        if self._told is not self.seen:
            self._told = self.seen
            self._stage.finish(self.seen)
        if self._client.seat is None:
            self._listen()
        elif self.seen.outcome is None:
            self._questions.pause("cli.play.next-round")
            self._table.do(commands.Next)
        else:
            self._questions.pause("cli.online.again")
            self._table.do(commands.Rematch)

    def _listen(self) -> None:
        """Wait for the others; what is typed meanwhile is a word for the command, not a move."""
        line = self.screen.wait()
        if line is None:
            raise Quit(ended=True)
        self._questions.command(line)

    def _usual_level(self) -> str:
        levels = self.lobby.levels
        return "sensible" if "sensible" in levels else levels[-1]

    # --- what happens meanwhile ---

    def _happened(self, happening: object) -> bool:
        """Take note of something; whether the question that is being asked still stands."""
        if isinstance(happening, Update):
            self._stage.log.add(happening.shown)
            self._say(happening.what)
            return happening.view is None and happening.lobby is None
        if isinstance(happening, Lost):
            self.screen.say("cli.online.lost", style="yellow")
        elif isinstance(happening, Back):
            self.screen.say("cli.online.back", style="green")
        elif isinstance(happening, Closing):
            self.screen.say("cli.online.closing", style="yellow")
        elif isinstance(happening, Dismissed) or happening is None:
            self.screen.say("cli.online.dismissed", style="yellow")
            raise Quit
        return not isinstance(happening, Snapshot)

    def _say(self, what: updates.What) -> None:
        """Tell what people do, and what a deal is committed to."""
        people = self.lobby.people
        match what:
            case updates.Joined(name=name) | updates.Seated(name=name):
                self.screen.say(f"cli.online.{what.__struct_config__.tag}", name=name)
            case updates.StoodIn(seat=seat) | updates.Returned(seat=seat):
                self.screen.say(f"cli.online.{what.__struct_config__.tag}", name=self.texts.player(seat))
            case updates.Said(person=person, phrase=phrase, words=words):
                said = self.screen.text(f"phrase.{phrase}") if phrase else words
                self.screen.say("cli.online.said", name=people.get(person, "–"), words=said)
            case updates.Promised(commitment=value):
                self.screen.say("cli.proof.commitment", value=value, style="dim", whole=True)
            case updates.Played(secret=value) if value:
                self.screen.say("cli.proof.secret", value=value, style="dim", whole=True)
            case _:
                pass

    def _tell_who(self) -> None:
        """Who sits where, while the match has not begun."""
        for number, seat in enumerate(self.lobby.seats):
            who = self.screen.text("cli.online.free") if seat.free else self.texts.player(number)
            self.screen.say("cli.online.seat", number=number + 1, who=who)
