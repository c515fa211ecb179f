# A small image with the one binary, run as a user without rights.
FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY src ./src
COPY benches ./benches
COPY migrations ./migrations
COPY templates ./templates
COPY assets ./assets
RUN cargo build --locked --release --bin turnwise

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 turnwise && mkdir /data && chown turnwise /data
COPY --from=build /src/target/release/turnwise /usr/local/bin/turnwise
USER turnwise
ENV TURNWISE_DATA=/data TURNWISE_LISTEN=0.0.0.0:8080
VOLUME /data
EXPOSE 8080
HEALTHCHECK CMD ["turnwise", "healthcheck"]
ENTRYPOINT ["turnwise"]
