"""The log of the office, sealed: what it holds, and whether it is what was written."""
