"""The balance lab: what a game is like, found out by playing it many times."""

from reihum.arena.lab.report import Lab, Report, investigate, planned, usual_rounds

__all__ = ["Lab", "Report", "investigate", "planned", "usual_rounds"]
