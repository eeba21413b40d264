# The API, from its package: docker build -f deploy/docker/api.Dockerfile apps/api/package
FROM python:3.11-slim-bookworm
RUN useradd --system --home /srv/loyalty --create-home loyalty
ADD loyalty-api-*.tar.gz /tmp/
RUN /tmp/loyalty-api-*/release.sh install /srv/loyalty/api && rm -rf /tmp/loyalty-* \
 && mkdir -p /srv/loyalty/api/var /run/loyalty && install -d -m 700 /var/lib/loyalty /var/lib/loyalty/attachments \
 && chown -R loyalty /srv/loyalty/api/var /run/loyalty /var/lib/loyalty
ENV PATH=/srv/loyalty/api/current/bin:$PATH GUNICORN_CMD_ARGS="--bind 0.0.0.0:8000 --workers 2" PYTHONUNBUFFERED=1
WORKDIR /srv/loyalty/api
USER loyalty
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s CMD python -c "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"
CMD ["gunicorn", "-c", "python:loyalty.serving", "loyalty:create_app()"]
