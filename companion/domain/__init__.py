"""The rules of the night: pure, without Flask, database, clock or chance."""
