"""The compiled survey of a text for what may hide a name (matcher/native/disguises.c)."""

def survey(text: str, /) -> int:
    """Return bits for the kinds of disguise that a text may have.

    They are those of tacknamn.detection.disguises.survey, where the twin in Python is."""
