"""The rule book: pure functions. No input, no output, no clock of their own."""
