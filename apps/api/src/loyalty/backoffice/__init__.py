"""What staff do: it uses features and reach."""
