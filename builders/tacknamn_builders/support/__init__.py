"""What several packages of the builders need: archives, checksums, locks."""
