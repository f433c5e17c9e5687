"""``trained``: a player whose net has learned by playing millions of rounds. It needs numba or numpy (docs/bots.md)."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reihum.bots.trained.network import Network
    from reihum.bots.trained.row_bot import TrainedRowBot
    from reihum.bots.trained.weights_file import read_weights

__all__ = ["Network", "TrainedRowBot", "read_weights"]

_MODULE_OF = {"Network": "network", "TrainedRowBot": "row_bot", "read_weights": "weights_file"}


def __getattr__(name: str) -> Any:
    """Load a name when it is first used: it may load a compiler."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
