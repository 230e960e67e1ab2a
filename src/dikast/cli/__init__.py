"""The `dikast` command: one file per subcommand, each a thin door onto the packages below."""
