# One image for every service: the command says which. Built in one stage, run in another without tools, as nobody in particular,
# on a root that may be read-only: what is written goes to /data and /tmp.
FROM node:26-slim AS build
WORKDIR /etesian
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches ./patches
COPY scripts ./scripts
COPY libs ./libs
COPY services ./services
COPY fidelity/package.json ./fidelity/
COPY bench/package.json ./bench/
RUN npx --yes pnpm@12.21.0 install --prod --frozen-lockfile

FROM node:26-slim
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
