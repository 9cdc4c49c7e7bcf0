"""Sessions for development: `nox -l` lists them."""

import nox

nox.options.sessions = ["tests", "lint"]


@nox.session
def tests(session: nox.Session) -> None:
    """The default tests."""
    session.install("-e", ".[test]")
    session.run("pytest", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Lint, format and types."""
    session.install("-e", ".[test,dev]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")


@nox.session
def torch(session: nox.Session) -> None:
    """The tests that need torch, with a CPU build."""
    session.install("-e", ".[test]", "torch==2.13.0")
    session.run("pytest", "-m", "torch", *session.posargs)


@nox.session
def lowest(session: nox.Session) -> None:
    """The default tests with the lowest versions the project says it works with."""
    session.install("-e", ".[test]")
    bounds = nox.project.load_toml("pyproject.toml")["project"]["dependencies"]
    session.install(*(bound.replace(">=", "==") for bound in bounds))
    session.run("pytest", *session.posargs)
