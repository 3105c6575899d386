"""Sessions: texts that share pseudonyms, and answers that are restored."""
