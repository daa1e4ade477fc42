"""Tests of survival, one command each: bad networks, killed servers, failing disks, impatient players."""
