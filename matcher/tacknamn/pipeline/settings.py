"""Check the settings of a pseudonymizer: its profile, its language, the lists of the user."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.reader import read_profile
from tacknamn.support.arguments import check_kind
from tacknamn.text.languages import AUTO, LANGUAGES

if TYPE_CHECKING:
    from tacknamn.pipeline.own_lists import OwnLists

__all__ = ["check_language", "choose_profile", "find_own_lists"]

_LONGEST_SHOWN = 80
"""Characters of an unknown language that a message shows."""


def choose_profile(
    profile: str | Path | Profile,
    policies: Mapping[str, str] | None,
    thresholds: Mapping[str, float] | None,
    own_labels: Iterable[str],
) -> Profile:
    """Return the profile with the changes of the caller.

    Args:
        own_labels: The labels of the user's lists.
    """
    check_kind("profile", profile, (str, Path, Profile), "a name, a Path or a Profile")
    for name, changes in (("policies", policies), ("thresholds", thresholds)):
        check_kind(name, changes or {}, Mapping, "a dict of labels")
    for label, least in (thresholds or {}).items():
        check_kind(f"thresholds[{label!r}]", least, (int, float), "a number, such as 0.9")
    chosen = profile if isinstance(profile, Profile) else read_profile(profile)
    chosen = chosen.add_own_labels(own_labels)
    if policies:
        chosen = chosen.change_policies(policies)
    return chosen.change_thresholds(thresholds) if thresholds else chosen


def find_own_lists(lexicon: Lexicon) -> "OwnLists | None":
    """Return the user's lists on top of a lexicon; None if there are none."""
    if lexicon.own is None and lexicon.allowed is None:
        return None
    from tacknamn.pipeline.own_lists import OwnLists  # here, because few texts need it

    return OwnLists(lexicon)


def check_language(language: str) -> str:
    """Return the language, if it is one that texts can have."""
    check_kind("language", language, str, "a string, such as 'sv'")
    if language not in (*LANGUAGES, AUTO):
        from tacknamn.support.suggest import suggest_names  # here, because most names are right

        known = suggest_names(language[:_LONGEST_SHOWN], (*LANGUAGES, AUTO))
        raise InputError(f"there is no language {language[:_LONGEST_SHOWN]!r}; {known}")
    return language
