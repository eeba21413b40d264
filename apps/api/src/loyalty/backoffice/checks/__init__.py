"""What the office checks afterwards: its own log, a day's sales against the bills, and what a till did."""
