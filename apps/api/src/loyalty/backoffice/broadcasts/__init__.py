"""Messages that the office writes to many members: offers and newsletters."""
