"""Telling listening phones about changes: publish and subscribe, in this process and between processes."""
