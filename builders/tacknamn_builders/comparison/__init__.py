"""Draw sentences with names from a file of WikiNEuRal (``tacknamn-build wikineural``).

Seed C compares packages on 1,000 sentences of WikiNEuRal. They are not passed on: WikiNEuRal is
for non-commercial use, and nothing of it is part of the project. This makes such a file of the
one that its makers publish, the same one for the same seed. It stands among the builders because
it makes a file of one that was received; ``tacknamn evaluate --wikineural`` reads it.
"""
