"""The life of a table without any network: seats, people and bots, clocks, the real-time arbiter, the durable log."""

from reihum.host.arbiter import Reaction
from reihum.host.chain import Damaged
from reihum.host.decisions import Refused
from reihum.host.host import Host, UnknownTable
from reihum.host.links import Link
from reihum.host.log import Conflict, Log, StorageFailed
from reihum.host.people import Person
from reihum.host.room import Done, Room
from reihum.host.settings import Settings
from reihum.host.thinking import AtOnce, Processes
from reihum.host.updates import Dismissed, Presence, Snapshot, Update
from reihum.host.workers import Inline, Workers

__all__ = [
    "AtOnce",
    "Conflict",
    "Damaged",
    "Dismissed",
    "Done",
    "Host",
    "Inline",
    "Link",
    "Log",
    "Person",
    "Presence",
    "Processes",
    "Reaction",
    "Refused",
    "Room",
    "Settings",
    "Snapshot",
    "StorageFailed",
    "UnknownTable",
    "Update",
    "Workers",
]
