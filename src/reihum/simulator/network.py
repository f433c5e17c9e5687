"""The net of a trained player as a kernel: from an observation to what it prefers.

``reihum.envs.jax.network`` trains it. Every sum is made in one order, so the net gives the same bits natively and in a
browser.
"""

from __future__ import annotations

from reihum.simulator.compiler import Singles, Words, as_index, entry, kernel

ROW_INPUTS, NUMBERS, WIDTH, BLOCKS, NEIGHBOURS, CARDS = range(6)
"""What the shape of a net tells: the inputs of a row, those of the whole table, the features of each, the number of
blocks, whether rows hear of their neighbours, and the preferences of a row."""

ROWS = 4
OTHERS = 2
"""The net knows two more preferences; the first is that for the other move."""


def count_room(width: int, cards: int) -> int:
    """How many numbers a net writes. The first of them are what it prefers."""
    return ROWS * cards + OTHERS + (3 * ROWS + 3) * width


@entry("evaluate_net")
def evaluate_net(shape: Words, weights: Singles, planes: Singles, numbers: Singles, room: Singles) -> int:
    """Evaluate a net into ``room``, which holds zeros. The rows share the weights, which lie in the order of their
    use. Returns how many weights were used."""
    inputs, width, blocks, cards = shape[ROW_INPUTS], shape[WIDTH], shape[BLOCKS], shape[CARDS]
    other = ROWS * cards
    rows = other + OTHERS
    row_news, neighbours, whole = rows + ROWS * width, rows + 2 * ROWS * width, rows + 3 * ROWS * width
    news, mean = whole + width, whole + 2 * width

    used = multiply(planes, 0, inputs, weights, 0, width, room, rows, ROWS)
    used = add_to_rows(weights, used, width, room, rows, ROWS)
    clip(room, rows, ROWS * width)
    used = multiply(numbers, 0, shape[NUMBERS], weights, used, width, room, whole, 1)
    average(room, rows, width, mean)
    used = multiply(room, mean, width, weights, used, width, room, whole, 1)
    used = add_to_rows(weights, used, width, room, whole, 1)
    clip(room, whole, width)

    for _ in range(blocks):
        clear(room, news, width)
        used = multiply(room, whole, width, weights, used, width, room, news, 1)
        clear(room, row_news, ROWS * width)
        add_to_rows(room, news, width, room, row_news, ROWS)
        if shape[NEIGHBOURS]:
            add_neighbours(room, rows, width, neighbours)
            used = multiply(room, neighbours, width, weights, used, width, room, row_news, ROWS)
        used = multiply(room, rows, width, weights, used, width, room, row_news, ROWS)
        used = add_to_rows(weights, used, width, room, row_news, ROWS)
        clip(room, row_news, ROWS * width)
        add_to_rows(room, row_news, ROWS * width, room, rows, 1)

        average(room, rows, width, mean)
        clear(room, news, width)
        used = multiply(room, whole, width, weights, used, width, room, news, 1)
        used = multiply(room, mean, width, weights, used, width, room, news, 1)
        used = add_to_rows(weights, used, width, room, news, 1)
        clip(room, news, width)
        add_to_rows(room, news, width, room, whole, 1)

    used = multiply(room, rows, width, weights, used, cards, room, 0, ROWS)
    used = add_to_rows(weights, used, cards, room, 0, ROWS)
    used = multiply(room, whole, width, weights, used, OTHERS, room, other, 1)
    return add_to_rows(weights, used, OTHERS, room, other, 1)


@kernel
def multiply(
    origin: Singles, begin: int, count: int, weights: Singles, used: int, width: int, room: Singles, at: int, rows: int
) -> int:
    """Add the product of some rows and a matrix of weights to as many rows of the room. Returns the weights used by
    then. Most inputs are 0."""
    for number in range(count):
        line = as_index(used + number * width)
        for row in range(rows):
            value = origin[as_index(begin + row * count + number)]
            if value != 0:
                target = as_index(at + row * width)
                for step in range(as_index(width)):
                    room[target + step] += value * weights[line + step]
    return used + count * width


@kernel
def add_to_rows(origin: Singles, begin: int, width: int, room: Singles, at: int, rows: int) -> int:
    """Add one list to some rows of the room. Returns the end of the list."""
    for row in range(rows):
        for step in range(width):
            room[at + row * width + step] += origin[begin + step]
    return begin + width


@kernel
def add_neighbours(room: Singles, rows: int, width: int, at: int) -> None:
    """The sum of the rows beside each row."""
    for step in range(width):
        first, second = room[rows + step], room[rows + width + step]
        third, fourth = room[rows + 2 * width + step], room[rows + 3 * width + step]
        room[at + step] = second
        room[at + width + step] = first + third
        room[at + 2 * width + step] = second + fourth
        room[at + 3 * width + step] = third


@kernel
def average(room: Singles, rows: int, width: int, at: int) -> None:
    """The mean of the four rows."""
    for step in range(width):
        first, second = room[rows + step], room[rows + width + step]
        third, fourth = room[rows + 2 * width + step], room[rows + 3 * width + step]
        room[at + step] = (first + second + third + fourth) * 0.25


@kernel
def clip(room: Singles, at: int, count: int) -> None:
    """Nothing is below 0."""
    for place in range(at, at + count):
        if room[place] < 0:
            room[place] = 0.0


@kernel
def clear(room: Singles, at: int, count: int) -> None:
    """Write zeros."""
    for place in range(at, at + count):
        room[place] = 0.0
