"""SQLite as the platform uses it: writers stand in line. Named in `configuration`; must not know any table."""
