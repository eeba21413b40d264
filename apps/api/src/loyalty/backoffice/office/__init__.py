"""What operators do: looking a member up, putting right, adjusting, reporting; each signed and kept."""
