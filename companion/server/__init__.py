"""The `companion` command, and what serves the app: sockets, servers, https and the address that phones type."""
