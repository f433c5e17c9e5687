"""The sensible bot of Master."""

from __future__ import annotations

import pytest

import reihum
from reihum.bots import Bot, offered, play_round
from reihum.bots.simple.master import BuilderBot
from reihum.bots.simple.random import RandomBot
from reihum.cards import Randomness
from reihum.engine import View
from scenario import DECK_MASTER, deal, stack

FAR_FIRST = sorted(DECK_MASTER, key=lambda card: 0 if card == "J" else abs(int(card[1:]) - 11), reverse=True)


class LayAllBot(Bot):
    """Lays all it can: cards, swaps, connections, jokers; draws only if nothing goes."""

    def choose(self, view: View) -> str:
        """The first move that is offered: cards come before everything else."""
        return offered(view)[0]


def wins(seats: int, deals: int, rival: type[Bot]) -> float:
    """The share of rounds one sensible player wins against rivals, sitting at every seat of every deal."""
    game = reihum.game("master", seats=seats)
    won = 0.0
    for number in range(deals):
        for seat in range(seats):
            kinds = [BuilderBot if other == seat else rival for other in range(seats)]
            bots = [kind(game, other, Randomness(b"bots", str(other))) for other, kind in enumerate(kinds)]
            *_, (_, _, end) = play_round(game.deal(f"duel {number}"), bots)
            assert end.outcome is not None
            won += (seat in end.outcome.winners) / len(end.outcome.winners)
    return won / seats / deals


@pytest.mark.parametrize(("seats", "fair"), [(2, 0.5), (4, 0.25)])
@pytest.mark.parametrize("rival", [RandomBot, LayAllBot])
def test_sensible_wins(seats: int, fair: float, rival: type[Bot]) -> None:
    """It wins far more than its share, against random players and against those who lay every card they can."""
    assert wins(seats, 6, rival) > 1.5 * fair


def choice(hand: str, *moves: str, others: str = "", seats: int = 2) -> str:
    """What the bot at seat 0 does with these cards, after moves that were made before."""
    size = {2: 20, 6: 12}[seats]
    state = deal("master", seats, stack([size] * seats, [hand, others], of=FAR_FIRST))
    bot = BuilderBot(state.game, 0, Randomness(b"", "bot"))
    for move in moves:
        state = state.play(state.to_act[0], move)
        bot.see(state.events(0))
    return bot.choose(state.view(0))


def test_it_draws_rather_than_open_the_way_for_others() -> None:
    """Behind yellow 12 waits nothing of its own; behind red 10 there is much."""
    others = " ".join(f"Y{number}" for number in range(13, 22))
    assert choice("Y12", others=others) == "draw"
    assert choice("Y12 R10 R9 R8 R7 R6", others=others) == "lay R10"


def test_it_goes_for_half_rows() -> None:
    """Ten reds make a bonus card: it lays on."""
    assert choice("R10 R9 R8 R7 R6 R5 R4 R3 R2 R1", "lay R10", "lay R9", "lay R8") == "lay R7"


def test_it_leaves_no_last_gap_to_others() -> None:
    """With red 1 in another hand it stops before red 2; with red 1 in its own it does not."""
    before = [f"lay R{number}" for number in range(10, 2, -1)]
    script = [*before[:4], "draw", *before[4:], "draw"]
    reds = " ".join(f"R{number}" for number in range(10, 1, -1))
    assert choice(reds, *script, others="R1") == "draw"
    assert choice(f"{reds} R1", *script) == "lay R2"


def test_it_goes_out() -> None:
    """With all its cards to be laid, a connection and a joker included, it holds back nothing."""
    yellows = [f"lay Y{number}" for number in range(10, 2, -1)]
    script = [*yellows[:4], *["draw"] * 5, *yellows[4:], *["draw"] * 5]
    moves: list[str] = []
    for _ in range(5):
        moves.append(choice("Y10 Y9 Y8 Y7 Y6 Y5 Y4 Y3 Y2 B9 J G12", *script, *moves, seats=6))
    assert set(moves[:2]) == {"lay Y2", "lay G12"}
    assert moves[2:4] == ["link Y9>B9", "lay B9"]
    assert moves[4].startswith("lay J>")
