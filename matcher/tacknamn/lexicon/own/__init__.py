"""Lists of one's own: compiled in memory, without the builders, into what a bundle has.

``labels`` checks the labels, ``entries`` and ``csv_entries`` read what the user gives, ``inflected``
adds definite forms, ``compile`` makes the sections, and ``memory_bundle`` holds and saves them.
"""
