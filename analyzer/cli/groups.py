"""A group of commands, each of which is built only when it is called, or listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from analyzer.core.errors import InputError, near
from analyzer.core.notation import quoted

Maker = Callable[[], Any]
"""Builds one command."""


class LazyGroup(TyperGroup):
    """A group over ``members``; ``noun`` says in an error what they are."""

    noun = "command"
    members: Mapping[str, Maker]

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Return all names; help and completion skip the commands that are hidden."""
        return list(self.members)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """Build the command ``cmd_name``; ``None`` where there is none."""
        maker = self.members.get(cmd_name)
        return None if maker is None else maker()

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that ``args`` begin with; raise ``InputError`` with near matches otherwise."""
        if args[0] not in self.members and not ctx.resilient_parsing:
            listed = [name for name, maker in self.members.items() if not maker().hidden]
            hint = self._within(args[0], listed) or near(args[0], listed) or f": expected {', '.join(listed)}"
            raise InputError(f"{quoted(args[0])} is no {self.noun}{hint}")
        return super().resolve_command(ctx, args)

    def _within(self, name: str, listed: list[str]) -> str:
        """Return the hint that ``name`` is a command of some of the groups ``listed`` here; empty if it is not."""
        groups = [group for group in listed if name in getattr(self.get_command(None, group), "members", ())]
        if not groups:
            return ""
        return f": it is asked of a game, as in analyzer GAME {name}, where GAME is {' or '.join(groups)}"


def lazy_group(
    name: str, noun: str, help: str, members: Mapping[str, Maker], *, hidden: bool = False, version: str = ""
) -> LazyGroup:
    """Return a group that prints its help where it is called without a command.

    With a ``version`` it is the whole program: it takes the options that print it and that install shell completion.
    """
    app = typer.Typer(
        name=name, cls=LazyGroup, help=help, hidden=hidden, add_completion=bool(version), rich_markup_mode=None
    )

    def overview(ctx: typer.Context) -> None:
        if ctx.invoked_subcommand is None:
            typer.echo(ctx.get_help())

    def program(ctx: typer.Context, tell: bool = typer.Option(False, "--version", help="print the version")) -> None:
        if tell:
            typer.echo(f"{name} {version}")
            raise typer.Exit()
        overview(ctx)

    app.callback(invoke_without_command=True)(program if version else overview)

    group = get_command(app)
    assert isinstance(group, LazyGroup)
    group.noun, group.members = noun, members
    return group
