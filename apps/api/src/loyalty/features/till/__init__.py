"""The machine at the counter: /pos/…, with one key an outlet."""
