"""Check what was built against what must hold, and say so rule by rule."""
