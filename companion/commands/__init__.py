"""The write path of every form: it is parsed, authorised, validated, appended to the log and published."""
