"""The views that phones show: immutable records, and page fragments that remember when they last changed."""
