"""The case file: read, write, seal, amend, verify, import, export. Asks no model anything."""
