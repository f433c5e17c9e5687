"""What the person is asked, and the words that are understood at every prompt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rich.text import Text

from reihum.cli.choices import call_keys, draw_menu, in_notation, meant, move_label, verb_label
from reihum.cli.faces import painted, typed_card
from reihum.cli.menu import Item, Menu, step
from reihum.cli.rules import draw_notation, draw_rules, written
from reihum.cli.scores import score_sheet
from reihum.cli.screen import Screen
from reihum.engine import Game
from reihum.errors import ReihumError
from reihum.matches import MatchView
from reihum.messages import Message
from reihum.texts import Texts

COMMANDS = ("help", "rules", "score", "table", "hurry", "quit")


class Quit(Exception):
    """The person has had enough, or there is no more input (``ended``)."""

    def __init__(self, *, ended: bool = False) -> None:
        super().__init__()
        self.ended = ended


class Asking(Protocol):
    """What questions are about: somebody's match, here or at a table on a server."""

    hurried: bool

    @property
    def screen(self) -> Screen:
        """Where it is shown."""
        ...

    @property
    def texts(self) -> Texts:
        """The reader's language, with the names of the players."""
        ...

    @property
    def game(self) -> Game:
        """What is played."""
        ...

    @property
    def seen(self) -> MatchView:
        """What the person may know."""
        ...

    def check(self, move: str) -> None:
        """Refuse a move that does not go."""
        ...

    def why_not(self, card_or_move: str) -> Message | None:
        """Why a card or a move does not go now; None if it does."""
        ...

    def show(self) -> None:
        """Show the table."""
        ...

    def hurry(self) -> None:
        """Ask nothing until it is the person's turn."""
        ...

    def prompt(self) -> None:
        """Say what is asked for."""
        ...


