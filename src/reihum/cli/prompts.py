"""The questions to the person, and the words that work at every prompt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rich.text import Text

from reihum.cli.answers import assign_call_keys, find_choice, to_notation
from reihum.cli.card_symbols import paint, parse_card
from reihum.cli.labels import draw_menu, label_move, label_verb
from reihum.cli.menu import Menu, MenuItem, make_next_menu
from reihum.cli.rules import describe_verb, draw_notation, draw_rules
from reihum.cli.scores import draw_scores
from reihum.cli.screen import Screen
from reihum.engine import Game
from reihum.errors import ReihumError
from reihum.matches import MatchView
from reihum.messages import Message
from reihum.texts import Texts

COMMANDS = ("help", "rules", "score", "table", "hurry", "quit")


class Quit(Exception):
    """The person quits, or there is no more input (``ended``)."""

    def __init__(self, *, ended: bool = False) -> None:
        super().__init__()
        self.ended = ended


class PromptContext(Protocol):
    """The match that the questions are about: here, or at a table on a server."""

    is_hurried: bool

    @property
    def screen(self) -> Screen:
        """Where the match is shown."""
        ...

    @property
    def texts(self) -> Texts:
        """The reader's language, with the names of the players."""
        ...

    @property
    def game(self) -> Game:
        """The game."""
        ...

    @property
    def seen(self) -> MatchView:
        """What the person sees of the match."""
        ...

    def check(self, move: str) -> None:
        """Raise an error if the move is not legal."""
        ...

    def why_not(self, card_or_move: str) -> Message | None:
        """The reason why a card or a move is not playable now; None if it is."""
        ...

    def show(self) -> None:
        """Show the table."""
        ...

    def hurry(self) -> None:
        """Skip all questions until it is the person's turn."""
        ...

    def prompt(self) -> None:
        """Print what the person is asked for."""
        ...


