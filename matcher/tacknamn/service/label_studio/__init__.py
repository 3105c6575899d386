"""A machine-learning backend for Label Studio, by the protocol of its SDK."""
