"""The five at the table."""

ANN, BOB, CAL, DAN, EVE = FIVE = ("ann", "bob", "cal", "dan", "eve")
