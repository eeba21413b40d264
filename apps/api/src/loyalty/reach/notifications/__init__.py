"""Messages to members: their log, and what leaves by push, e-mail and telephone."""
