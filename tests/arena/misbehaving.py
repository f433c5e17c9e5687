"""A program that plays the first moves it is offered, and misbehaves when it is asked for the third: see ``ways``.

It runs as a process of its own, so it knows nothing of the tests or of the package.
"""

import json
import os
import sys
import threading
from collections.abc import Callable


def say(line: str) -> None:
    """Answer."""
    print(line, flush=True)


def twice(move: str) -> None:
    """Answer two times at once."""
    print(f"move {move}\nmove {move}", flush=True)


def flood() -> None:
    """Never stop answering."""
    while True:
        print("move nowhere")


def raw(data: bytes) -> int:
    """Write bytes, and say that none are left."""
    return len(data) - os.write(1, data)


def ways(move: str) -> dict[str, Callable[[], object]]:
    """What to do instead of the move."""
    return {
        "well": lambda: say(f"move {move}"),
        "illegal": lambda: say("move lay R1"),
        "nonsense": lambda: say("move over there"),
        "wrong-word": lambda: say("ready"),
        "empty": lambda: say(""),
        "binary": lambda: raw(b"\xff\xfe\x00 hello\n"),
        "endless": lambda: raw(b"x" * 100_000 + b"\n"),
        "unfinished": lambda: raw(f"move {move}".encode()) or sys.exit(0),
        "silent": threading.Event().wait,
        "crash": lambda: os._exit(3),
        "gives-up": lambda: say("error I am out of ideas"),
        "twice": lambda: twice(move),
        "flood": flood,
    }


def main(way: str) -> None:
    """Play until it is time to misbehave."""
    asked = 0
    for line in sys.stdin:
        word, _, content = line.strip().partition(" ")
        if word == "choose":
            asked += 1
            move = json.loads(content)["moves"][0]
            ways(move)[way if asked == 3 else "well"]()
        elif word == "quit":
            return
        elif word in ("reihum", "game", "call"):
            say({"reihum": "bot Misbehaving", "game": "ready", "call": "quiet"}[word])


if __name__ == "__main__":
    main(sys.argv[1])
