"""What a night is told as afterwards and beforehand: the recap, exports, print sheets and forecasts."""
