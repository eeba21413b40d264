"""What head office decides about webhooks and keys of the feed."""
