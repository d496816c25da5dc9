#!/bin/sh
# Makes the base images of docker/Dockerfile and of the container tests from Debian's packages and the JDK of this
# machine, for a machine that reaches no image registry. Their names begin with quarry-local/, so that they never stand
# for an image of somebody else's. An image that is there is kept.
#
# Needs a Docker engine, mmdebstrap, and a JDK 25 ($JAVA_HOME, or the newest one in /usr/lib/jvm).
set -eu

debian=quarry-local/debian:bookworm
jdk=quarry-local/jdk:25
prometheus=quarry-local/prometheus:bookworm

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

have() {
  docker image inspect "$1" >/dev/null 2>&1
}

is_jdk_25() {
  [ -x "$1/bin/jlink" ] && grep -q '^JAVA_VERSION="25' "$1/release" 2>/dev/null
}

find_jdk() {
  for candidate in "${JAVA_HOME:-/nonexistent}" /usr/lib/jvm/*; do
    if is_jdk_25 "$candidate"; then
      echo "$candidate"
      return
    fi
  done
  echo "base-images.sh: no JDK 25 found; set JAVA_HOME" >&2
  return 1
}

if ! have "$debian"; then
  echo "== $debian"
  # What is left out, here and in whatever is installed on top: manuals, translations, and documents but for licences. The
  # packages of the base itself are thinned at the end, since mmdebstrap is slow at passing files through a filter.
  # force-unsafe-io: an image that was not made to its end is thrown away, so that no file has to reach the disk first.
  cat >"$work/slim" <<'DPKG'
force-unsafe-io
path-exclude=/usr/share/man/*
path-exclude=/usr/share/doc/*
path-include=/usr/share/doc/*/copyright
path-exclude=/usr/share/locale/*
path-exclude=/usr/share/info/*
DPKG
  # shellcheck disable=SC2016 # $1, the root of the image, is mmdebstrap's to fill in
  mmdebstrap --quiet --variant=minbase --include=ca-certificates \
    --dpkgopt=force-unsafe-io \
    --aptopt='Acquire::Languages "none"' \
    --customize-hook="cp '$work/slim'"' "$1/etc/dpkg/dpkg.cfg.d/slim"' \
    --customize-hook='find "$1/usr/share/doc" ! -type d ! -name copyright -delete' \
    --customize-hook='rm -rf "$1"/usr/share/man/* "$1"/usr/share/locale/* "$1"/usr/share/info/*' \
    bookworm "$work/debian.tar"
  docker import --change 'CMD ["bash"]' "$work/debian.tar" "$debian" >/dev/null
  rm "$work/debian.tar"
fi

if ! have "$jdk"; then
  echo "== $jdk"
  found=$(find_jdk)
  mkdir -p "$work/jdk/opt/java"
  cp -aL "$found" "$work/jdk/opt/java/openjdk" # -L: its trust store may be a link to the machine's
  cat >"$work/jdk/Dockerfile" <<DOCKERFILE
FROM $debian
COPY opt /opt
ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
CMD ["jshell"]
DOCKERFILE
  docker build --quiet --tag "$jdk" "$work/jdk" >/dev/null
fi

if ! have "$prometheus"; then
  echo "== $prometheus"
  mkdir -p "$work/prometheus"
  cat >"$work/prometheus/Dockerfile" <<DOCKERFILE
FROM $debian
RUN apt-get update \\
 && apt-get install -y --no-install-recommends prometheus \\
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
USER prometheus
EXPOSE 9090
ENTRYPOINT ["/usr/bin/prometheus"]
CMD ["--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.path=/tmp/prometheus"]
DOCKERFILE
  docker build --quiet --tag "$prometheus" "$work/prometheus" >/dev/null
fi

docker image ls 'quarry-local/*'
