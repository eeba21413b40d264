"""What tests share: rows, steps, and programs that stand for the outside world."""
