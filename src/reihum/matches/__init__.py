"""Rounds, dealer rotation, points and places, checkable deals, records, replay and verification."""

from reihum.matches.fairness import commitment, round_seed
from reihum.matches.match import Match, MatchView, match, rounds_of, start_match
from reihum.matches.records import Recorder, Step, replay, verify

__all__ = [
    "Match",
    "MatchView",
    "Recorder",
    "Step",
    "commitment",
    "match",
    "replay",
    "round_seed",
    "rounds_of",
    "start_match",
    "verify",
]
