"""A player for Reihum's bot protocol (docs/bot-protocol.md): the highest number that fits, one card a turn.

reihum arena "cmd:python docs/examples/programs/highest.py" sensible
"""

import json
import re
import sys


def number(move: str) -> int:
    """The number at the end of a move."""
    found = re.search(r"\d+$", move)
    return int(found[0]) if found else 0


def answer(word: str, content: str) -> str:
    """What to say; nothing where nothing is asked."""
    if word == "choose":
        moves = json.loads(content)["moves"]
        return "move " + ("end" if "end" in moves else max(moves, key=number))
    return {"reihum": "bot Highest", "game": "ready", "call": "quiet"}.get(word, "")


for line in sys.stdin:
    word, _, content = line.strip().partition(" ")
    if word == "quit":
        break
    if said := answer(word, content):
        print(said, flush=True)
