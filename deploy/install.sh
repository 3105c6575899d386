#!/bin/sh
# Install Täcknamn with its service into a virtual environment, without what a service does not need.
# The Dockerfile runs this, and so does tests/service/test_deploy.py.
#
# usage: install.sh FOLDER WHEEL...
#
# FOLDER becomes the environment. The first WHEEL is that of the code, further ones are lists as packages.
set -eu
folder=$1
shift
code=$1
shift

"${PYTHON:-python3}" -m venv "$folder"
pip="$folder/bin/python -m pip --disable-pip-version-check --no-cache-dir --quiet"
$pip install --no-compile "$code[serve]" "$@"

# Tools to install more, tests and headers of packages: a third of the space, and never used here.
$pip uninstall --yes pip setuptools 2>/dev/null || true
find "$folder" -depth -type d \( -name tests -o -name test -o -name __pycache__ \) -exec rm -rf {} +
find "$folder" -type f \( -name '*.pyi' -o -name '*.pxd' -o -name '*.pyx' -o -name '*.h' \) -delete

# The image is read-only, so Python could not store bytecode later, and each start would compile.
"$folder/bin/python" -m compileall -q "$folder/lib" || true
