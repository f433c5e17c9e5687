"""The expert for Quartett: works out where the cards must be from all that has been asked, given and denied.

Who asks for a card lacks it and holds another of its number; who denies it does not have it (or lies, where that is
allowed); who was given it has it. Nobody holds four of a number. What is left open is tried out: hidden cards change
places at random, again and again, as long as all that was heard stays true, and how often a card lies with a player is
how likely it is there (a Markov chain over possible worlds).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from reihum.bots.bot import offered, own_hand
from reihum.bots.quartett import RememberingBot
from reihum.cards import COLOURS, NUMBER, Card, Randomness
from reihum.games import Game, Shown, View
from reihum.games.views import Piles

IMPOSSIBLE = 100
"""What breaks the rules or belies what is certain weighs this much; a false denial weighs 1."""
LIAR = 16
"""Where denials may be false, one is true so many times as likely as not."""
STEPS = 40
"""So many swaps are tried between one world and the next …"""
SETTLING = 40
"""… and so many times as many before the first."""


class Hearsay:
    """What everybody has heard in a round."""

    def __init__(self, game: Game) -> None:
        self.truthful = not game.options["bluff"]
        self.holder: dict[Card, int] = {}
        """Where cards are that were handed over."""
        self.doubts: dict[Card, Counter[int]] = defaultdict(Counter)
        """What speaks against a card being with a player."""
        self.least: Counter[tuple[int, int]] = Counter()
        """How many cards of a number a player has at least: (player, number)."""

    def hear(self, event: Shown) -> None:
        """A question or an answer."""
        if event.kind not in ("ask", "give", "deny") or event.seat is None:
            return
        card, speaker, other = event.cards[0], event.seat, int(event.values["player"])
        number = NUMBER[card]
        if event.kind == "ask":
            self.doubts[card][speaker] = IMPOSSIBLE
            self.least[speaker, number] = max(1, self.least[speaker, number])
        elif event.kind == "deny":
            self.doubts[card][speaker] += IMPOSSIBLE if self.truthful else 1
        else:
            self.holder[card] = other
            self.least[speaker, number] = max(0, self.least[speaker, number] - 1)
            self.least[other, number] += 1


class Worlds:
    """The hidden cards, on their way from one possible world to the next."""

    def __init__(self, heard: Hearsay, known: Mapping[Card, int], hidden: Sequence[Card], room: Sequence[int]) -> None:
        """``known`` cards stay where they are; of the ``hidden`` ones each player holds as many as it has room for."""
        self.heard = heard
        self.cards = hidden
        self.at = [seat for seat, count in enumerate(room) for _ in range(count)]
        """By hidden card, the player who has it."""
        places = [*known.items(), *zip(hidden, self.at, strict=True)]
        self.counts = Counter((seat, NUMBER[card]) for card, seat in places)

    def move_on(self, dice: bytes) -> None:
        """Try to swap cards, two dice for each time."""
        size = len(self.cards)
        for one, two in zip(dice[::2], dice[1::2], strict=True):
            left, right = one * size >> 8, two * size >> 8
            if self.at[left] != self.at[right]:
                weight = self._swap(left, right)
                if weight > 1 or (weight == 1 and (one ^ two) * LIAR > 255):
                    self._swap(left, right)

    def _swap(self, left: int, right: int) -> int:
        """Swap two cards, and tell what speaks against it."""
        at, cards, doubts = self.at, self.cards, self.heard.doubts
        one, two, here, there = cards[left], cards[right], at[left], at[right]
        at[left], at[right] = there, here
        weight = 0
        if one in doubts:
            weight += doubts[one][there] - doubts[one][here]
        if two in doubts:
            weight += doubts[two][here] - doubts[two][there]
        if NUMBER[one] == NUMBER[two]:
            return weight
        return weight + IMPOSSIBLE * (self._carry(here, there, NUMBER[one]) + self._carry(there, here, NUMBER[two]))

    def _carry(self, source: int, target: int, number: int) -> int:
        """A card of a number goes from one player to another: how many more rules that breaks."""
        counts, least = self.counts, self.heard.least
        left, more = counts[source, number], counts[target, number]
        counts[source, number], counts[target, number] = left - 1, more + 1
        return (
            (left <= least[source, number])
            - (left == len(COLOURS))
            - (more < least[target, number])
            + (more == len(COLOURS) - 1)
        )


class DetectiveBot(RememberingBot):
    """Asks where the card most likely is."""

    worlds = 120
    eager = 0.1

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self.heard = Hearsay(game)

    def see(self, shown: Sequence[Shown]) -> None:
        """Listen."""
        super().see(shown)
        for event in shown:
            self.heard.hear(event)

    def choose(self, view: View) -> str:
        """Answer as ever; ask where the card most likely is."""
        moves = offered(view)
        if not moves[0].startswith("ask"):
            return super().choose(view)
        chances = self.chances(view)
        own = Counter(NUMBER[card] for card in own_hand(view))

        def worth(move: str) -> float:
            _, player, card = move.split()
            return chances[card, int(player)] + self.eager * self.worlds * (own[NUMBER[card]])

        return max(moves, key=worth)

    def chances(self, view: View) -> Counter[tuple[Card, int]]:
        """In how many worlds a card is with a player."""
        worlds, known = self.possible(view)
        found: Counter[tuple[Card, int]] = Counter(dict.fromkeys(known.items(), self.worlds))
        if worlds.cards:
            worlds.move_on(self.randomness.take(2 * STEPS * SETTLING))
            for _ in range(self.worlds):
                worlds.move_on(self.randomness.take(2 * STEPS))
                found.update(zip(worlds.cards, worlds.at, strict=True))
        return found

    def possible(self, view: View) -> tuple[Worlds, dict[Card, int]]:
        """The worlds that fit a view and what was heard, and the cards whose places are certain."""
        laid = {NUMBER[stack.top] for zone in view.zones if isinstance(zone, Piles) for stack in zone.piles}
        hand = own_hand(view)
        playing = [card for card in self.game.cards if NUMBER[card] not in laid and card not in hand]
        known = {card: self.heard.holder[card] for card in playing if card in self.heard.holder}
        hidden = [card for card in playing if card not in known]
        room = Counter({player.seat: int(player.cards) for player in view.players if player.seat != self.seat})
        room.subtract(known.values())
        return Worlds(self.heard, known, hidden, [room[seat] for seat in range(self.game.seats)]), known
