"""Find what identifies somebody in a text: patterns, cues, ranked names, harmless names, entities."""
