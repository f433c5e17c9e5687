"""The balance lab: what a game is like, found by playing it many times."""

from reihum.arena.lab.report import Lab, LabReport, default_rounds, plan_trials, run_lab, run_lab_within

__all__ = ["Lab", "LabReport", "default_rounds", "plan_trials", "run_lab", "run_lab_within"]
