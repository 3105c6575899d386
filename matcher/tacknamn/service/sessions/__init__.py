"""Sessions over HTTP: texts that share pseudonyms, and answers that are restored.

``folder`` makes the folder of all workers, ``files`` keeps each session in it as an encrypted file,
``work`` carries out requests with :mod:`tacknamn.session`, ``streams`` restores answers while they
arrive, ``models`` has bodies and answers, ``router`` the addresses.
"""
