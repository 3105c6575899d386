"""Profiles: which finders run on a text, and what happens to each label.

::

    from tacknamn.profiles.reader import read_profile
    profile = read_profile("swell").change_policies({"country": "keep"})
    profile.get_policy("surname")    # Policy(action=Action.REPLACE, method="draw", text="")

A profile is data: one of the ``*.toml`` files of this folder (``swell``, ``sms``, ``mask``,
``tab``) or a user's own file. :mod:`tacknamn.profiles.reader` describes the format and finds the
file, ``parser`` checks its values, ``policy_syntax`` reads each policy, and ``methods`` is the table
of all replacement methods.
"""
