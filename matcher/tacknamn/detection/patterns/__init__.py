"""Find what the lists cannot have, by its shape: numbers, dates, addresses, names with endings.

``finder`` runs the rules and chooses among what they propose. Two passes over a text call them:

- At literals: ``months``, ``ages`` in words, ``electronic`` (e-mail and web addresses, user names),
  and ``name_endings`` (Rosenvägen, Ekskolan). ``number_words`` reads numbers in words.
- At digits: ``digit_sequences`` groups runs of digits, and ``number_finder`` applies to each group
  the rules of ``ages``, ``dates_and_amounts``, ``contact_numbers``, ``house_numbers`` and
  ``identifiers``. ``codes`` reads the whole word around digits (KB-2024-07, solros92).

``age_rules`` decides for ``ages`` whether a number is an age: by the words before it
(``age_subjects``) and by the persons named or listed beside it (``ages_beside_persons``).

``rulebook`` is what all rules share. Two modules are for profiles that mask: ``clinical_patterns``
(those of the masking tool) and ``custom_masks`` (the user's own regular expressions).

``rules.tsv`` holds the label and strength of each rule, ``cue_words.tsv`` the words that speak for
a rule or label, and ``word_groups.tsv`` the words that the rules themselves need. Each line has
its reason.
"""
