"""The whole screen: title, table, players beside the log, hand, question, keys. It always fits the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from itertools import product
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from reihum.cli.card_symbols import paint
from reihum.cli.fullscreen.cells import flow, point
from reihum.cli.fullscreen.history import LogLine
from reihum.cli.fullscreen.move_builder import MoveBuilder
from reihum.cli.fullscreen.offers import COMMAND_KEYS, Offer, list_numbers, list_offers
from reihum.cli.fullscreen.player_list import columns_width, crop, draw_players
from reihum.cli.fullscreen.player_tiles import draw_tiles, has_tiles
from reihum.cli.fullscreen.table_drawing import Drawing, draw_hand, draw_middle, find_own_hand
from reihum.cli.labels import label_move, label_verb
from reihum.cli.line_breaks import respect_no_break_spaces
from reihum.games import GAMES
from reihum.matches import MatchView
from reihum.texts import Texts

MIN_WIDTH, MIN_HEIGHT = 80, 24
LOG_LINES = (8, 3)
"""The lines of the log that the table leaves, if it can, and at least."""

MIN_LOG_LINES = LOG_LINES[-1]
MIN_LOG_WIDTH = 30

respect_no_break_spaces()
CONSOLE = Console(file=StringIO())
"""rich breaks lines with it; it prints nothing."""


class Scene(NamedTuple):
    """All that the screen shows. ``prompt`` is what the person is asked; ``cursor`` is the target it stands on;
    ``scrolled`` is by how many lines the log is turned back."""

    seen: MatchView
    texts: Texts
    builder: MoveBuilder
    letters: Mapping[str, str]
    lines: Sequence[LogLine] = ()
    new: Mapping[str, frozenset[str]] = {}
    calls: Sequence[str] = ()
    prompt: str = ""
    notice: str = ""
    typed: str = ""
    cursor: str = ""
    pace_word: str = ""
    is_manual: bool = False
    scrolled: int = 0

    @property
    def family(self) -> str:
        """The first part of the game's message keys."""
        return GAMES[self.seen.view.game].texts


