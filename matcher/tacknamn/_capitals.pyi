"""The compiled search for capitalized words (matcher/native/capitals.c)."""

def find_capitalized(
    text: str, left_out: set[str] | None = None, /
) -> list[tuple[int, int]] | None: ...
