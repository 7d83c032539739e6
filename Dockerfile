# syntax=docker/dockerfile:1
# The image of every machine. docs/operations.md says how it is tried without Docker: scripts/rehearse-image.ts.

FROM node:24-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production

FROM base AS packages
COPY package.json package-lock.json .npmrc ./
# Of the East Asian fonts a PDF uses two weights of up to seven: 70 MB of the image less.
RUN npm ci --omit=dev --no-fund --no-audit \
  && find node_modules/@embedpdf -name "*.otf" ! -name "*-Regular.otf" ! -name "*-Bold.otf" -delete

FROM packages AS build
RUN npm ci --include=dev --no-fund --no-audit
COPY . .
RUN npm run build

FROM flyio/litefs:0.5.14 AS litefs

FROM base AS app
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates fuse3 \
  && rm -rf /var/lib/apt/lists/*
COPY --from=litefs /usr/local/bin/litefs /usr/local/bin/litefs
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY package.json ./
COPY db/migrations ./db/migrations
COPY app/assets/fonts ./app/assets/fonts
COPY litefs.yml /etc/litefs.yml
ENV LITEFS_DIR=/litefs PORT=8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# First what only this machine may have is kept; it never keeps LiteFS from starting. LiteFS mounts, so it starts as root;
# litefs.yml starts the app as the user node (1000).
ENTRYPOINT ["sh", "-c", "node build/keep-data.mjs; exec litefs mount"]