class Region(NamedTuple):
    """Where a target stands on the screen."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def middle(self) -> float:
        """Its middle column."""
        return (self.left + self.right) / 2


class Frame(NamedTuple):
    """The lines of a screen, and what can be pointed at."""

    lines: list[Text]
    regions: dict[str, Region]


class Parts(NamedTuple):
    """The blocks of a screen from top to bottom, without the log."""

    middle: list[Text]
    players: list[Text]
    hand: list[Text]
    below: list[Text]

    def measure(self, log_lines: int) -> int:
        """The lines that the blocks need, with the title and a log of a number of lines beside or below the players."""
        return 1 + len(self.middle) + max(len(self.players), log_lines) + len(self.hand) + len(self.below)


def compose(scene: Scene, width: int, height: int) -> Frame:
    """Compose the screen. Of the ways to draw the table, the largest that fits is taken."""
    below = [*draw_question(scene, width), *draw_keys(scene, width), draw_commands(scene, width)]
    tried = list(_try_parts(scene, width, below))
    fitting = (parts for lines in LOG_LINES for parts in tried if parts.measure(lines) <= height)
    parts = next(fitting, tried[-1])
    room = height - parts.measure(0) + len(parts.players)
    lines = [
        draw_title(scene, width),
        *parts.middle,
        *place_beside(parts.players, scene, width, max(room, 0)),
        *parts.hand,
        *parts.below,
    ][:height]
    regions = find_regions(lines)
    if scene.cursor in regions:
        region = regions[scene.cursor]
        for number in range(region.top, region.bottom + 1):
            lines[number] = highlight(lines[number], region)
    return Frame(lines, regions)


def highlight(line: Text, region: Region) -> Text:
    """The line with the cursor on a region."""
    marked = line.copy()
    start, end = (len(set_cell_size(line.plain, columns)) for columns in (region.left, region.right))
    marked.stylize("reverse", start, end)
    return marked


def _try_parts(scene: Scene, width: int, below: list[Text]) -> Iterator[Parts]:
    """The ways to draw the table, the largest first."""
    view = scene.seen.view
    drawing = Drawing(scene.builder, view, scene.texts, width, scene.new)
    both = [drawing._replace(boxes=boxes) for boxes in (True, False)]
    hand = find_own_hand(view)
    players = [draw_tiles(drawing)] if has_tiles(view) else []
    players += [draw_players(drawing, titled=titled) for titled in (True, False)]
    hands = [list(draw_hand(hand, one)) if hand else [] for one in both]
    middles = [list(draw_middle(one)) for one in both]
    for shown, cards, middle in product(players, hands, middles):
        yield Parts(middle, shown, cards, below)


def draw_title(scene: Scene, width: int) -> Text:
    """The game and the round, and the pace."""
    texts, seen = scene.texts, scene.seen
    title = texts.text(f"{seen.view.game}.name")
    if seen.rounds != 1:
        title = texts.text("cli.play.title", name=title, round=seen.round + 1)
    key = f"page.pace.{scene.pace_word}"
    pace = texts.text("cli.screen.pace", pace=key) if scene.pace_word else ""
    line = Text(f" {title} ", "bold reverse")
    return line.append(pace.rjust(width - line.cell_len), "dim")


def place_beside(players: list[Text], scene: Scene, width: int, height: int) -> Iterator[Text]:
    """The players on the left, the log on the right; below them if there is more room."""
    left = columns_width(players)
    stacked = height - len(players)
    if left > width - MIN_LOG_WIDTH - 3 and stacked < MIN_LOG_LINES:
        left = width - MIN_LOG_WIDTH - 3
    elif width - left - 3 < MIN_LOG_WIDTH:
        yield from crop(players, width)
        yield from draw_log(scene, width, stacked)
        return
    shown = list(crop(players, left))
    log = draw_log(scene, width - left - 3, height)
    for number in range(height):
        line = shown[number].copy() if number < len(shown) else Text()
        line.append(" " * (left - line.cell_len)).append(" │ ", "dim")
        yield line.append_text(log[number])


def draw_log(scene: Scene, width: int, height: int) -> list[Text]:
    """The end of the log in exactly ``height`` lines, or an earlier part if it is turned back."""
    drawn: list[Text] = []
    for line in reversed(scene.lines):
        if len(drawn) >= height + scene.scrolled:
            break
        drawn[:0] = wrap_text(paint(line.text), width)
    end = max(min(height, len(drawn)), len(drawn) - scene.scrolled)
    shown = drawn[max(0, end - height) : end]
    return shown + [Text()] * (height - len(shown))


def wrap_text(text: Text, width: int) -> list[Text]:
    """Break a text into lines of at most ``width`` columns."""
    return list(text.wrap(CONSOLE, width))


def draw_question(scene: Scene, width: int) -> Iterator[Text]:
    """What has to be said, and what the person is asked."""
    if scene.notice:
        yield from wrap_text(paint(scene.notice, "yellow"), width)
    question = scene.prompt or scene.texts.message(scene.seen.view.prompt)
    if asked := scene.builder.asked:
        question = scene.texts.text("page.sure" if len(asked) == 1 else "page.which")
    prompt = paint(question, "bold")
    if scene.typed:
        prompt.append(f"  {scene.typed}_", "bold reverse")
    yield from wrap_text(prompt, width)


def draw_keys(scene: Scene, width: int) -> Iterator[Text]:
    """The keys of the moves and calls that are possible now."""
    texts, builder = scene.texts, scene.builder
    parts = [
        draw_key(" ".join(map(str, numbers)), label_move(verb, builder.addressed, scene.family, texts), "")
        for verb, numbers in list_numbers(builder).items()
    ]
    offers = list_offers(builder, dict(scene.letters), scene.family, texts)
    parts += [draw_key(offer.key, offer.label, name_offer(offer)) for offer in offers]
    for each in builder.ranges:
        label = f"{label_verb(each.verb, scene.family, texts)} {texts.text('cli.screen.and-enter')}"
        parts.append(draw_key(f"{each.numbers[0]} … {each.numbers[-1]}", label, ""))
    parts += [
        draw_key(scene.letters[call], label_verb(call, scene.family, texts), f"call|{call}") for call in scene.calls
    ]
    yield from flow(parts, width, "   ") if parts else [Text()]


def name_offer(offer: Offer) -> str:
    """The name of an offer as a target."""
    return f"offer|{offer.key}"


def draw_key(key: str, label: str, target: str) -> Text:
    """A key and what it does."""
    return point(Text.assemble((key, "bold cyan"), " ", paint(label)), target)


def draw_commands(scene: Scene, width: int) -> Text:
    """The keys that work at all times."""
    texts = scene.texts
    parts = [
        draw_key(key, texts.text(f"cli.screen.command.{name}"), f"command|{name}") for name, key in COMMAND_KEYS.items()
    ]
    parts.append(draw_key("+ -", texts.text("cli.screen.command.pace"), "command|pace"))
    line = Text("  ").join(parts)
    line.truncate(width)
    return line


def find_regions(lines: Sequence[Text]) -> dict[str, Region]:
    """Where every target stands."""
    found: dict[str, Region] = {}
    for top, line in enumerate(lines):
        for span in line.spans:
            meta = {} if isinstance(span.style, str) else span.style.meta
            if "target" in meta:
                before = found.get(meta["target"])
                left, right = (cell_len(line.plain[:place]) for place in (span.start, span.end))
                if before is None:
                    found[meta["target"]] = Region(left, top, right, top)
                elif before.bottom == top - 1:
                    found[meta["target"]] = before._replace(bottom=top)
    return found
