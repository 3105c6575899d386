"""Every command and its options; the start and the end of a program."""
