# The server in an image: docs/hosting.md tells how to run it.
ARG PYTHON=3.11
ARG NODE=24

# Builds the page for browsers.
FROM node:${NODE}-slim AS web
WORKDIR /build/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci
COPY web .
RUN npm run build

# Builds the package with its compiled engine, into an environment of its own.
FROM python:${PYTHON}-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY build.lock requirements.lock ./
RUN python -m venv /opt/builder \
    && /opt/builder/bin/pip install --require-hashes -r build.lock
RUN python -m venv --without-pip /opt/rondel \
    && pip --python /opt/rondel/bin/python install --require-hashes -r requirements.lock
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY tools tools
COPY docs docs
COPY src src
COPY --from=web /build/src/rondel/server/web src/rondel/server/web
RUN /opt/builder/bin/python -m hatchling build -t wheel -d wheel \
    && pip --python /opt/rondel/bin/python install --no-deps wheel/*.whl

FROM python:${PYTHON}-slim
RUN useradd --system --uid 10001 --no-create-home rondel \
    && install --directory --owner rondel --mode 700 /data
COPY --from=build /opt/rondel /opt/rondel
ENV PATH=/opt/rondel/bin:$PATH \
    RONDEL_DATA=/data \
    RONDEL_HOST=0.0.0.0 \
    RONDEL_PORT=8000
USER rondel
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["python", "-c", \
    "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"RONDEL_PORT\"]}/healthz', timeout=4)"]
ENTRYPOINT ["rondel"]
CMD ["serve"]
