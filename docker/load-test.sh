#!/bin/sh
# Runs a simulation of load-tests/ against a container of the image, and tells where the HTML report is:
#
#   docker/load-test.sh [SIMULATION] [-Dseconds=30 -Drate=20]      # SteadySimulation when none is named
#
# IMAGE, MEMORY and CPUS change what is run; the container is removed at the end.
set -eu
cd "$(dirname "$0")/.."
image=${IMAGE:-quarry:local}
memory=${MEMORY:-1g}
simulation=SteadySimulation
case ${1:-} in
  '' | -*) ;;
  *)
    simulation=$1
    shift
    ;;
esac

# Behind a published port all clients have one address, so that one client may fill the queue here.
container=$(docker run -d -e QUARRY_FAIRNESS_CLIENTSHARE=1 --memory "$memory" --memory-swap "$memory" --cpus "${CPUS:-2}" \
  --read-only --tmpfs /tmp:size=16m --cap-drop ALL --security-opt no-new-privileges \
  -p 127.0.0.1::8080 -p 127.0.0.1::8081 "$image")
trap 'docker rm -f "$container" >/dev/null' EXIT

address() {
  docker port "$container" "$1/tcp" | head -n 1
}

management=$(address 8081)
waited=0
until curl -sf -o /dev/null "http://$management/actuator/health/readiness"; do
  waited=$((waited + 1))
  if [ "$waited" -ge 120 ]; then
    docker logs "$container"
    echo "load-test.sh: the service did not get ready" >&2
    exit 1
  fi
  sleep 1
done
docker logs "$container" 2>&1 | grep -o 'Memory: .*'

status=0
./mvnw -B -f load-tests/pom.xml test-compile gatling:test -Dgatling.simulationClass="dev.quarry.load.$simulation" \
  -DbaseUrl="http://$(address 8080)" -DmanagementUrl="http://$management" "$@" || status=$?

echo "most memory of the container, in bytes: $(docker exec "$container" \
  sh -c 'cat /sys/fs/cgroup/memory/memory.max_usage_in_bytes 2>/dev/null || cat /sys/fs/cgroup/memory.peak')"
echo "killed at the memory limit: $(docker inspect --format '{{.State.OOMKilled}}' "$container")"
echo "report: $(ls -td load-tests/target/gatling/*/ | head -n 1)index.html"
exit "$status"
