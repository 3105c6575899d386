"""The portable engine: used where nothing was compiled, and as a reference in the tests.

``patterns`` and ``automaton`` prepare the forms of a bundle; ``engine`` cuts a text into windows,
``finder`` finds the forms in each, and ``common_words`` decides which common words count.
"""
