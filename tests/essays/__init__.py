"""Learner essays of our own with gold labels; README.md tells how they were annotated."""
