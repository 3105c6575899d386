"""Definite forms of entries of one's own: *Alvedonen*, *lagret*, *museets*.

The gender of an invented word is not known, so both definite forms are made. The matcher finds the
genitive of a base form by itself; here it is added to the definite forms.

>>> sorted(form for form, affixes in list_definite_forms("hemtjänst") if affixes == DEFINITE)
['hemtjänsten', 'hemtjänstet']
"""

from collections.abc import Iterator

from tacknamn.labels import DEFINITE, GENITIVE

__all__ = ["NOT_INFLECTED", "list_definite_forms"]

NOT_INFLECTED = frozenset(
    ("firstname_female", "firstname_male", "firstname_unknown", "surname", "middlename", "nickname",
     "initials")
)  # fmt: skip
"""Labels of persons, who have no definite form: *annan* is not Anna."""
SHORTEST = 3
"""Letters of the shortest word that is inflected."""
_VOWELS = "aeiouyåäöé"


def list_definite_forms(folded: str) -> Iterator[tuple[str, int]]:
    """Yield the definite forms of a folded form by its last word, and their genitives."""
    word = folded.rpartition(" ")[2]
    if len(word) >= SHORTEST and word.isalpha():
        for form in _inflect(folded):
            yield form, DEFINITE
            yield f"{form}s", DEFINITE | GENITIVE


def _inflect(word: str) -> tuple[str, ...]:
    if word.endswith("um"):
        return f"{word[:-2]}et", f"{word}et"
    if word.endswith(("el", "er", "or")):
        return f"{word}n", f"{word[:-2]}{word[-1]}et", f"{word}et"
    if word[-1] in "ae":
        return f"{word}n", f"{word}t"
    if word[-1] in _VOWELS:
        return f"{word}n", f"{word}t", f"{word}et"
    return f"{word}en", f"{word}et"
