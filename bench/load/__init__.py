"""The load generator: tables of phones, each with a stream open, and how long a tap takes to the last of them."""
