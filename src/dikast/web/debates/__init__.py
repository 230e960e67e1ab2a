"""Debates as the platform keeps them, and everything that may happen to them. Must not know pages."""
