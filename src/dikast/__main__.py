"""`python -m dikast` is the `dikast` command."""

from dikast.cli.app import script

script()
