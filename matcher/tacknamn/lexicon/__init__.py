"""The lists: one bundle, its sections, look-up, and the search for near forms."""
