#!/bin/sh
# Builds the image from base images that are made on this machine, without an image registry: docker/build.sh [TAG].
# The jar must be there: ./mvnw -Pcontainers -DskipTests package
set -eu
cd "$(dirname "$0")/.."
sh docker/base-images.sh
docker build -f docker/Dockerfile \
  --build-arg JDK_IMAGE=quarry-local/jdk:25 \
  --build-arg BASE_IMAGE=quarry-local/debian:bookworm \
  -t "${1:-quarry:local}" .
