"""File formats: read documents from files, and write pseudonymized documents.

::

    from tacknamn.formats.records import ReadOptions
    from tacknamn.formats.registry import load_writer, read_inputs
    write = load_writer("csv")
    inputs = read_inputs("letters.csv", "csv", ReadOptions(columns=("letter",)))
    for input in inputs:                        # one by one, however long the file
        document = pseudonymizer(input.text)    # or .again(input.graph), if it has one
        stream.write(write(document, input).encode("utf-8"))

A file is ``write.head(first input)``, then ``write(document, input)`` for each document, then
``write.tail(first input)``. All are text with its line ends: write them as UTF-8, without newline
translation. :mod:`tacknamn.formats.registry` lists the formats and their modules.
"""
