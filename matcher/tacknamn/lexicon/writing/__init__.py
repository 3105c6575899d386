"""Write the sections of a bundle; the builders and lists of one's own use the same code.

``section_data`` puts columns together, ``scanner_table`` and ``near_sections`` build what the
matcher and the search of near forms look up, ``near_forms`` chooses the forms of the latter, and
``replace_folder`` puts a finished bundle in the place of the old one. None of it needs numpy.
"""
