"""Numbers in the format of the reader's language."""

from __future__ import annotations

from math import inf

from reihum.arena.intervals import Estimate, Share
from reihum.texts import Texts


class NumberFormat:
    """Formats numbers for one language.

    >>> german = NumberFormat(Texts("de"))
    >>> german.number(1234.56, 1), german.percent(0.256), german.signed(-3.04, 1), german.signed(-0.01, 1)
    ('1.234,6', '25,6 %', '−3,0', '0,0')
    """

    def __init__(self, texts: Texts) -> None:
        thousands = texts.text("arena.number.thousand")[1]
        self._marks = str.maketrans({".": texts.text("cli.number.point"), ",": thousands, "-": "−"})
        self._texts = texts

    def number(self, value: float, places: int = 0) -> str:
        """A number with some decimals."""
        written = f"{value:,.{places}f}"
        return (written if written.strip("-0.") else written.lstrip("-")).translate(self._marks)

    def signed(self, value: float, places: int = 1) -> str:
        """A change, with its sign. Zero has none."""
        written = f"{value:+,.{places}f}"
        return (written if written.strip("+-0.") else written[1:]).translate(self._marks)

    def percent(self, share: float, places: int = 1) -> str:
        """A share in percent."""
        return self._texts.text("cli.number.percent", value=self.number(100 * share, places))

    def range(self, found: Estimate | Share, factor: float = 1, places: int = 1) -> str:
        """The interval of an estimate. A dash if nothing is known."""
        if found.high == inf:
            return "–"
        return f"{self.number(factor * found.low, places)} … {self.number(factor * found.high, places)}"
