"""The sensible bot of Überall anschließen."""

from __future__ import annotations

import reihum
from reihum.bots.play import play_round
from reihum.bots.registry import seat_bots
from reihum.bots.simple.anywhere import AttentiveBot, DreamerBot
from reihum.cards import Randomness
from scenario import deal, play, stack


def test_sensible_beats_random() -> None:
    """A player who overlooks nothing and stops those who do is out first, from either seat of the same deals."""
    game = reihum.game("anywhere", seats=2)
    for number in range(2):
        for seat in range(2):
            names = ["sensible" if other == seat else "random" for other in range(2)]
            *_, (_, _, end) = play_round(game.deal(seed=f"duel {number}"), seat_bots(game, names, b"bots"))
            assert end.outcome is not None
            assert end.outcome.winners == (seat,)


def watched(state: reihum.State, script: str) -> AttentiveBot:
    """A bot at seat 0 that has seen all of a script."""
    bot = AttentiveBot(state.game, 0, Randomness(b"", "bot"))
    for step in script.split(";"):
        state = play(state, step)
        bot.see(state.events(0))
    call = bot.call(state.view(0))
    assert (call is not None) == ("stop" in {str(move) for move in state.legal(0)})
    assert call is None or 250 <= call.delay_ms <= 900
    return bot


def test_it_calls_at_mistakes_and_only_then() -> None:
    """It calls „Stopp!“ exactly when that is right: for cards kept, for the middle overlooked, for open tops."""
    begin = "0 turn; 1 turn; 1 put"
    state = deal("anywhere", 3, stack([27, 27, 26], ["R5", "Y6 Y15", "G16"]))
    for script in (f"{begin} middle", f"{begin} own", f"{begin} middle; 1 turn; 1 put own; 2 turn; 2 put own"):
        watched(state, script)
    open_tops = deal("anywhere", 3, stack([27, 27, 26], ["R1 R18", "Y7", "G6"]), open_tops=True)
    watched(open_tops, f"{begin} own; 2 turn; 2 put own; 0 turn; 0 put own; 1 turn")


def test_it_chooses_the_pile_of_the_leader() -> None:
    """Between several piles it takes that of the player with the fewest cards."""
    state = deal("anywhere", 4, stack([20] * 4, ["R5", "Y9", "G6 G9", "B10"]))
    state = play(state, "0 turn; 1 turn; 1 put own; 2 turn; 2 put middle; 2 turn; 2 put own; 3 turn")
    assert AttentiveBot(state.game, 3, Randomness(b"", "bot")).choose(state.view(3)) == "put 2"


def test_a_dreamer_is_woken_up_by_a_call() -> None:
    """It keeps a card that fits elsewhere, calls at such mistakes of others, and overlooks nothing after a call."""
    state = deal("anywhere", 3, stack([27, 27, 26], ["R5", "Y6", "G9"]))
    state = play(state, "0 turn; 1 turn")
    dreamer, caller = (DreamerBot(state.game, seat, Randomness(b"", "bot")) for seat in (1, 2))
    assert dreamer.choose(state.view(1)) == "put own"
    after = play(state, "1 put own")
    caller.see(after.events(2))
    assert caller.call(after.view(2)) is not None
    dreamer.see(play(after, "2 stop").events(1))
    assert dreamer.choose(state.view(1)) == "put middle"
