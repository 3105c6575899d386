"""Turns every build backend that pip would call into our inert one.

Python runs this file at start because its folder leads ``PYTHONPATH`` (see
:mod:`tacknamn_builders.fetching.packages`). pip tells its helper process in the environment which
backend a source distribution asks for, perhaps one that lies in the distribution itself
(``backend-path``). Here that wish is replaced before anything has been imported.

pip has renamed these variables twice (``PEP517_BUILD_BACKEND``,
``_PYPROJECT_HOOKS_BUILD_BACKEND``; ``…_BACKEND_PATH``, ``…_BACKEND_PATH_JSON``), so they
are known by what their names share.
"""

import os

for name in list(os.environ):
    if "BACKEND_PATH" in name:
        del os.environ[name]
    elif "BUILD_BACKEND" in name:
        os.environ[name] = "setuptools.build_meta"
