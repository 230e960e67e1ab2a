"""Pages of a ruling and what can be taken from it. Must not know how to score."""
