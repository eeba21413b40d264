# One web app, from its package: docker build -f deploy/docker/web.Dockerfile --build-arg APP=site apps/site/package
FROM debian:12-slim
ARG APP
ENV APP=${APP}
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light curl && rm -rf /var/lib/apt/lists/*
ADD loyalty-${APP}-*.tar.gz /tmp/
RUN /tmp/loyalty-${APP}-*/release.sh install /srv/loyalty/${APP} && rm -rf /tmp/loyalty-* \
 && rm -f /etc/nginx/sites-enabled/default \
 && sed -i '/^user /d; s|^pid .*|pid /tmp/nginx.pid;|' /etc/nginx/nginx.conf \
 && ln -s /srv/loyalty/${APP}/current/nginx.conf /etc/nginx/conf.d/loyalty-${APP}.conf \
 && ln -sf /dev/stdout /srv/loyalty/${APP}/log/access.log && ln -sf /dev/stderr /srv/loyalty/${APP}/log/error.log \
 && chown -R www-data /srv/loyalty /var/lib/nginx /var/log/nginx
USER www-data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD curl -fsS http://127.0.0.1:8080/config.json >/dev/null
STOPSIGNAL SIGQUIT
# The configuration is mounted when the container starts, and parts of it belong into the pages and headers.
CMD ["sh", "-c", "cd /srv/loyalty/$APP && releases/*/release.sh activate $PWD $(ls releases) && exec nginx -g 'daemon off;'"]
