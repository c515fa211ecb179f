# A small image with the one binary, run as a user without rights. It uses Debian's
# library of Postgres, which speaks TLS and gets Debian's security updates.
FROM rust:1.95-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends libpq-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY .cargo ./.cargo
COPY boards ./boards
COPY games ./games
COPY store ./store
COPY src ./src
COPY benches ./benches
COPY migrations ./migrations
COPY templates ./templates
COPY assets ./assets
COPY openapi ./openapi
COPY README.md ./README.md
COPY tests/clients ./tests/clients
# Relocations are packed: the start has 3 MB less to read, and a process to hold. That takes glibc
# 2.36, which the image below has.
ENV RUSTFLAGS="-C link-arg=-Wl,-z,pack-relative-relocs"
RUN cargo build --locked --profile dist --no-default-features --bin turnwise

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libpq5 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 turnwise && mkdir /data && chown turnwise /data
COPY --from=build /src/target/dist/turnwise /usr/local/bin/turnwise
USER turnwise
ENV TURNWISE_DATA=/data TURNWISE_LISTEN=0.0.0.0:8080
VOLUME /data
EXPOSE 8080
HEALTHCHECK CMD ["turnwise", "healthcheck"]
ENTRYPOINT ["turnwise"]
