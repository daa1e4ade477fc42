"""The write path: parse a form, authorise, validate, append and publish; the same for every form of every game."""
