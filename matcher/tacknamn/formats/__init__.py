"""Documents in, pseudonymized documents out: texts, graphs, XML, JSON Lines, tables.

::

    from tacknamn.formats import Reading, format_of, read_inputs, writer
    write = writer("csv")
    inputs = read_inputs("letters.csv", "csv", Reading(columns=("letter",)))
    for input in inputs:                                # one by one, however long the file
        document = pseudonymizer(input.text)            # or .again(input.graph), where it has one
        stream.write(write(document, input).encode("utf-8"))

A file is ``write.head(first input)``, what ``write`` gives for each document, and ``write.tail()``.
All are text with the line ends it must have, to be written as UTF-8 and without newline handling.
:mod:`tacknamn.formats.registry` says which formats there are.
"""
