"""Write the entries of a bundle for other tools.

``selection`` chooses entries, ``formats`` lists the formats, ``export`` writes a folder, and
``provenance`` the two files that say where its content comes from. A module for each kind of tool:
``tries`` (marisa-trie), ``automaton`` (pyahocorasick), ``rules`` (spaCy, Presidio), ``word_lists``
(GATE, FlashText), ``tables`` (CSV, Parquet, Data Package), ``database`` (SQLite), ``vocabulary``
(SKOS). The same bundle gives the same bytes.
"""
