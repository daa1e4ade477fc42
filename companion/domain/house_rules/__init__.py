"""House rules: what a rule is, whether it can be made, when it fires, and the English it is written in."""
