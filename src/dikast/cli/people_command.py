"""`dikast people`: who may do more than debate. Must not know what the roles are for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dikast.cli import platform_choice
from dikast.core.problems import InputError, Problem

app = typer.Typer(add_completion=False, no_args_is_help=True)

Email = Annotated[str, typer.Argument(help="The e-mail address of the account.")]
Role = Annotated[str, typer.Argument(help="operator, reviewer or editor.")]
Data = Annotated[Path | None, typer.Option(help="Folder of all state; by default DIKAST_DATA.")]
Database = Annotated[str, typer.Option(help="A postgresql:// address; by default SQLite in the data folder.")]
ROLES = ("operator", "reviewer", "editor")


@app.command()
def grant(email: Email, role: Role, data: Data = None, database: Database = "") -> None:
    """Give an account a role."""
    _set(email, role, True, data, database)


@app.command()
def revoke(email: Email, role: Role, data: Data = None, database: Database = "") -> None:
    """Take a role from an account."""
    _set(email, role, False, data, database)


def _set(email: str, role: str, value: bool, data: Path | None, database: str) -> None:
    if role not in ROLES:
        raise InputError(Problem("people.role", role[:80], "is no role", f"The roles: {', '.join(ROLES)}."))
    platform_choice.choose(data, database)
    with platform_choice.needing_its_packages("people"):
        from dikast.web.operators import services
    with services() as given:
        if not given.give_role(email, role, value):
            hint = "The person signs up first; guests have no roles."
            raise InputError(Problem("people.unknown", email[:200], "is no account's address here", hint))
    typer.echo(f"{email} is {'now' if value else 'no longer'} {role}")
