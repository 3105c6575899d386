"""What becomes of each label: the profiles swell, sms, mask and tab, and those of users.

::

    from tacknamn.policies import read_profile
    profile = read_profile("swell").with_changes({"country": "keep"})
    profile.policy("surname")        # Policy(action=Action.REPLACE, how="draw", text="")

A profile is data: a file in ``tacknamn/profiles``, or one of the user's own. The format is
described in :mod:`tacknamn.policies.reading`, the ways of replacing in
:mod:`tacknamn.policies.hows`.
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.policies.hows import HOWS, How
    from tacknamn.policies.profile import Profile
    from tacknamn.policies.reading import profile_names, read_profile
    from tacknamn.policies.records import Join, Masks, Policy, Revealing

__all__ = [
    "HOWS",
    "How",
    "Join",
    "Masks",
    "Policy",
    "Profile",
    "Revealing",
    "profile_names",
    "read_profile",
]

_HOMES = {
    "hows": ("HOWS", "How"),
    "profile": ("Profile",),
    "reading": ("profile_names", "read_profile"),
    "records": ("Join", "Masks", "Policy", "Revealing"),
}

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)
