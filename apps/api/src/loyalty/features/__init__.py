"""What the two documents describe, and the till: one package a noun."""
