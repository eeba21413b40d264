"""The catalogue, and the vouchers that members hold."""
