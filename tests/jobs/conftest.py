"""What only PostgreSQL can do is tested where there is one: `scripts/test_postgresql`."""

from __future__ import annotations

import os

collect_ignore = [] if os.environ.get("DIKAST_DATABASE") else ["test_calls_postgresql.py"]
