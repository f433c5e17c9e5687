"""A bot at a table on a server: `python highest.py 'http://localhost:8011/t/t-abc#key'`."""

import asyncio
import sys

import reihum
from reihum.bots import Bot, offered
from reihum.cards import NUMBER
from reihum.client import Client, play


class Highest(Bot):
    """Gets rid of high numbers first and keeps the rest to itself."""

    def choose(self, view: reihum.View) -> str:
        """One of the moves that the view offers, as text. A bot sees nothing but views."""
        moves = offered(view)
        return "end" if "end" in moves else max(moves, key=lambda move: NUMBER.get(move.split()[-1], 0))


async def main(link: str) -> None:
    """Take a free seat, play until the match is over, tell who has won."""
    async with Client(link, "Highest") as table:
        await play(table, Highest)
        if table.view and table.view.outcome:
            print("the winners are at the seats", table.view.outcome.winners)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
