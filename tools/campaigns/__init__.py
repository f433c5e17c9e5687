"""Long campaigns that look for faults: `python -m tools.campaigns kill`. docs/reliability.md has their figures."""
