"""What a text is made of: folding, letter case, windows."""
