"""The questions to the person, and the words that work at every prompt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from rich.text import Text

from reihum.cli.answers import find_choice, to_notation
from reihum.cli.card_symbols import paint, parse_card
from reihum.cli.labels import assign_call_keys, choose_key, draw_menu, has_cards, label_move
from reihum.cli.menu import Menu, MenuItem, make_next_menu
from reihum.cli.rules import describe_verb, draw_notation, draw_rules
from reihum.cli.scores import draw_scores
from reihum.cli.screen import Screen
from reihum.engine import Game
from reihum.errors import ReihumError
from reihum.matches import MatchView
from reihum.messages import Message
from reihum.texts import Texts

if TYPE_CHECKING:
    from rich.console import RenderableType

LINES_BELOW_PAGE = 2
"""Lines that a page leaves free: for the question below it, and for the answer."""

COMMANDS = ("help", "rules", "log", "score", "table", "hurry", "quit")


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

    def draw_log(self) -> Iterable[Text]:
        """Draw everything that has happened since the person's last turn."""
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
        self._session.prompt()
        while True:
            answer = self._ask(self._make_prompt(choices))
            if move := self.parse_answer(answer, choices):
                return move

    def ask_reaction(self, choices: Menu, calls: Sequence[str]) -> tuple[str, int]:
        """Ask for a call, a move or nothing (empty); return it with the milliseconds it took."""
        self._session.prompt()
        keys = assign_call_keys(calls)
        while True:
            line, took = self._screen.ask_timed(self._make_prompt(choices, can_pass=not choices.items))
            if line is None:
                raise Quit(ended=True)
            word = to_notation(line.strip(), self._session.game, self._texts).casefold()
            if word in keys:
                return keys[word], took
            if word in calls or (not word and not choices.items):
                return word, took
            if move := self.parse_answer(line, choices):
                return move, took
            if self._session.is_hurried and not choices.items:
                return "", took

    def ask_call(self, calls: Sequence[str], seconds: float) -> tuple[str, int]:
        """Let the person call for some seconds; return the call or nothing (empty) with the milliseconds it took. A
        command stops the game until Enter."""
        keys = assign_call_keys(calls)
        line, took = self._screen.ask_within(seconds)
        if line is None:
            raise Quit(ended=True)
        word = to_notation(line.strip(), self._session.game, self._texts).casefold()
        if word in keys or word in calls:
            return keys.get(word, word), took
        if word and self.run_command(line.strip()) and not self._session.is_hurried:
            self.wait_for_enter("cli.play.go-on")
        elif word and not self._session.is_hurried:
            self._screen.say("cli.play.not-a-call", word=line.strip(), style="yellow")
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
        found = find_choice(text, choices, self._session.game, self._texts)
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
            found = find_choice(answer, choices, self._session.game, self._texts)
            if not isinstance(found, MenuItem):
                return self._check(found)
            item = found
        return item.text

    def _check(self, move: str) -> str | None:
        """Return the move if it is legal, else print the reason. A card alone is not a move."""
        if card := parse_card(move, self._texts):
            self._print_reason(card, move, self._texts.text("cli.play.choose"))
            return None
        if move.isdigit():
            self._screen.say("cli.play.no-number", got=move, style="yellow")
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
            verbs = filter(self._session.game.offers, self._session.game.grammar.verbs)
            known = ", ".join(describe_verb(verb, self._texts) for verb in verbs)
            reason = self._texts.text("error.notation", got=move, expected=known)
        self._screen.print(paint(reason, style="yellow"))

    def _ask(self, prompt: str) -> str:
        line = self._screen.ask(prompt)
        if line is None:
            raise Quit(ended=True)
        return line

    # --- output ---

    def _make_prompt(self, choices: Menu, *, can_pass: bool = False) -> str:
        if choices.default is not None:
            only = choices.items[0]
            move = label_move(only.verb, only.args, self._family, self._texts)
            return self._texts.text("cli.play.enter", move=move)
        return self._texts.text("cli.play.go-on" if can_pass else "cli.play.ask")

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
            "log": self._print_log,
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
        game = self._session.game
        asked = parse_card(about, self._texts) or to_notation(about, game, self._texts)
        if asked.split()[0].casefold() in game.grammar.calls:  # the player must find out whether a call is right
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
        """Print what can be typed now."""
        view = self._session.seen.view
        possible = {form.verb for form in view.moves} | {*view.calls}
        hidden = [] if self._session.seen.sheet else ["score"]
        hidden += [] if view.calls and not view.moves else ["hurry"]
        hidden += [] if has_cards(self._session.game.grammar) else ["help"]
        texts = [self._texts.text(choose_key("cli.play.help.move", self._session.game.grammar))] if view.moves else []
        texts += [self._texts.text(f"cli.play.help.{word}") for word in COMMANDS if word not in hidden]
        self._print_pages([*map(paint, texts), draw_notation(self._session.game, self._texts, possible)])

    def _print_rules(self) -> None:
        self._print_pages(draw_rules(self._session.game, self._texts))

    def _print_log(self) -> None:
        self._print_pages(self._session.draw_log())

    def _print_pages(self, things: Iterable[RenderableType]) -> None:
        """Print things; at a keyboard, wait for Enter when the terminal is full. Any other answer ends it."""
        if not self._screen.is_interactive:
            self._screen.print(*things)
            return
        for line in self._split(things):
            is_full = self._screen.free_lines - self._screen.count_lines(line) < LINES_BELOW_PAGE
            if is_full and self._ask(self._texts.text("cli.play.next-page")).strip():
                return
            self._screen.print(line)

    def _split(self, things: Iterable[RenderableType]) -> Iterator[RenderableType]:
        """Split texts into the lines that they take."""
        out = self._screen.out
        for thing in things:
            yield from thing.wrap(out, out.width) if isinstance(thing, Text) else [thing]

    def _print_score(self) -> None:
        if self._session.seen.sheet:
            self._print_pages([draw_scores(self._session.seen, self._texts)])
        else:
            self._screen.say("cli.score.none")
