"""Build the name lists: from open statistics to one bundle.

``raw/`` (received files) -> readers -> merging with ``curation/`` -> ``build/``. Each package
imports only packages before it in this list:

- ``records``, ``paths``: what readers yield; where the folders are
- ``support``: archives, checksums, locks
- ``sources``: the source table, licences, receipts, build profiles
- ``curation``: the hand-made tables
- ``fetching``: downloads into ``raw/``; nothing else uses the network
- ``readers``: one module for each source family
- ``merging``: from records of many sources to one list of entries
- ``bundle``: writes the files of a bundle
- ``checks``: rules that a bundle and its sources must follow
- ``fitting``: fits the weights of the model
- ``comparison``: sentences to compare masking tools on
- ``releasing``: differences between bundles, lists of the last release
- ``cli``: the command ``tacknamn-build``

The runtime, :mod:`tacknamn`, never imports this package.
"""
