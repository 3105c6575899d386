"""The source table, licences, receipts and build profiles."""
