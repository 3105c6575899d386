"""Find and replace what identifies by its shape: the pseudonymizer's hard categories.

Ages, accounts, plates, dates, telephone numbers, personal identity numbers, addresses of mail
and web, user names, postal codes and every other run of three digits or more; and the names
that their endings give away (Rosenvägen, Ekskolan)::

    for finding in find("Ring Bo på 070-123 45 67, han fyller arton."):
        finding.label, finding.rule, finding.trigger      # phone_nr mobile ring, age_string ...

What a run of digits may be stands in ``rules.tsv``, the words that speak for a reading in
``cue_words.tsv``, each line with its reason. The strongest reading becomes the finding, the
others are kept in it. The replacements are pure functions, from originals to pseudonyms.
"""
