"""The table of replacement methods: what each one does, to which labels it fits, and its function.

To add a method, add a line to :data:`METHODS`. Profiles, ``--set``, the replacement itself and
``--explain`` all read this table.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tacknamn.replacement.number_replacements import (
    EMAIL_PSEUDONYM,
    URL_PSEUDONYM,
    Chance,
    replace_account,
    replace_age,
    replace_date,
    replace_day,
    replace_house_number,
    replace_identity_number,
    replace_initials,
    replace_letters_and_digits,
    replace_month,
    replace_month_name,
    replace_number,
    replace_year,
)
from tacknamn.replacement.sms_masks import mask_email, mask_numbers

__all__ = ["METHODS", "ReplacementMethod"]

_FIRSTNAMES = ("firstname_female", "firstname_male", "firstname_unknown")
_NAMES = (*_FIRSTNAMES, "surname")
_DRAWN = (*_NAMES, "area", "city", "country", "geo", "other_institution", "place",
          "public_authority", "region", "school", "transport_name", "work", "zip_code")  # fmt: skip
"""The labels for which the sampler has names
(:data:`tacknamn.replacement.settings.DRAWN_LABELS`)."""
_LETTERS = (*(label for label in _DRAWN if label != "zip_code"),
            "middlename", "initials", "nickname")  # fmt: skip
"""The labels written with letters. A method that changes letters alone would not hide a number."""
_DIGITS = ("account_nr", "age_digits", "date_digits", "license_nr", "month_digit", "other_nr_seq",
           "personid_nr", "phone_nr", "street_nr", "transport_nr", "year", "zip_code")  # fmt: skip
"""The labels written with digits; not ``day``, which includes weekdays. A method that changes
digits alone would not hide a name."""


@dataclass(frozen=True, slots=True)
class ReplacementMethod:
    """One way to replace a detection. At most one of the last three fields is set."""

    words: str
    """What it does, for help texts and ``--explain``."""
    labels: frozenset[str] = frozenset()
    """The labels that it fits; empty: all labels."""
    replace: Callable[[str], str] | None = None
    """Computes the replacement from the original alone."""
    draw: Callable[[str, Chance], str] | None = None
    """Computes it from the original and numbers that come from a seed or a key."""
    is_sampled: bool = False
    """Whether the sampler draws a name."""

    def fits(self, label: str) -> bool:
        """Whether it makes sense for a label."""
        return not self.labels or label in self.labels


def _sample(words: str, *labels: str) -> ReplacementMethod:
    return ReplacementMethod(words, frozenset(labels), is_sampled=True)


def _replace(words: str, replace: Callable[[str], str], *labels: str) -> ReplacementMethod:
    return ReplacementMethod(words, frozenset(labels), replace=replace)


def _draw(words: str, draw: Callable[[str, Chance], str], *labels: str) -> ReplacementMethod:
    return ReplacementMethod(words, frozenset(labels), draw=draw)


def _insert(text: str) -> Callable[[str], str]:
    """Return a function that replaces every original with the same text."""
    return lambda original: text


METHODS = {
    "draw": _sample("a name of the lists that fits the others of the text", *_DRAWN),
    "rotate": _sample("a name by a rotation of all names, the same in all texts", *_NAMES),
    "zero": _replace("digits become 0, delimiters stay", replace_number, *_DIGITS),
    "letter": _replace(
        "letters become A, B, C in their order, digits 0", replace_letters_and_digits
    ),
    "initial": _replace("each letter becomes A, delimiters stay", replace_initials, *_LETTERS),
    "A": _replace("the letter A", _insert("A")),
    "age": _draw("one or two years away, in digits", replace_age, "age_digits", "age_string"),
    "year": _draw("one or two years away", replace_year, "year"),
    "day": _draw("another day from 1 to 28", replace_day, "day"),
    "month": _draw("another month from 1 to 12", replace_month, "month_digit"),
    "month_word": _draw("another month by name", replace_month_name, "month_word"),
    "date": _replace(
        "11-11-1111, or 1111-11-11 where the year is first", replace_date, "date_digits"
    ),
    "number": _draw(
        "another number from 1 to 50", replace_house_number, "street_nr", "transport_nr"
    ),
    "identity": _replace(
        "123456-0000, with the delimiter of the original", replace_identity_number, "personid_nr"
    ),
    "fixed_account": _replace("0000-00 000 00", replace_account, "account_nr"),
    "email": _replace("email@dot.com", _insert(EMAIL_PSEUDONYM), "email"),
    "url": _replace("url.com", _insert(URL_PSEUDONYM), "url"),
    "mask_number": _replace(
        "digits of numbers of three digits or more become N",
        mask_numbers,
        *_DIGITS,
        "url",
        "username",
    ),
    "mask_email": _replace("x and y for each character, the ending stays", mask_email, "email"),
    "placeholder": ReplacementMethod("a text of your own in brackets: [LastName]"),
    "count": ReplacementMethod("1, 2, 3 in order of first mention", frozenset(("transport_nr",))),
    "stars": _replace("five stars: *****", _insert("*****")),
}
"""Every replacement method by its name. If ``mask_number`` finds no number of three digits, the
text stays and there is no span."""
