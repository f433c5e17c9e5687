"""Helpers for working on Reihum; no part of the package."""
