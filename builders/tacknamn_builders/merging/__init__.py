"""Read the sources of a profile and merge what they say into entries."""
