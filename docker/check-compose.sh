#!/bin/sh
# Checks compose.yaml: reads all of it, then starts the service and Prometheus from the images that docker/build.sh makes, and
# waits until Prometheus has scraped the service and loaded the alerts. Grafana is not started, for without a registry there is
# no image of it. Needs Compose: the plugin of docker, or docker-compose (Debian: apt-get install docker-compose).
set -eu
cd "$(dirname "$0")/.."

if docker compose version >/dev/null 2>&1; then
  compose() { docker compose -p quarry-check -f docker/compose.yaml "$@"; }
  reads() { docker compose -f "$1" config --quiet; }
elif docker-compose version >/dev/null 2>&1; then
  compose() { docker-compose -p quarry-check -f docker/compose.yaml "$@"; }
  reads() { docker-compose -f "$1" config --quiet; }
else
  echo "check-compose.sh: neither docker compose nor docker-compose is there" >&2
  exit 1
fi

reads docker/compose.yaml
echo "docker/compose.yaml is valid for Compose"

# that an unknown field would be found
misspelt=$(mktemp -d)
trap 'rm -rf "$misspelt"' EXIT
sed 's/read_only:/raed_only:/' docker/compose.yaml >"$misspelt/compose.yaml"
if reads "$misspelt/compose.yaml" >/dev/null 2>&1; then
  echo "check-compose.sh: a misspelt field was not found" >&2
  exit 1
fi

PROMETHEUS_IMAGE=${PROMETHEUS_IMAGE:-quarry-local/prometheus:bookworm}
QUARRY_PORT=$(docker/free-port.sh 18080)
MANAGEMENT_PORT=$(docker/free-port.sh 18200)
PROMETHEUS_PORT=$(docker/free-port.sh 19090)
export PROMETHEUS_IMAGE QUARRY_PORT MANAGEMENT_PORT PROMETHEUS_PORT

trap 'compose down --volumes >"$misspelt/down.log" 2>&1 || cat "$misspelt/down.log"; rm -rf "$misspelt"' EXIT
compose up -d prometheus

# await WHAT PATTERN URL: until the answer has the pattern
await() {
  waited=0
  until curl -sf "$3" | grep -q "$2"; do
    waited=$((waited + 1))
    if [ "$waited" -ge 60 ]; then
      compose logs
      echo "check-compose.sh: $1 not within a minute" >&2
      exit 1
    fi
    sleep 1
  done
  echo "$1"
}

api=http://127.0.0.1:$PROMETHEUS_PORT/api/v1
await "the service is ready" '"status":"UP"' "http://127.0.0.1:$MANAGEMENT_PORT/actuator/health/readiness"
await "the service takes requests" '"formats"' "http://127.0.0.1:$QUARRY_PORT/v1/formats"
await "Prometheus scrapes it" '"health":"up"' "$api/targets"
await "Prometheus has its metrics" '"arena":"0"' "$api/query?query=quarry_arena_used_bytes"
await "Prometheus has the alerts" '"name":"QuarryDown"' "$api/rules"
await "Prometheus can evaluate them" '"health":"ok"' "$api/rules"
