"""Small tools that every stage may use: files, tables, messages, folders, signals."""
