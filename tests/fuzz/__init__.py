"""Fuzzing with forged bundles and nasty texts, which may cause nothing but an Error."""
