#!/bin/sh
# Runs simulations of load-tests/, each against a container of its own of the image, and tells where the HTML reports are:
#
#   docker/load-test.sh [SIMULATION…] [-Dseconds=30 -Drate=20]     # SteadySimulation when none is named; all: every one
#
# MEMORY (1g), CPUS (2), IMAGE (quarry:local) and OPTIONS (of docker run, such as "-e QUARRY_ENGINE_WORKERS=1") change what is
# run; the container is removed at the end.
#
# NETWORK=host (the default): the container has this machine's network, and the service free ports of 127.0.0.1. Each client
# then has an address of its own, as the simulations mean it. Needs an engine on this machine itself, with Linux.
# NETWORK=published: behind published ports, where all clients have one address; that one may fill the queue then, and
# FairnessSimulation and HostileSimulation do not hold.
set -eu
cd "$(dirname "$0")/.."
image=${IMAGE:-quarry:local}
memory=${MEMORY:-1g}
network=${NETWORK:-host}

case $network in
  host | published) ;;
  *)
    echo "load-test.sh: NETWORK is $network; allowed are host and published" >&2
    exit 1
    ;;
esac

simulations=
while [ $# -gt 0 ]; do
  case $1 in
    -*) break ;;
    all) simulations="SteadySimulation SaturationSimulation FairnessSimulation HostileSimulation SoakSimulation" ;;
    *) simulations="$simulations $1" ;;
  esac
  shift
done

container=
remove() {
  [ -z "$container" ] || docker rm -f "$container" >/dev/null
  container=
}
trap remove EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# start OPTION…: starts the container, confined as everywhere else
start() {
  # shellcheck disable=SC2086 # options are words
  container=$(docker run -d --memory "$memory" --memory-swap "$memory" --cpus "${CPUS:-2}" \
    --read-only --tmpfs /tmp:size=16m --cap-drop ALL --security-opt no-new-privileges ${OPTIONS:-} "$@" "$image")
}

# begin: starts the container and sets $service and $management, HOST:PORT each
begin() {
  if [ "$network" = host ]; then
    service=127.0.0.1:$(docker/free-port.sh 18080)
    management=127.0.0.1:$(docker/free-port.sh 18200)
    start --network host \
      -e SERVER_ADDRESS=127.0.0.1 -e SERVER_PORT="${service#*:}" \
      -e MANAGEMENT_SERVER_ADDRESS=127.0.0.1 -e MANAGEMENT_SERVER_PORT="${management#*:}"
  else
    start -e QUARRY_FAIRNESS_CLIENTSHARE=1 -p 127.0.0.1::8080 -p 127.0.0.1::8081
    service=$(docker port "$container" 8080/tcp | head -n 1)
    management=$(docker port "$container" 8081/tcp | head -n 1)
  fi
}

await_ready() {
  waited=0
  until curl -sf -o /dev/null "http://$management/actuator/health/readiness"; do
    waited=$((waited + 1))
    if [ "$waited" -ge 120 ] || [ "$(docker inspect --format '{{.State.Running}}' "$container")" != true ]; then
      docker logs "$container"
      echo "load-test.sh: the service did not get ready" >&2
      exit 1
    fi
    sleep 1
  done
}

# simulate NAME OPTION…: one simulation, whose result is in $passed; what is said about the container follows its own summary
simulate() {
  simulation=$1
  shift
  echo "== $simulation, $memory"
  begin
  await_ready
  docker logs "$container" 2>&1 | grep -o 'Memory: .*'
  passed=0
  ./mvnw -B -f load-tests/pom.xml test-compile gatling:test -Dgatling.simulationClass="dev.quarry.load.$simulation" \
    -DbaseUrl="http://$service" -DmanagementUrl="http://$management" "$@" || passed=$?
  echo "refusals: $(curl -s --max-time 10 "http://$management/actuator/prometheus" \
    | sed -n 's/^quarry_rejected_total{reason="\(.*\)"} \(.*\)/\1 \2,/p' | tr '\n' ' ')"
  echo "most memory of the container, in bytes: $(docker exec "$container" \
    sh -c 'cat /sys/fs/cgroup/memory/memory.max_usage_in_bytes 2>/dev/null || cat /sys/fs/cgroup/memory.peak')"
  echo "killed at the memory limit: $(docker inspect --format '{{.State.OOMKilled}}' "$container")"
  remove
  echo "report: $(find "$PWD/load-tests/target/gatling" -path "*/$(echo "$simulation" | tr '[:upper:]' '[:lower:]')-*/index.html" | sort | tail -n 1)"
}

failed=
for simulation in ${simulations:-SteadySimulation}; do
  simulate "$simulation" "$@"
  [ "$passed" -eq 0 ] || failed="$failed $simulation"
done
if [ -n "$failed" ]; then
  echo "load-test.sh: failed:$failed" >&2
  exit 1
fi
