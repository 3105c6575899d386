"""The entries of a bundle, and their look-up.

``bundle`` checks and opens the files, ``sections`` and ``file_column`` give their columns,
``word_lists`` and ``form_lists`` read words and forms from them, and ``lexicon`` looks forms up,
also in lists of one's own. ``near_index`` finds misspelt names (``near_table`` is its data,
``near_costs`` ranks, ``near_portable`` searches without compiled code). ``ranks`` finds the most
mentioned forms, ``label_shares`` the labels that a form is likely to have. ``hash_table``
describes the table of the compiled scanner.
"""
