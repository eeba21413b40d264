"""The counter of the staff app: cashiers at an enrolled till, and what their managers do with it."""
