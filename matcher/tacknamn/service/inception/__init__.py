"""Recommenders for INCEpTION, by its protocol for external recommenders (version 1)."""
