"""A bucket at moto's server, which speaks S3's protocol on this machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import boto3
import httpx
import pytest
from moto.server import ThreadedMotoServer

BUCKET = "loyalty"
ADDRESS = f"s3://{BUCKET}/attachments"


class Bucket:
    """What an operator sees of a bucket, and the server it lies on."""

    def __init__(self) -> None:
        self._server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self._server.start()
        self.endpoint = "http://{}:{}".format(*self._server.get_host_and_port())
        self._s3: Any = boto3.client(
            "s3",
            endpoint_url=self.endpoint,
            region_name="ap-southeast-1",
            aws_access_key_id="key",
            aws_secret_access_key="secret",
        )
        httpx.post(f"{self.endpoint}/moto-api/reset").raise_for_status()  # a process has one store
        self._s3.create_bucket(
            Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": "ap-southeast-1"}
        )

    def objects(self) -> dict[str, bytes]:
        """Every object by its key."""
        found = self._s3.list_objects_v2(Bucket=BUCKET).get("Contents", ())
        return {
            each["Key"]: self._s3.get_object(Bucket=BUCKET, Key=each["Key"])["Body"].read() for each in found
        }

    def put(self, key: str, content: bytes) -> None:
        """Write an object beside the application."""
        self._s3.put_object(Bucket=BUCKET, Key=key, Body=content)

    def delete(self, key: str) -> None:
        """Lose an object."""
        self._s3.delete_object(Bucket=BUCKET, Key=key)

    def stop(self) -> None:
        """Take the server away."""
        self._s3.close()
        self._server.stop()


@contextmanager
def a_bucket() -> Iterator[Bucket]:
    """A bucket, named to boto3 as an operator names it: by the environment."""
    from loyalty.gateways import attachments

    bucket = Bucket()
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("AWS_ENDPOINT_URL_S3", bucket.endpoint)
        environment.setenv("AWS_REGION", "ap-southeast-1")
        environment.setenv("AWS_ACCESS_KEY_ID", "key")
        environment.setenv("AWS_SECRET_ACCESS_KEY", "secret")
        attachments._bucket.cache_clear()
        yield bucket
    attachments._bucket.cache_clear()
    bucket.stop()
