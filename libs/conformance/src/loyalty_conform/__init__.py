"""The conformance kit: checks any backend of the two apps against the specification, over HTTP alone."""
