"""Whether a name becomes the same pseudonym in all texts, and the warning if it does not.

With a key, a draw depends on the name alone, and a rotation is one for the whole corpus. Otherwise it
depends on the text as well: in a table, one person has another pseudonym in each row. A person who
joins or counts by name must know this, so everything that works on tables warns of it once.
"""

from tacknamn.profiles.methods import METHODS, ReplacementMethod
from tacknamn.profiles.profile import Profile
from tacknamn.replacement.records import Extent

__all__ = ["INCONSISTENT_NAMES", "InconsistentNamesWarning", "has_draws", "is_consistent"]

INCONSISTENT_NAMES = (
    "without a key, equal names get different pseudonyms in different rows or texts; for the same "
    "pseudonym in all of them, give a key (key=..., or --key-file)"
)
"""The warning: of Python's ``warnings`` for functions, on standard error for commands."""


class InconsistentNamesWarning(UserWarning):
    """Equal names get different pseudonyms in different texts."""


def is_consistent(profile: Profile, has_key: bool) -> bool:
    """Whether a name gets the same pseudonym in all texts."""
    return has_key or profile.extent == Extent.CORPUS or not _draws_names(profile)


def has_draws(profile: Profile) -> bool:
    """Whether any replacement depends on a seed or a key: names, but ages and dates as well."""
    return any(method.is_sampled or method.draw is not None for method in _list_methods(profile))


def _draws_names(profile: Profile) -> bool:
    """Whether the sampler draws anything: placeholders and stars need no key."""
    return any(method.is_sampled for method in _list_methods(profile))


def _list_methods(profile: Profile) -> list[ReplacementMethod]:
    policies = (profile.others, *profile.policies.values(), *profile.rules.values())
    methods = (METHODS.get(policy.method) for policy in policies)
    return [method for method in methods if method is not None]
