# Oathbook without build tools, for one user that is not root. docs/hosting.md says how to run it.
# LOCK=postgres adds the driver of PostgreSQL: docker build --build-arg LOCK=postgres …
ARG LOCK=runtime

FROM python:3.13-slim AS builder
ARG LOCK
WORKDIR /src
COPY requirements/build.txt requirements/${LOCK}.txt requirements/
RUN python -m venv /build
RUN /build/bin/pip install --no-cache-dir --require-hashes -r requirements/build.txt
RUN python -m venv --without-pip /opt/oathbook
RUN /build/bin/pip --python /opt/oathbook install --no-cache-dir --require-hashes -r requirements/${LOCK}.txt
COPY . .
RUN /build/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheel .
RUN /build/bin/pip --python /opt/oathbook install --no-cache-dir --no-deps --no-index /wheel/*.whl

FROM python:3.13-slim
COPY --from=builder /opt/oathbook /opt/oathbook
RUN install --directory --owner=900 --group=900 --mode=0700 /var/lib/oathbook
WORKDIR /var/lib/oathbook
VOLUME /var/lib/oathbook
USER 900:900
ENV PATH=/opt/oathbook/bin:/usr/local/bin:/usr/bin:/bin \
    OATHBOOK_DB=/var/lib/oathbook/games.db \
    OATHBOOK_HOST=0.0.0.0 \
    OATHBOOK_OPERATIONS_HOST=0.0.0.0 \
    OATHBOOK_OPERATIONS_PORT=8001
EXPOSE 8000 8001
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["/opt/oathbook/bin/python", "-c", "import http.client as h, sys; c = h.HTTPConnection('127.0.0.1', 8001, timeout=4); c.request('GET', '/readyz'); sys.exit(c.getresponse().status != 200)"]
ENTRYPOINT ["/opt/oathbook/bin/oathbook"]
CMD ["serve"]
