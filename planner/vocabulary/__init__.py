"""The words of the planner as frozen values; imports nothing above it."""
