"""Brings a debate held elsewhere before the judge, step by step. Must not know how a file is read."""
