"""Find every entry of a lexicon in running text."""
