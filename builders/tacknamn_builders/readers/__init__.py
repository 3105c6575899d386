"""One module for each family of sources, with pure functions ``read(folder) -> Iterator[Record]``.

Several readers share the other modules: ``received_files`` opens files; ``name_case``,
``text_repair``, ``place_names``, ``street_names``, ``company_names`` and ``occupation_titles``
bring names to their ordinary spelling; ``region_codes`` converts codes; ``automaton``, ``msgpack``
and ``plain_pickle`` decode file formats.
"""
