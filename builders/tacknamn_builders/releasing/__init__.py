"""Prepare a release: compare two bundles, record the lists that replacements are drawn from."""
