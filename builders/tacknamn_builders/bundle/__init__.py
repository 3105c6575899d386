"""Compile a bundle: read the sources, merge their records, write the files.

``compile`` runs the build. ``bundle_files`` writes the sections, with ``section_files``,
``inflections`` and ``lexicon_tsv``; ``sampling_tables`` makes the lists that replacements are drawn
from; ``manifest`` describes the result. What lists of one's own need as well is in
:mod:`tacknamn.lexicon.writing`.
"""
