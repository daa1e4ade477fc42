"""Things the machine provides: random numbers, threads of the operating system, the terminal."""
