"""Durable judging: which debate is judged by whom, through crashes, restarts, limits and busy judges.

A `Docket` says what should be so; the `Worker` brings it about; a `JobEngine` sees to it that what was begun is ended
by somebody. Must not know pages, tables of the platform, or how anything is judged.
"""
