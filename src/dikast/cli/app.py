"""The door: finds the subcommand, and turns every error into a message for the person at the keyboard.

A subcommand's module is imported only when it is called, so that `dikast --help` and `dikast score`
do not pay for libraries they do not use. Must not know what any subcommand does.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence

from dikast import __version__
from dikast.cli.inputs import printable, tell
from dikast.core.problems import InputError

#: Subcommand → what it does, in the order `dikast --help` lists them. Its module is `NAME_command`.
COMMANDS: dict[str, str] = {
    "judge": "Judge debates: text in, sealed case with its ruling out.",
    "archive": "Judge thousands of debates by durable jobs; stopped, it goes on where it was.",
    "plan": "Say what judging would cost in calls, tokens and money, before spending any.",
    "explain": "Show a ruling: what it turns on, the flow, momentum, and the ledger with its quotes.",
    "export": "Write a case as a page, a paper (PDF), a table of its ledger, or a picture to share.",
    "score": "Count a case again from its perceptions (no model is asked).",
    "verify": "Check a case: hashes, order, quotes, and that every number follows.",
    "amend": "Correct one perception of a case, with who and why; the ruling is counted again.",
    "rescore": "Count old cases again under a method version, keeping what they said before.",
    "formats": "List debate formats, or show one with its speeches and limits.",
    "method": "Print a method completely, from the code's own constants.",
    "models": "Fetch, check and list local models.",
    "serve": "Serve the platform: floors, rulings, live events and the judging worker.",
    "worker": "Judge what waits on a platform; any number beside each other on PostgreSQL.",
    "jobs": "See what is judged and what waits; retry, park, drain.",
    "people": "Give an account a role: operator, reviewer, editor.",
    "backup": "Save a platform, running or not, in one file.",
    "restore": "Put a platform back from such a file, and verify every case.",
}

USAGE_ERROR = 2
INPUT_ERROR = 1


def _help() -> str:
    width = max(map(len, COMMANDS)) + 2
    rows = "\n".join(f"  {name:<{width}}{text}" for name, text in COMMANDS.items())
    return (
        "Usage: dikast COMMAND [OPTIONS] [ARGUMENTS]\n\n"
        "An open debate judge. The model perceives, code decides: every point can be checked by hand.\n\n"
        f"Commands:\n{rows}\n\n"
        "Options:\n  --help     Show this text; `dikast COMMAND --help` shows a command's own.\n"
        "  --version  Show the version.\n\n"
        "Start here: dikast judge DEBATE.txt --method graph/1 --out RULINGS --html\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line `arguments` (default: the process's) and return the exit status.

    0: done. 1: the input is wrong, or a debate could not be judged. 2: wrong usage.
    """
    _print_whatever_comes()
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("--help", "-h", "help"):
        sys.stdout.write(_help())
        return 0 if words else USAGE_ERROR
    if words[0] == "--version":
        sys.stdout.write(f"dikast {__version__}\n")
        return 0
    if words[0] not in COMMANDS:
        sys.stderr.write(f"dikast: no command {words[0]!r}. The commands: {', '.join(COMMANDS)}.\n")
        return USAGE_ERROR
    try:
        return _run(words[0], words[1:])
    except InputError as error:
        tell(error.problems, f"dikast {words[0]}")
        return INPUT_ERROR
    except KeyboardInterrupt:
        sys.stderr.write("\ndikast: stopped. Answers received so far are kept; run the same command to go on.\n")
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        where = printable(str(error.filename or "file system"))
        sys.stderr.write(f"dikast {words[0]}: {where}: {error.strerror or error}\n")
        return INPUT_ERROR
    except Exception as error:
        return _bug(words[0], error)


def _print_whatever_comes() -> None:
    """Write what the terminal's character set lacks (or no set has) as an escape, rather than stop at it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _run(name: str, rest: Sequence[str]) -> int:
    if name == "score" and rest and all(word in ("--json", "-") or not word.startswith("-") for word in rest):
        # The plain form of the one command that scripts call by the thousand: typer's import would be half its time.
        from dikast.cli.scoring_door import run

        cases = [word for word in rest if word != "--json"]
        if cases:
            return run(cases, json="--json" in rest)
    import typer

    module = importlib.import_module(f"dikast.cli.{name}_command")
    command = typer.main.get_command(module.app)
    try:
        command.main(args=list(rest), prog_name=f"dikast {name}")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else INPUT_ERROR if end.code else 0
    return 0


def _bug(name: str, error: Exception) -> int:
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile("w", prefix="dikast-bug-", suffix=".txt", delete=False, encoding="utf-8") as file:
        file.write(f"dikast {__version__}, command {name}\n")
        traceback.print_exception(error, file=file)
    sys.stderr.write(
        f"dikast {name}: this is a fault of Dikast, not of your input ({type(error).__name__}). "
        f"What happened is written to {file.name}; please send it with your report.\n"
    )
    return 70


def script() -> None:
    """Entry point of the installed command."""
    sys.exit(main())
