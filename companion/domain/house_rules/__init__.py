"""House rules: what a rule is, whether it may be made, when it fires, and the English it is said in."""
