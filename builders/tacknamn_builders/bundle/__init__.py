"""Compile a bundle: read the sources, merge their records, write the files.

``compile`` runs the build. ``bundle_files`` writes the sections, with ``section_files``,
``scanner_table``, ``near_index``, ``inflections`` and ``lexicon_tsv``; ``sampling_tables`` makes
the lists that replacements are drawn from; ``manifest`` describes the result; ``replace_folder``
puts it in the place of the old bundle.
"""
