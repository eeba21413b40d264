"""The world outside, each with a file or recording twin."""
