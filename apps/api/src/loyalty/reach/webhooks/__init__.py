"""Events for others: sent to their webhooks, or fetched from the feed."""
