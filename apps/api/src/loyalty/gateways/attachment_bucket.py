"""Attachments in a bucket of S3, or of another store that speaks its protocol.

Address, region and credentials are boto3's own settings, such as AWS_ENDPOINT_URL_S3, AWS_REGION and
AWS_ACCESS_KEY_ID, or the role of the machine.
"""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError
from botocore.exceptions import ConnectionError as NoConnection

from loyalty.config import WrongSetting

_CLIENT = Config(
    connect_timeout=2,
    read_timeout=5,
    retries={"mode": "standard", "total_max_attempts": 2},
    # Not every other store knows these; the SHA-256 of each attachment is in the database.
    request_checksum_calculation="when_required",
    response_checksum_validation="when_required",
)
_MISSING = ("NoSuchKey", "404")


class Bucket:
    """The objects of a bucket whose keys begin with a prefix, each written whole. Errors are OSError, of them
    ConnectionError while the store does not answer.

    Making one raises WrongSetting where boto3 refuses its own settings.
    """

    def __init__(self, name: str, prefix: str) -> None:
        self.name, self.prefix = name, prefix
        try:
            self._s3 = boto3.session.Session().client("s3", config=_CLIENT)
        except (BotoCoreError, ValueError) as error:
            raise WrongSetting(f"LOYALTY_ATTACHMENTS: boto3 says {error}") from error

    def address(self, name: str) -> str:
        """Where an object is, to be read by an operator."""
        return f"s3://{self.name}/{self.prefix}{name}"

    def check(self) -> None:
        """Raise OSError when the bucket cannot be listed now."""
        with _os_errors():
            self._s3.list_objects_v2(Bucket=self.name, Prefix=self.prefix, MaxKeys=1)

    def write(self, name: str, content: bytes, _at: datetime) -> None:
        """Write an object. Its age counts from the store's own clock."""
        with _os_errors():
            self._s3.put_object(Bucket=self.name, Key=self.prefix + name, Body=content)

    def read(self, name: str) -> bytes:
        """The content of an object."""
        with _os_errors():
            content: bytes = self._s3.get_object(Bucket=self.name, Key=self.prefix + name)["Body"].read()
            return content

    def delete(self, name: str) -> None:
        """Delete an object."""
        with _os_errors():
            self._s3.delete_object(Bucket=self.name, Key=self.prefix + name)

    def entries(self) -> Iterator[tuple[str, datetime]]:
        """The names below the prefix with the moment of each object."""
        with _os_errors():
            pages = self._s3.get_paginator("list_objects_v2").paginate(Bucket=self.name, Prefix=self.prefix)
            for page in pages:
                for found in page.get("Contents", ()):
                    yield found["Key"].removeprefix(self.prefix), found["LastModified"]


@contextmanager
def _os_errors() -> Iterator[None]:
    try:
        yield
    except ClientError as error:
        kind = errno.ENOENT if error.response["Error"]["Code"] in _MISSING else errno.EIO
        if error.response["ResponseMetadata"]["HTTPStatusCode"] >= 500:
            kind = errno.ECONNREFUSED
        raise OSError(kind, str(error)) from error
    except (HTTPClientError, NoConnection) as error:
        raise OSError(errno.ECONNREFUSED, str(error)) from error
    except BotoCoreError as error:
        raise OSError(errno.EIO, str(error)) from error
