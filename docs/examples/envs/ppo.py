"""Learn classic against three sensible bots by proximal policy optimisation, with numpy alone: python ppo.py"""

import time
from typing import Any

import numpy as np

from reihum.envs.vector import Tables

TABLES, STEPS, EPOCHS, PARTS, HIDDEN, REACH = 1024, 64, 3, 8, 32, 10
RATE, CLIP, LAMBDA, ENTROPY = 2e-3, 0.2, 0.95, 0.01
SIDES = REACH + np.array([range(-1, -REACH - 1, -1), range(1, REACH + 1)])  # the places on both sides of a card


class Net:
    """One hidden layer and one output, trained by Adam."""

    def __init__(self, size: int, dice: np.random.Generator) -> None:
        self.weights = [dice.normal(0, size**-0.5, (size, HIDDEN)), np.zeros(HIDDEN), np.zeros(HIDDEN)]
        self.means, self.squares = ([np.zeros_like(each) for each in self.weights] for _ in range(2))

    def __call__(self, inputs: Any) -> Any:
        first, bias, self.last = (each.astype(np.float32) for each in self.weights)
        self.inputs, self.hidden = inputs, np.maximum(inputs @ first + bias, 0)
        return self.hidden @ self.last

    def learn(self, slope: Any, rate: float) -> None:
        """Go down the slope of the loss, which is given for each output of the last call."""
        back = slope.astype(np.float32)[:, None] * self.last * (self.hidden > 0)
        for number, found in enumerate((self.inputs.T @ back, back.sum(0), slope @ self.hidden)):
            self.means[number] += 0.1 * (found - self.means[number])
            self.squares[number] += 0.01 * (found**2 - self.squares[number])
            self.weights[number] -= rate * self.means[number] / (np.sqrt(self.squares[number]) + 1e-7)


