"""Follows floors for those who watch: one look at the database for all, each event to each viewer once, in order."""
