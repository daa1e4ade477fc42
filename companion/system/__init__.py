"""What comes from the machine: chance, threads of the operating system, the terminal."""
