"""Tests leave nothing in the user's folders."""

import os
import tempfile

# Before anything is imported that looks for its cache.
os.environ.setdefault("TACKNAMN_CACHE", tempfile.mkdtemp(prefix="tacknamn-tests-"))
