"""The two published methods as pure arithmetic. Knows no model, file, clock, network or randomness."""
