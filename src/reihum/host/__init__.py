"""Tables in play: rooms, bots, clocks and workers, without any network."""

from reihum.host.host import Host, UnknownTable
from reihum.host.links import Link
from reihum.host.people import Person
from reihum.host.room import Done, Room
from reihum.host.thinking import AtOnce, Processes
from reihum.host.workers import Inline, Workers

__all__ = [
    "AtOnce",
    "Done",
    "Host",
    "Inline",
    "Link",
    "Person",
    "Processes",
    "Room",
    "UnknownTable",
    "Workers",
]
