"""What the companion survives: bad networks, killed servers, sick disks, impatient thumbs; a command each."""
