"""Check a bundle and its sources against rules; each broken rule is a finding.

``run`` runs all checks. Rules for one row of the lexicon are in ``row_rules``, rules for all rows
in ``tally`` and ``town_chains``, rules for the binary sections in ``bundle_rules``, rules for the
lists that replacements are drawn from in ``top_lists``. ``counted_lists`` checks received lists of
names, ``coverage`` measures how many people's names the bundle has.
"""
