"""The HTTP API, version 1: everything the pages do, for programs. Must not know pages."""
