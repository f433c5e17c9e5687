"""The balance lab: what a game is like, found by playing it many times."""

from reihum.arena.lab.report import Lab, LabReport, choose_rounds, default_rounds, plan_trials, run_lab

__all__ = ["Lab", "LabReport", "choose_rounds", "default_rounds", "plan_trials", "run_lab"]