class Prompts:
    """Asks the person."""

    def __init__(self, session: PromptContext) -> None:
        self._session = session
        self._screen = session.screen
        self._texts = session.texts
        self._family = session.game.facts.texts
        self._words = {
            word: command for command in COMMANDS for word in self._texts.text(f"cli.word.{command}").split()
        }

    def wait_for_enter(self, key: str) -> None:
        """Wait for Enter; the usual words work too."""
        while self.run_command(self._ask(self._texts.text(key)).strip()):
            pass

    def ask_consent(self, key: str) -> bool:
        """Ask for "ok"; Enter means no, and the usual words work too."""
        while (answer := self._ask(self._texts.text(key)).strip()) and answer.casefold() != "ok":
            self.run_command(answer)
        return bool(answer)

    def ask_seat(self, key: str) -> int:
        """Ask for a seat, which people count from 1; the usual words work too."""
        while True:
            answer = self._ask(self._texts.text(key)).strip()
            if len(answer) == 1 and answer in "123456789" and int(answer) <= self._session.game.seats:
                return int(answer) - 1
            self.run_command(answer)

    def ask_move(self, choices: Menu) -> str:
        """Ask for a legal move, in notation."""
        self._print_menu(choices)
        while True:
            answer = self._ask(self._make_prompt(choices))
            if move := self.parse_answer(answer, choices):
                return move

    def ask_reaction(self, choices: Menu, calls: Sequence[str]) -> tuple[str, int]:
        """Ask for a call, a move or nothing (empty); return it with the milliseconds it took."""
        self._print_menu(choices)
        keys = assign_call_keys(calls)
        self._screen.print(self._draw_calls(keys))
        while True:
            line, took = self._screen.ask_timed(self._make_prompt(choices, can_pass=not choices.items))
            if line is None:
                raise Quit(ended=True)
            word = to_notation(line.strip(), self._session.game.grammar, self._family, self._texts).casefold()
            if word in keys:
                return keys[word], took
            if word in calls or (not word and not choices.items):
                return word, took
            if move := self.parse_answer(line, choices):
                return move, took
            if self._session.is_hurried and not choices.items:
                return "", took

    # --- one answer ---

    def parse_answer(self, answer: str, choices: Menu) -> str | None:
        """Read a move. If the answer is something else, reply to it and return None."""
        text = answer.strip()
        if self.run_command(text):
            return None
        if not text:
            if choices.default is None:
                self._screen.say("cli.play.choose", style="yellow")
            return choices.default
        grammar = self._session.game.grammar
        found = find_choice(text, choices, grammar, self._family, self._texts)
        if isinstance(found, MenuItem) and found.rest:
            return self._ask_steps(found)
        return self._check(found.text if isinstance(found, MenuItem) else found)

    def _ask_steps(self, item: MenuItem) -> str | None:
        """Ask for the rest of a move step by step; Enter alone goes back to the whole menu."""
        while item.rest:
            choices = make_next_menu(item)
            for line in draw_menu(choices, self._family, self._texts, self._screen.out.width):
                self._screen.print(line)
            key = "cli.play.more" if item.is_complete else "cli.play.which"
            answer = self._ask(self._texts.text(key)).strip()
            if not answer:
                return item.text if item.is_complete else None
            if self.run_command(answer):
                continue
            found = find_choice(answer, choices, self._session.game.grammar, self._family, self._texts)
            if not isinstance(found, MenuItem):
                return self._check(found)
            item = found
        return item.text

    def _check(self, move: str) -> str | None:
        """Return the move if it is legal, else print the reason. A card alone is not a move."""
        if card := parse_card(move, self._texts):
            self._print_reason(card, move, self._texts.text("cli.play.choose"))
            return None
        try:
            self._session.check(move)
        except ReihumError as error:
            self.print_refusal(error, move)
            return None
        return move

    def print_refusal(self, error: ReihumError, move: str) -> None:
        """Print why a move is refused; if it is not a move at all, list the moves there are."""
        reason = self._texts.message(error.message)
        if error.code == "notation":
            verbs = [verb for verb in self._session.game.grammar.verbs if not verb.table]
            known = ", ".join(describe_verb(verb, self._texts) for verb in verbs)
            reason = self._texts.text("error.notation", got=move, expected=known)
        self._screen.print(paint(reason, style="yellow"))

    def _ask(self, prompt: str) -> str:
        line = self._screen.ask(prompt)
        if line is None:
            raise Quit(ended=True)
        return line

    # --- output ---

    def _print_menu(self, choices: Menu) -> None:
        self._session.prompt()
        for line in draw_menu(choices, self._family, self._texts, self._screen.out.width):
            self._screen.print(line)

    def _make_prompt(self, choices: Menu, *, can_pass: bool = False) -> str:
        if choices.default is not None:
            move = label_move(choices.items[0], self._family, self._texts)
            return self._texts.text("cli.play.enter", move=move)
        return self._texts.text("cli.play.go-on" if can_pass else "cli.play.ask")

    def _draw_calls(self, keys: dict[str, str]) -> Text:
        line = Text(self._texts.text("cli.play.calls") + "  ")
        for key, call in keys.items():
            name = label_verb(call, self._family, self._texts)
            line.append(key, style="bold cyan").append(") ", style="dim").append(f"{name}   ")
        return line

    # --- words that work at every prompt ---

    def run_command(self, text: str) -> bool:
        """Run a command such as “rules”; return False if the text is not one."""
        word, _, rest = text.partition(" ")
        if word.startswith("?"):
            self._print_why(f"{word[1:]} {rest}".strip())
            return True
        command = self._words.get(text.casefold())
        if command == "quit":
            raise Quit
        if command is None:
            return False
        {
            "help": self._print_help,
            "rules": self._print_rules,
            "score": self._print_score,
            "table": self._session.show,
            "hurry": self._session.hurry,
        }[command]()
        return True

    def _print_why(self, about: str) -> None:
        """Print why a card or a move is not playable now; without one, the help."""
        if not about:
            self._print_help()
            return
        grammar = self._session.game.grammar
        asked = parse_card(about, self._texts) or to_notation(about, grammar, self._family, self._texts)
        if asked.split()[0].casefold() in grammar.calls:  # the player must find out whether a call is right
            self._screen.say("cli.play.call-any-time", word=asked)
            return
        self._print_reason(asked, about, self._texts.text("cli.play.goes", what=about))

    def _print_reason(self, asked: str, about: str, playable: str) -> None:
        """Print why ``asked`` is not playable now, or ``playable`` if it is."""
        try:
            reason = self._session.why_not(asked)
        except ReihumError as error:
            self.print_refusal(error, about)
            return
        answer = playable if reason is None else self._texts.message(reason)
        self._screen.print(paint(answer, style="" if reason is None else "yellow"))

    def _print_help(self) -> None:
        for paragraph in self._texts.text("cli.play.help").split("\n\n"):
            self._screen.print(paint(paragraph))
        self._screen.print(draw_notation(self._session.game, self._texts))

    def _print_rules(self) -> None:
        self._screen.print(*draw_rules(self._session.game, self._texts))

    def _print_score(self) -> None:
        if self._session.seen.sheet:
            self._screen.print(draw_scores(self._session.seen, self._texts))
        else:
            self._screen.say("cli.score.none")
