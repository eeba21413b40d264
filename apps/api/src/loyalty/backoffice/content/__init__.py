"""The content of the site and the app as head office edits and publishes it."""
