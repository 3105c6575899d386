"""Find harmless names: names that identify no person where they stand.

Sweden and Europe never do (A5, A2). If the profile looks at the context, names in texts about others
(reviews, news, descriptions of places) are harmless too, unless the writer speaks about themselves near
them, or the text tells of private persons. The modules, in the order of a text's way: ``finder``
conducts the others; ``always`` knows the names that are harmless anywhere; ``context`` finds those that
the text around them makes harmless; ``public_names`` knows names of public life; ``cues`` finds cues of
what the text is about, ``evidence`` weighs them (``writer_counts`` counts the writer), ``sections``
separates those about the writer, in the ``paragraphs`` of an essay; ``names`` lists the names to judge,
``ties`` ties names to the writer or to a book or film, ``private_persons`` finds persons of whom a text
tells as of private ones, ``person_ties`` joins both, ``passages`` gives each sentence a subject, and
``writer_names`` judges all names of the text by these. Cues and their weights are in tables (``*.tsv``)
with a reason on each line.

The whole package is compiled by mypyc at install time (see docs/design.md).
"""
