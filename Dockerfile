# Birdtable as a container: one process that serves people and bots, and keeps everything in /data.
#
#     docker build -t birdtable .
#     docker run -p 8624:8624 -v birdtable:/data --read-only --tmpfs /tmp birdtable
#
# It is built from a clone, or from the context of a release (`docker build - < birdtable-container-1.0.0.tar.gz`), on
# any processor that Debian knows.

FROM debian:trixie-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates gcc libc6-dev python3-dev python3-venv
WORKDIR /src
COPY . .
ENV PIP_CONSTRAINT=/src/constraints.txt PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python3 -m venv /opt/birdtable \
 && /opt/birdtable/bin/pip install '.[postgres,redis]' \
 && /opt/birdtable/bin/python tools/check_wheel.py \
 && /opt/birdtable/bin/pip uninstall -y pip

FROM debian:trixie-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 8624 --no-create-home birdtable \
 && install -d -o birdtable -g birdtable -m 700 /data
COPY --from=build /opt/birdtable /opt/birdtable
ENV PATH=/opt/birdtable/bin:/usr/bin:/bin BIRDTABLE_DB=/data/birdtable.sqlite3 PYTHONDONTWRITEBYTECODE=1
WORKDIR /data
USER 8624:8624
VOLUME /data
EXPOSE 8624
# It ends politely at SIGTERM: nothing that was acknowledged is lost.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8624/readyz', timeout=4)"]
ENTRYPOINT ["birdtable"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8624", "--log", "json"]
