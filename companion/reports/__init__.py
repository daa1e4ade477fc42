"""Reports on a night: the recap, exports, print sheets, and forecasts of what a game will cost."""
