"""The service: its addresses, its limits, and what it does when clients misbehave."""
