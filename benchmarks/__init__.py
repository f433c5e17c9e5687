"""Benchmarks: figures side by side in one run, printed with the work they did."""
