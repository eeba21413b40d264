"""The inbox of the staff app: job applications and feedback."""
