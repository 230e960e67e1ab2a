"""A platform apart from the tests' own: what is done in it is done by processes of its own, as in earnest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).resolve().parents[3]
INSIDE = Path(__file__).with_name("inside.py")


@dataclass(frozen=True)
class Platform:
    """A platform that is not running: its data folder, and its PostgreSQL database or ""."""

    data: Path
    database: str

    @property
    def environment(self) -> dict[str, str]:
        ours = {"DIKAST_DATA": str(self.data), "DIKAST_DATABASE": self.database, "DIKAST_JUDGE": "gullible"}
        return os.environ | ours | {"PYTHONPATH": str(ROOT / "src")}

    def dikast(self, *arguments: object, **more: Any) -> subprocess.CompletedProcess[str]:
        """Run the command about this platform."""
        command = [sys.executable, "-m", "dikast", *map(str, arguments), "--data", str(self.data)]
        more = {"capture_output": True, "text": True, "timeout": 120, "check": False} | more
        return subprocess.run(command, env=self.environment, **more)

    def start(self, *words: object) -> subprocess.Popen[str]:
        """Start work inside the platform (see `inside`)."""
        command = [sys.executable, str(INSIDE), *map(str, words)]
        return subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, text=True)

    def inside(self, *words: object, timeout: float = 120) -> Any:
        """Have work done inside the platform, and return what it says."""
        said, _ = self.start(*words).communicate(timeout=timeout)
        return json.loads(said) if said else None

    def sql(self, statement: str) -> list[Any]:
        """Return the rows that a statement gives on this platform's PostgreSQL database."""
        with psycopg.connect(self.database, autocommit=True) as connection:
            rows = connection.execute(statement)  # type: ignore[arg-type]
            return rows.fetchall() if rows.description else []
