"""Find what identifies by its shape, whatever the lists hold: numbers, dates, addresses, endings.

Start with :mod:`tacknamn.detection.patterns.finder`. Its rules find ages, accounts, plates, dates,
telephone numbers, personal identity numbers, e-mail and web addresses, user names, postal codes,
every other run of three digits or more, and names with typical endings (Rosenvägen, Ekskolan).

``rules.tsv`` holds the label and strength of each rule, ``cue_words.tsv`` the words that speak for
a rule or label, and ``word_groups.tsv`` the words that the rules themselves need. Each line has
its reason.
"""
