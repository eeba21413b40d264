"""`python -m loyalty_conform`."""

from loyalty_conform.cli import main

main()
