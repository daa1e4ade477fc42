"""`python -m companion` is the `companion` command."""

from companion.server.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
