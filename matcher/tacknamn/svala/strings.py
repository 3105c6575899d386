"""Characters that no text may have here: what cannot be written as UTF-8, and NUL."""

__all__ = ["fault_of"]


def fault_of(text: str) -> str:
    """What is wrong with a string, in words; empty when nothing is.

    >>> fault_of("a\\0b")
    'a NUL character'
    """
    if "\0" in text:
        return "a NUL character"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "half of a surrogate pair"
    return ""