class Player:
    """A net that scores each legal move, and a net that guesses from the observation what the round will bring."""

    def __init__(self, tables: Tables, seed: int) -> None:
        self.dice, self.places = np.random.default_rng(seed), tables.encoding.places
        self.scale = np.maximum(np.array(tables.encoding.most, np.float32) / 4, 1)
        sizes = tables.encoding.size, self.read(tables.observations, tables.masks)[0].shape[1]
        self.guesser, self.scorer = (Net(size, self.dice) for size in sizes)

    def read(self, seen: Any, masks: Any) -> tuple[Any, Any, Any]:
        """What the scorer reads about each legal move; whose move it is; the move."""
        (table, move), hand, laid = np.nonzero(masks), self.places["hand"], self.places["laid"]
        row, place = np.divmod(move % (cards := laid.stop), cards // 4)
        cells = (seen[:, hand] + 2 * seen[:, laid]).reshape(len(seen), 4, cards // 4)  # 0 free, 1 own, 2 laid
        cells = np.pad(cells, ((0, 0), (0, 0), (REACH, REACH)), constant_values=2)
        around = cells[table[:, None, None], row[:, None, None], place[:, None, None] + SIDES]
        closed = np.maximum.accumulate(around == 2, 2)  # behind the next card that is laid
        behind = np.concatenate([(around == 1) > closed, (around == 0) > closed], 1)
        kind = np.eye(masks.shape[1] - cards + 1)[np.maximum(move - cards + 1, 0)]
        card = np.c_[behind.reshape(len(move), -1), behind.sum(2) / 2, place / 8] * kind[:, :1]
        counts = np.c_[seen[:, hand.stop : self.places["acts"].start], masks.sum(1)][table] / 8
        return np.c_[card, kind, counts].astype(np.float32), table, move

    def score(self, seen: Any, masks: Any) -> tuple[Any, Any, Any, Any]:
        """The logarithm of each legal move's likelihood; where those of each table begin; whose they are; the moves."""
        inputs, table, move = self.read(seen, masks)
        starts, worth = np.searchsorted(table, np.arange(len(seen))), self.scorer(inputs).astype(np.float64)
        worth -= np.maximum.reduceat(worth, starts)[table]
        return worth - np.log(np.add.reduceat(np.exp(worth), starts))[table], starts, table, move

    def choose(self, tables: Tables, heat: float = 1.0) -> tuple[Any, Any]:
        """A move for every table, and the logarithm of its likelihood."""
        likely, starts, table, move = self.score(tables.observations, tables.masks)
        drawn = likely + heat * self.dice.gumbel(size=len(likely))
        chosen = np.flatnonzero(drawn == np.maximum.reduceat(drawn, starts)[table])
        return move[chosen], likely[chosen]

    def play(self, tables: Tables) -> list[Any]:
        """Decisions: what was seen, what was possible, the move, its likelihood, its gain, what the round brought."""
        steps, gains = list[list[Any]](), list[Any]()
        for _ in range(STEPS):
            guess, (moves, likely) = self.guesser(tables.observations / self.scale), self.choose(tables)
            steps.append([tables.observations.copy(), tables.masks.copy(), moves, likely, guess])
            tables.step(moves)
            steps[-1] += [tables.rewards.copy(), ~tables.dones]
        later, gain = self.guesser(tables.observations / self.scale), np.zeros(len(tables))
        for *_, guess, reward, goes_on in reversed(steps):
            gain = reward + goes_on * (later + LAMBDA * gain) - guess
            gains, later = [gain, *gains], guess
        seen, masks, moves, likely, guess, *_ = (np.concatenate(column) for column in zip(*steps, strict=True))
        gain, choice = np.concatenate(gains), masks.sum(1) > 1
        better = (gain - gain[choice].mean()) / gain[choice].std()
        return [column[choice] for column in (seen, masks, moves, likely, better, gain + guess)]

    def learn(self, rate: float, seen: Any, masks: Any, moves: Any, before: Any, gain: Any, worth: Any) -> None:
        """Make moves likelier that brought more than expected, but not by much at a time. Guess better."""
        likely, starts, table, move = self.score(seen, masks)
        made, odds = np.flatnonzero(move == moves[table]), np.exp(likely)
        push = np.where(((ratio := np.exp(likely[made] - before)) - 1) * np.sign(gain) < CLIP, -gain * ratio, 0)
        slope = ENTROPY * odds * (likely - np.add.reduceat(odds * likely, starts)[table]) - odds * push[table]
        slope[made] += push
        self.scorer.learn(slope / len(seen), rate)
        self.guesser.learn((self.guesser(seen / self.scale) - worth) / len(seen), rate)


def train(updates: int, every: int, rounds: int, game: str = "classic", seats: int = 4) -> Any:
    """The share of rounds won after some updates, by the likeliest moves in one round at each of many new tables."""
    setting: dict[str, Any] = {"seats": seats, "opponents": "sensible", "learner": "rotating"}
    player = Player(tables := Tables(game, TABLES, seed="train", **setting), seed=1)
    for update in range(1, updates + 1):
        batch = player.play(tables)
        for _ in range(EPOCHS):
            for part in np.array_split(player.dice.permutation(len(batch[0])), PARTS):
                player.learn(RATE * (1 - (update - 1) / updates), *(column[part] for column in batch))
        if update % every == 0:
            new = Tables(game, rounds, seed="evaluate", **setting)
            won, runs = np.zeros(rounds), new.skipped == 0  # rounds that are over before the first turn are lost
            while runs.any():
                _, _, rewards, dones = new.step(player.choose(new, heat=1e-6)[0])
                won[runs & dones], runs = rewards[runs & dones] > 0, runs & ~dones
            yield update, won.mean(), 1.96 * won.std() / rounds**0.5


if __name__ == "__main__":
    for update, share, interval in train(updates=600, every=30, rounds=10_000):
        print(f"{update} updates, {time.process_time():.0f} s: {share:.1%} ± {interval:.1%}", flush=True)