class Questions:
    """Asks the person of a session."""

    def __init__(self, session: Asking) -> None:
        self._session = session
        self._screen = session.screen
        self._texts = session.texts
        self._family = session.game.facts.texts
        self._words = {
            word: command for command in COMMANDS for word in self._texts.text(f"cli.word.{command}").split()
        }

    def pause(self, key: str) -> None:
        """Wait for Enter; the usual words are understood."""
        while self.command(self._line(self._texts.text(key)).strip()):
            pass

    def move(self, choices: Menu) -> str:
        """A legal move, in notation."""
        self._offer(choices)
        while True:
            answer = self._line(self._prompt(choices))
            if move := self.understood(answer, choices):
                return move

    def reaction(self, choices: Menu, calls: Sequence[str]) -> tuple[str, int]:
        """A call, a move or nothing (empty), and the milliseconds it took."""
        self._offer(choices)
        keys = call_keys(calls)
        self._screen.print(self._calls(keys))
        while True:
            line, took = self._screen.ask_timed(self._prompt(choices, go_on=not choices.items))
            if line is None:
                raise Quit(ended=True)
            word = in_notation(line.strip(), self._session.game.grammar, self._family, self._texts).casefold()
            if word in keys:
                return keys[word], took
            if word in calls or (not word and not choices.items):
                return word, took
            if move := self.understood(line, choices):
                return move, took
            if self._session.hurried and not choices.items:
                return "", took

    # --- one answer ---

    def understood(self, answer: str, choices: Menu) -> str | None:
        """The move somebody means; None if it was something else, which has been answered."""
        text = answer.strip()
        if self.command(text):
            return None
        if not text:
            if choices.default is None:
                self._screen.say("cli.play.choose", style="yellow")
            return choices.default
        grammar = self._session.game.grammar
        found = meant(text, choices, grammar, self._family, self._texts)
        if isinstance(found, Item) and found.rest:
            return self._steps(found)
        return self._checked(found.text if isinstance(found, Item) else found)

    def _steps(self, item: Item) -> str | None:
        """Ask for the rest of a move, one thing at a time; nothing typed goes back to the whole menu."""
        while item.rest:
            choices = step(item)
            for line in draw_menu(choices, self._family, self._texts, self._screen.out.width):
                self._screen.print(line)
            key = "cli.play.more" if item.done else "cli.play.which"
            answer = self._line(self._texts.text(key)).strip()
            if not answer:
                return item.text if item.done else None
            if self.command(answer):
                continue
            found = meant(answer, choices, self._session.game.grammar, self._family, self._texts)
            if not isinstance(found, Item):
                return self._checked(found)
            item = found
        return item.text

    def _checked(self, move: str) -> str | None:
        """The move, if it is legal; if not, the reason is shown: for a card alone, why it does not fit."""
        if card := typed_card(move, self._texts):
            self._tell_why(card, move, self._texts.text("cli.play.choose"))
            return None
        try:
            self._session.check(move)
        except ReihumError as error:
            self.refuse(error, move)
            return None
        return move

    def refuse(self, error: ReihumError, move: str) -> None:
        """Say why something does not go; what is no move at all is told from the help's list of moves."""
        reason = self._texts.message(error.message)
        if error.code == "notation":
            verbs = [verb for verb in self._session.game.grammar.verbs if not verb.table]
            known = ", ".join(written(verb, self._texts) for verb in verbs)
            reason = self._texts.text("error.notation", got=move, expected=known)
        self._screen.print(painted(reason, style="yellow"))

    def _line(self, prompt: str) -> str:
        line = self._screen.ask(prompt)
        if line is None:
            raise Quit(ended=True)
        return line

    # --- what is written ---

    def _offer(self, choices: Menu) -> None:
        self._session.prompt()
        for line in draw_menu(choices, self._family, self._texts, self._screen.out.width):
            self._screen.print(line)

    def _prompt(self, choices: Menu, *, go_on: bool = False) -> str:
        if choices.default is not None:
            move = move_label(choices.items[0], self._family, self._texts)
            return self._texts.text("cli.play.enter", move=move)
        return self._texts.text("cli.play.go-on" if go_on else "cli.play.ask")

    def _calls(self, keys: dict[str, str]) -> Text:
        line = Text(self._texts.text("cli.play.calls") + "  ")
        for key, call in keys.items():
            name = verb_label(call, self._family, self._texts)
            line.append(key, style="bold cyan").append(") ", style="dim").append(f"{name}   ")
        return line

    # --- the words understood everywhere ---

    def command(self, text: str) -> bool:
        """Do what a word asks for, other than a move; False if it is no such word."""
        word, _, rest = text.partition(" ")
        if word.startswith("?"):
            self._why(f"{word[1:]} {rest}".strip())
            return True
        command = self._words.get(text.casefold())
        if command == "quit":
            raise Quit
        if command is None:
            return False
        {
            "help": self._help,
            "rules": self._rules,
            "score": self._score,
            "table": self._session.show,
            "hurry": self._session.hurry,
        }[command]()
        return True

    def _why(self, about: str) -> None:
        """Why a card or a move does not go now; without one, the help."""
        if not about:
            self._help()
            return
        grammar = self._session.game.grammar
        asked = typed_card(about, self._texts) or in_notation(about, grammar, self._family, self._texts)
        if asked.split()[0].casefold() in grammar.calls:  # whether a call is right is for the player to find out
            self._screen.say("cli.play.call-any-time", word=asked)
            return
        self._tell_why(asked, about, self._texts.text("cli.play.goes", what=about))

    def _tell_why(self, asked: str, about: str, goes: str) -> None:
        """Why a card or a move does not go now, or what to say if it does."""
        try:
            reason = self._session.why_not(asked)
        except ReihumError as error:
            self.refuse(error, about)
            return
        answer = goes if reason is None else self._texts.message(reason)
        self._screen.print(painted(answer, style="" if reason is None else "yellow"))

    def _help(self) -> None:
        for paragraph in self._texts.text("cli.play.help").split("\n\n"):
            self._screen.print(painted(paragraph))
        self._screen.print(draw_notation(self._session.game, self._texts))

    def _rules(self) -> None:
        self._screen.print(*draw_rules(self._session.game, self._texts))

    def _score(self) -> None:
        if self._session.seen.sheet:
            self._screen.print(score_sheet(self._session.seen, self._texts))
        else:
            self._screen.say("cli.score.none")
