"""Stands where pip looks for setuptools, so that no setup.py is ever run."""
