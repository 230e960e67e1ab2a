"""`dikast jobs` on a platform of its own: what it says, and what it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILL = """
import django
django.setup(set_prefix=False)
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tests.debates_held import held_debate
for n in range(2):
    held_debate(f"of the test {n}", "gullible", speeches=1)
"""


def run(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    ours = {"DIKAST_DATA": str(data), "DIKAST_JUDGE": "gullible", "DJANGO_SETTINGS_MODULE": "dikast.web.configuration"}
    environment = os.environ | ours | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "COLUMNS": "160"}
    return subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("platform")
    made = run(folder, "-c", FILL)
    assert made.returncode == 0, made.stderr
    return folder


def jobs(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run(data, "-m", "dikast", "jobs", *words)


def test_an_operator_looks_parks_and_retries(data: Path) -> None:
    told = jobs(data, "list")
    assert told.returncode == 0 and told.stdout.startswith("0 running; 2 waiting (the oldest for ")
    assert "no worker is at work" in told.stdout and "waiting, place 1" in told.stdout
    listed = json.loads(jobs(data, "list", "--json").stdout)
    one = listed["jobs"][0]
    assert (one["state"], one["place"], one["wanted"], listed["workers"]) == ("waiting", 1, 1, [])
    assert (
        jobs(data, "park", one["slug"], "--reason", "[bold]why[/] {x}\n").stdout
        == f"judging {one['number']} is parked\n"
    )
    parked = jobs(data, "list", "--state", "parked").stdout
    assert "[bold]why[/] {x}" in parked and "1 parked" in parked
    shown = jobs(data, "show", str(one["number"])).stdout
    assert "state:   parked" in shown
    assert jobs(data, "retry", "--all-parked").stdout == "1 judgings are taken up again\n"
    assert "0 parked" in jobs(data, "list").stdout
    assert jobs(data, "drain", "--all").stdout == "0 workers were told to end\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("list", "--state", "odd"), "jobs.state"),
        (("show", "nowhere"), "jobs.unknown"),
        (("retry",), "jobs.which"),
        (("drain",), "jobs.which"),
        (("drain", "nobody"), "jobs.no-worker"),
    ],
)
def test_what_cannot_be_done_is_told(data: Path, words: tuple[str, ...], code: str) -> None:
    told = jobs(data, *words)
    assert told.returncode == 1 and f"({code})" in told.stderr and "Traceback" not in told.stderr


def test_no_platform_is_told(tmp_path: Path) -> None:
    told = jobs(tmp_path, "list")
    assert told.returncode == 1 and "(jobs.no-platform)" in told.stderr
