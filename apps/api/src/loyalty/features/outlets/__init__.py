"""Where members eat, and the calling codes of their telephones: /outlet, /callingCode."""
