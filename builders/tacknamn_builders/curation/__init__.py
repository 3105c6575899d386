"""Hand-made tables: each line is one decision with its reason."""
