"""Publishing content and the hours of outlets: /staff/content, /staff/outlet/…/hours."""
