"""Dikast: a debate judge whose every point can be checked by hand. The model perceives, code decides."""

__version__ = "0.1.0"
