"""`wallet`: what Google has to know of our passes before members save any."""

import click
from flask.cli import AppGroup

from loyalty import config
from loyalty.gateways.channels import KeyRefused, Undeliverable
from loyalty.gateways.google_wallet import GoogleWallet
from loyalty.gateways.wallet_keys import google_keys
from loyalty.reach.wallet import google

wallet_commands = AppGroup("wallet", help="Passes in Apple Wallet and Google Wallet.")


@wallet_commands.command("classes")
def classes() -> None:
    """Make or change our classes of passes at Google: once, and after a release that changes them."""
    settings = config.current()
    keys = google_keys(settings)
    if keys is None:
        raise click.ClickException("Google Wallet has no settings here (docs/integrations.md).")
    wallet = GoogleWallet(
        keys, settings.wallet_google_url, settings.wallet_google_token_url, lambda _text: None
    )
    for each in google.classes(keys.issuer):
        try:
            wallet.make(each)
        except KeyRefused as error:
            raise click.ClickException(
                "Google does not accept the service account: is it a user of the issuer?"
            ) from error
        except Undeliverable as error:
            raise click.ClickException(
                f"Google has not taken {each.content['id']}: {type(error).__name__}."
            ) from error
        click.echo(f"{each.kind} {each.content['id']}")
