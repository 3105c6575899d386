"""The ways of replacing, by name, and the labels that each of them fits.

A policy is written as one string, in a profile's file and behind ``--set``::

    keep                     the text stays, and nothing is told
    mark                     the text stays, and its label is told
    zero                     a way of replacing: the names of HOWS
    draw:firstname_unknown   the same, with the names of another label
    [LastName]               whatever has a bracket is a placeholder and stands there as it is
"""

from collections.abc import Callable
from typing import NamedTuple

from tacknamn.errors import InputError
from tacknamn.profiles.records import KEEP, MARK, Policy, make_placeholder
from tacknamn.records import Action
from tacknamn.replacement.number_replacements import (
    EMAIL_PSEUDONYM,
    URL_PSEUDONYM,
    replace_account,
    replace_age,
    replace_date,
    replace_day,
    replace_digits,
    replace_house_number,
    replace_identity_number,
    replace_initials,
    replace_letters_and_digits,
    replace_month,
    replace_month_name,
    replace_year,
)
from tacknamn.replacement.sms_masks import mask_email, mask_numbers

__all__ = [
    "BY_CHANCE",
    "BY_RULE",
    "DRAWN",
    "METHODS",
    "ReplacementMethod",
    "read_policy",
]

_FIRSTNAMES = ("firstname_female", "firstname_male", "firstname_unknown")
_NAMES = (*_FIRSTNAMES, "surname")
_DRAWN = (*_NAMES, "area", "city", "country", "geo", "other_institution", "place",
          "public_authority", "region", "school", "transport_name", "work", "zip_code")  # fmt: skip
"""What the sampler has names for (:data:`tacknamn.replacement.settings.DRAWN_LABELS`)."""
_LETTERS = (*(label for label in _DRAWN if label != "zip_code"),
            "middlename", "initials", "nickname")  # fmt: skip
"""What is written with letters; what changes them alone would leave a number as it is."""
_DIGITS = ("account_nr", "age_digits", "date_digits", "license_nr", "month_digit", "other_nr_seq",
           "personid_nr", "phone_nr", "street_nr", "transport_nr", "year", "zip_code")  # fmt: skip
"""What is written with digits. Not ``day``, under which weekdays go. What changes digits
alone would leave a name as it is."""
LONGEST = 200
"""Characters of a policy; a placeholder is a word or two."""


class ReplacementMethod(NamedTuple):
    """A way of replacing."""

    does: str
    """What it does, in words for a help page."""
    fits: frozenset[str] = frozenset()
    """The labels that it makes sense for; none: all labels."""


def _method(does: str, *fits: str) -> ReplacementMethod:
    return ReplacementMethod(does, frozenset(fits))


METHODS = {
    "draw": _method("a name of the lists that fits the others of the text", *_DRAWN),
    "rotate": _method("a name by a rotation of all names, the same in all texts", *_NAMES),
    "zero": _method("digits become 0, delimiters stay", *_DIGITS),
    "letter": _method("letters become A, B, C in their order, digits 0"),
    "initial": _method("each letter becomes A, delimiters stay", *_LETTERS),
    "A": _method("the letter A"),
    "age": _method("up to two years away, in digits", "age_digits", "age_string"),
    "year": _method("up to two years away", "year"),
    "day": _method("a day from 1 to 28", "day"),
    "month": _method("a month from 1 to 12", "month_digit"),
    "month_word": _method("another month by name", "month_word"),
    "date": _method("11-11-1111, or 1111-11-11 where the year is first", "date_digits"),
    "number": _method("a number from 1 to 50", "street_nr", "transport_nr"),
    "identity": _method("123456-0000, with the delimiter of the original", "personid_nr"),
    "fixed_account": _method("0000-00 000 00", "account_nr"),
    "email": _method("email@dot.com", "email"),
    "url": _method("url.com", "url"),
    "mask_number": _method(
        "digits of numbers of three digits or more become N", *_DIGITS, "url", "username"
    ),
    "mask_email": _method("x and y for each character, the ending stays", "email"),
    "placeholder": _method("a text of your own in brackets: [LastName]"),
    "count": _method("1, 2, 3 in order of first mention", "transport_nr"),
    "stars": _method("five stars: *****"),
}
"""Every way of replacing. Where ``mask_number`` finds no number of three digits the text stays."""

_OF_ANOTHER = ("draw", "rotate")
"""Ways that may take the names of another label."""


def read_policy(label: str, written: str) -> Policy:
    """The policy of a label, as it is written; what cannot be is told with what there is.

    >>> read_policy("country", "keep").action
    <Action.KEEP: 'keep'>
    >>> read_policy("nickname", "draw:firstname_unknown").text
    'firstname_unknown'
    """
    if len(written) > LONGEST:
        raise InputError(f"a policy of {len(written)} characters; {LONGEST} are the most")
    if any("\ud800" <= letter <= "\udfff" for letter in written):
        raise InputError("a policy with what is no letter (no UTF-8); type it again")
    if "[" in written:
        return make_placeholder(written)
    if written in ("keep", "mark"):
        return KEEP if written == "keep" else MARK
    how, colon, of = written.partition(":")
    if how not in METHODS or how == "placeholder" or (colon and how not in _OF_ANOTHER):
        raise InputError(f"there is no policy {written!r}; {_suggest_policies(written)}")
    _check_fit(how, of or label)
    return Policy(Action.REPLACE, how, of)


def _suggest_policies(written: str) -> str:
    from tacknamn.support.suggest import suggest_names  # here, for most policies have no fault

    names = ("keep", "mark", "[Text]", *(name for name in METHODS if name != "placeholder"))
    return suggest_names(written, names)


def _check_fit(how: str, label: str) -> None:
    if _fits(how, label):
        return
    others = (name for name in METHODS if name != "placeholder" and _fits(name, label))
    raise InputError(
        f"{how} is for {', '.join(sorted(METHODS[how].fits))}; choose keep, mark, [Text], "
        f"{', '.join(others)}"
    )


def _fits(how: str, label: str) -> bool:
    fits = METHODS[how].fits
    return not fits or label in fits


# The ways of replacing that policies name, for what no list is drawn from.


LETTER = "A"
"""What stands for any middle name."""
STARS = "*****"
"""What stands for whatever ``tab`` masks."""
BY_RULE: dict[str, Callable[[str], str]] = {
    "A": lambda original: LETTER,
    "date": replace_date,
    "email": lambda original: EMAIL_PSEUDONYM,
    "fixed_account": replace_account,
    "identity": replace_identity_number,
    "initial": replace_initials,
    "letter": replace_letters_and_digits,
    "mask_email": mask_email,
    "mask_number": mask_numbers,
    "stars": lambda original: STARS,
    "url": lambda original: URL_PSEUDONYM,
    "zero": replace_digits,
}
"""What the original alone decides."""
BY_CHANCE: dict[str, Callable[[str, int], str]] = {
    "age": replace_age,
    "day": replace_day,
    "month": replace_month,
    "month_word": replace_month_name,
    "number": replace_house_number,
    "year": replace_year,
}
"""What takes a number, too, from a seed or a key."""
DRAWN = frozenset(("draw", "rotate"))
"""What the sampler draws."""
