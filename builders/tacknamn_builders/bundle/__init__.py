"""Compile a bundle: write its files from merged entries."""
