"""The ways of replacing, by name, and the labels that each of them fits.

A policy is written as one string, in a profile's file and behind ``--set``::

    keep                     the text stays, and nothing is told
    mark                     the text stays, and its label is told
    zero                     a way of replacing: the names of HOWS
    draw:firstname_unknown   the same, with the names of another label
    [LastName]               whatever has a bracket is a placeholder and stands there as it is
"""

from typing import NamedTuple

from tacknamn.errors import InputError
from tacknamn.policies.records import KEEP, MARK, Policy, placeholder
from tacknamn.pseudonymizing.records import Action

__all__ = ["HOWS", "How", "read_policy"]

_FIRSTNAMES = ("firstname_female", "firstname_male", "firstname_unknown")
_NAMES = (*_FIRSTNAMES, "surname")
_DRAWN = (*_NAMES, "area", "city", "country", "geo", "other_institution", "place",
          "public_authority", "region", "school", "transport_name", "work", "zip_code")  # fmt: skip
"""What the sampler has names for (:data:`tacknamn.sampling.DRAWN`)."""
_LETTERS = (*(label for label in _DRAWN if label != "zip_code"),
            "middlename", "initials", "nickname")  # fmt: skip
"""What is written with letters; what changes them alone would leave a number as it is."""
_DIGITS = ("account_nr", "age_digits", "date_digits", "license_nr", "month_digit", "other_nr_seq",
           "personid_nr", "phone_nr", "street_nr", "transport_nr", "year", "zip_code")  # fmt: skip
"""What is written with digits. Not ``day``, under which weekdays go. What changes digits
alone would leave a name as it is."""
LONGEST = 200
"""Characters of a policy; a placeholder is a word or two."""


class How(NamedTuple):
    """A way of replacing."""

    does: str
    """What it does, in words for a help page."""
    fits: frozenset[str] = frozenset()
    """The labels that it makes sense for; none: all labels."""


def _how(does: str, *fits: str) -> How:
    return How(does, frozenset(fits))


HOWS = {
    "draw": _how("a name of the lists that fits the others of the text", *_DRAWN),
    "rotate": _how("a name by a rotation of all names, the same in all texts", *_NAMES),
    "zero": _how("digits become 0, delimiters stay", *_DIGITS),
    "letter": _how("letters become A, B, C in their order, digits 0"),
    "initial": _how("each letter becomes A, delimiters stay", *_LETTERS),
    "A": _how("the letter A"),
    "age": _how("up to two years away, in digits", "age_digits", "age_string"),
    "year": _how("up to two years away", "year"),
    "day": _how("a day from 1 to 28", "day"),
    "month": _how("a month from 1 to 12", "month_digit"),
    "month_word": _how("another month by name", "month_word"),
    "date": _how("11-11-1111, or 1111-11-11 where the year is first", "date_digits"),
    "number": _how("a number from 1 to 50", "street_nr", "transport_nr"),
    "identity": _how("123456-0000, with the delimiter of the original", "personid_nr"),
    "fixed_account": _how("0000-00 000 00", "account_nr"),
    "email": _how("email@dot.com", "email"),
    "url": _how("url.com", "url"),
    "mask_number": _how(
        "digits of numbers of three digits or more become N", *_DIGITS, "url", "username"
    ),
    "mask_email": _how("x and y for each character, the ending stays", "email"),
    "placeholder": _how("a text of your own in brackets: [LastName]"),
    "count": _how("1, 2, 3 in order of first mention", "transport_nr"),
    "stars": _how("five stars: *****"),
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
        return placeholder(written)
    if written in ("keep", "mark"):
        return KEEP if written == "keep" else MARK
    how, colon, of = written.partition(":")
    if how not in HOWS or how == "placeholder" or (colon and how not in _OF_ANOTHER):
        raise InputError(f"there is no policy {written!r}; {_there_are(written)}")
    _check_fit(how, of or label)
    return Policy(Action.REPLACE, how, of)


def _there_are(written: str) -> str:
    from tacknamn.sampling.telling import closest  # here, for most policies have no fault

    names = ("keep", "mark", "[Text]", *(name for name in HOWS if name != "placeholder"))
    return closest(written, names)


def _check_fit(how: str, label: str) -> None:
    if _fits(how, label):
        return
    others = (name for name in HOWS if name != "placeholder" and _fits(name, label))
    raise InputError(
        f"{how} is for {', '.join(sorted(HOWS[how].fits))}; choose keep, mark, [Text], "
        f"{', '.join(others)}"
    )


def _fits(how: str, label: str) -> bool:
    fits = HOWS[how].fits
    return not fits or label in fits
