# Pepsin with the compiler that it needs to preprocess:
#   docker build -t pepsin . && docker run --rm -v "$PWD:/work" pepsin check a.c
FROM rust:1.90-slim-bookworm AS build
WORKDIR /pepsin
COPY . .
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && cargo build --release --locked

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY --from=build /pepsin/target/release/pepsin /usr/local/bin/pepsin
COPY LICENSE-MIT LICENSE-APACHE /usr/local/share/doc/pepsin/
WORKDIR /work
ENTRYPOINT ["pepsin"]
