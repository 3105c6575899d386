"""Build time: from open statistics to one bundle.

``raw/`` (received) -> readers -> ranking and merging with ``curation/`` -> ``build/``.
The runtime, :mod:`tacknamn`, never imports this package.
"""
