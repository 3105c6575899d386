#!/bin/sh
# Install Täcknamn with its service into a virtual environment, without what a service does not need.
# The Dockerfile runs this script, and so does tests/service/test_deploy.py.
#
# usage: install.sh FOLDER SOURCE [LISTS.whl ...]
#
# FOLDER becomes the environment. SOURCE is this repository or a wheel of the code; LISTS are data wheels.
set -eu
folder=$1
source=$2
shift 2

"${PYTHON:-python3}" -m venv "$folder"
"$folder/bin/python" -m pip --disable-pip-version-check --no-cache-dir --quiet \
  install --no-compile "$source[serve]" "$@"

# The installer, tests and headers of packages: nothing here uses them later.
"$folder/bin/python" -m pip --disable-pip-version-check --quiet uninstall --yes pip
find "$folder" -depth -type d \( -name tests -o -name test -o -name __pycache__ \) -exec rm -rf {} +
find "$folder" -type f \( -name '*.pyi' -o -name '*.pxd' -o -name '*.pyx' -o -name '*.h' \) -delete

# The file system of a container is read-only, so Python could not store bytecode at the first start.
"$folder/bin/python" -m compileall -q "$folder/lib"
