"""Whether a name becomes the same pseudonym in all texts, and the warning if it does not.

With a key, a draw depends on the name alone, and a rotation is one for the whole corpus. Otherwise it
depends on the text as well: in a table, one person has another pseudonym in each row. A person who
joins or counts by name must know this, so everything that works on tables warns of it once.
"""

import warnings
from typing import TYPE_CHECKING
from weakref import WeakSet

from tacknamn.profiles.methods import METHODS
from tacknamn.profiles.profile import Profile
from tacknamn.replacement.records import Extent

if TYPE_CHECKING:
    from tacknamn.pipeline.pseudonymizer import Pseudonymizer

__all__ = ["InconsistentNamesWarning", "describe_inconsistency", "warn_of_inconsistency"]

_WARNING = (
    "without a key, equal names get different pseudonyms in different rows or texts; for the same "
    "pseudonym in all of them, give a key (key=..., or --key-file)"
)
_WARNED: "WeakSet[Pseudonymizer]" = WeakSet()


class InconsistentNamesWarning(UserWarning):
    """Equal names get different pseudonyms in different texts."""


def describe_inconsistency(pseudonymizer: "Pseudonymizer") -> str:
    """Return a warning if equal names get different pseudonyms in different texts, else nothing."""
    has_key = pseudonymizer.sampler.seed is None
    rotates = pseudonymizer.profile.extent == Extent.CORPUS
    return "" if has_key or rotates or not _draws_names(pseudonymizer.profile) else _WARNING


def warn_of_inconsistency(pseudonymizer: "Pseudonymizer") -> None:
    """Warn, once for each pseudonymizer, if equal names get different pseudonyms in different texts.

    The command prints :func:`describe_inconsistency` instead."""
    warning = describe_inconsistency(pseudonymizer)
    if warning and pseudonymizer not in _WARNED:
        _WARNED.add(pseudonymizer)
        warnings.warn(warning, InconsistentNamesWarning, stacklevel=3)


def _draws_names(profile: Profile) -> bool:
    """Whether the sampler draws anything: placeholders and stars need no key."""
    policies = (profile.others, *profile.policies.values(), *profile.rules.values())
    methods = (METHODS.get(policy.method) for policy in policies)
    return any(method is not None and method.is_sampled for method in methods)
