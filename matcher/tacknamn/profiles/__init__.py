"""What becomes of each label: the profiles swell, sms, mask and tab, and those of users.

::

    from tacknamn.profiles import read_profile
    profile = read_profile("swell").with_changes({"country": "keep"})
    profile.policy("surname")        # Policy(action=Action.REPLACE, how="draw", text="")

A profile is data: a file in ``tacknamn/profiles``, or one of the user's own. The format is
described in :mod:`tacknamn.profiles.reader`, the ways of replacing in
:mod:`tacknamn.profiles.methods`.
"""
