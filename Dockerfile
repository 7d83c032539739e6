# syntax=docker/dockerfile:1
# Two images. The last, which is built unless another is named, is for one machine: docker build .
# Those of a fleet have LiteFS: docker build --target several-machines . (fly.toml does.)
# docs/operations.md says how both are tried without Docker: scripts/rehearse-image.ts.

FROM node:24-trixie-slim AS base
WORKDIR /app
ENV NODE_ENV=production

# No compiler: better-sqlite3, sharp and argon2 come built.
FROM base AS packages
COPY package.json package-lock.json .npmrc ./
COPY scripts/trim-packages.mjs ./scripts/
RUN npm ci --omit=dev --no-fund --no-audit \
  && node scripts/trim-packages.mjs

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-fund --no-audit
COPY . .
RUN npm run build

FROM flyio/litefs:0.5.14 AS litefs

# What both have.
FROM base AS app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY package.json ./
COPY db/migrations ./db/migrations
COPY app/assets/fonts ./app/assets/fonts

FROM app AS several-machines
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates fuse3 \
  && rm -rf /var/lib/apt/lists/*
COPY --from=litefs /usr/local/bin/litefs /usr/local/bin/litefs
COPY litefs.yml /etc/litefs.yml
ENV LITEFS_DIR=/litefs PORT=8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# First what only this machine may have is kept; it never keeps LiteFS from starting. LiteFS mounts, so it starts as root;
# litefs.yml starts the app as the user node (1000).
ENTRYPOINT ["sh", "-c", "node build/keep-data.mjs; exec litefs mount"]

FROM app AS one-machine
RUN mkdir /data && chown 1000:1000 /data && chmod 700 /data
COPY deploy/tutti /usr/local/bin/tutti
ENV DATABASE_PATH=/data/tutti.db TUTTI_HOME=/app PORT=3000
VOLUME /data
USER 1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["tutti", "start"]
