"""Fuzzing: forged bundles and nasty texts, against which nothing but an Error may come."""
