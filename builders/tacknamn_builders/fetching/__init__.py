"""Fetch sources into ``raw/``: the only package that uses the network."""
