"""The portable engine: the fallback where nothing was compiled, and the oracle of the tests."""
