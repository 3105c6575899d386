"""Prepare a release: compare two bundles, and record the lists that replacements are drawn from."""
