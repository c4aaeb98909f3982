# One image for every service; the command selects the service. The final stage has no build tools and runs as an
# unprivileged user. Its root file system may be read-only, because only /data and /tmp are written. To pin the base
# image by digest: --build-arg BASE=node:26.10.0-slim@sha256:…
ARG BASE=node:26.10.0-slim

# Package manifests only, so that layers with installed packages are reused until a manifest changes.
FROM ${BASE} AS manifests
WORKDIR /etesian
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches ./patches
COPY libs ./libs
COPY services ./services
COPY clients ./clients
COPY tools/model ./tools/model
RUN find libs services clients tools -type f ! -name package.json -delete && find . -type d -empty -delete

# The packages that the gateway serves: client and engine. Their build tools are not part of the image.
FROM ${BASE} AS packages
WORKDIR /etesian
COPY --from=manifests /etesian ./
RUN --mount=type=cache,target=/root/.npm --mount=type=cache,target=/pnpm \
    npx --yes pnpm@12.21.0 install --frozen-lockfile --filter @etesian/client --filter @etesian/engine-package... --store-dir /pnpm
COPY LICENSE NOTICE ./
COPY libs ./libs
COPY clients ./clients
RUN node clients/typescript/build/main.ts && node clients/engine/build/main.ts

# The page that the gateway serves. Its directory is named after a hash of the sources and the lockfile.
FROM ${BASE} AS page
WORKDIR /etesian
COPY --from=manifests /etesian ./
RUN --mount=type=cache,target=/root/.npm --mount=type=cache,target=/pnpm \
    npx --yes pnpm@12.21.0 install --frozen-lockfile --filter @etesian/page... --store-dir /pnpm
COPY tsconfig.json ./
COPY libs ./libs
COPY clients ./clients
RUN node clients/page/build.mjs

# The documentation website.
FROM ${BASE} AS site
WORKDIR /etesian
COPY --from=manifests /etesian ./
RUN --mount=type=cache,target=/root/.npm --mount=type=cache,target=/pnpm \
    npx --yes pnpm@12.21.0 install --frozen-lockfile --filter @etesian/site... --store-dir /pnpm
COPY README.md CONTRIBUTING.md tsconfig.json ./
COPY clients ./clients
COPY docs ./docs
RUN node clients/site/build/main.ts

FROM ${BASE} AS build
WORKDIR /etesian
COPY --from=manifests /etesian ./
RUN --mount=type=cache,target=/root/.npm --mount=type=cache,target=/pnpm \
    npx --yes pnpm@12.21.0 install --prod --frozen-lockfile --filter '!@etesian/page' --filter '!@etesian/client' --filter '!@etesian/engine-package' --filter '!@etesian/site' --store-dir /pnpm
# Without scripts/, messages name node commands instead of npm scripts.
COPY LICENSE NOTICE tsconfig.json ./
COPY libs ./libs
COPY services ./services
COPY clients ./clients
COPY tools/model ./tools/model
COPY --from=packages /etesian/clients/typescript/dist ./clients/typescript/dist
COPY --from=packages /etesian/clients/engine/dist ./clients/engine/dist
COPY --from=page /etesian/clients/page/dist ./clients/page/dist
COPY --from=site /etesian/clients/site/dist ./clients/site/dist

FROM ${BASE}
WORKDIR /etesian
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/compiled \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=65536 \
    MALLOC_TRIM_THRESHOLD_=1048576 \
    ETESIAN_DATA=/data \
    ETESIAN_HOST=0.0.0.0 \
    ETESIAN_PORT=3000 \
    ETESIAN_RPC_HOST=0.0.0.0 \
    ETESIAN_RPC_PORT=50051 \
    ETESIAN_OPERATIONS_HOST=0.0.0.0 \
    ETESIAN_OPERATIONS_PORT=9090
RUN mkdir /data && chown 1000:1000 /data
COPY --from=build /etesian ./
COPY models ./models
COPY deploy/health.mjs ./deploy/
USER 1000:1000
VOLUME /data
EXPOSE 3000 50051 9090
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s CMD ["node", "deploy/health.mjs"]
ENTRYPOINT ["node", "--max-semi-space-size=2", "--v8-pool-size=1", "--disable-warning=ExperimentalWarning"]
CMD ["services/standalone/src/main.ts"]
