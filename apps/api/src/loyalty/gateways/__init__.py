"""Messages, email, files, virus scans and backups: what leaves the process."""
