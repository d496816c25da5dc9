#!/bin/sh
# Runs the service once until its warm-up lets requests in and writes the ahead-of-time cache to the file named as the
# argument: by then every class that requests need is loaded. Used while the image is built; not at run time.
set -eu
cache=$1
log=$(mktemp)

java @/app/jvm.options -XX:AOTCacheOutput="$cache" -jar /app/app.jar >"$log" 2>&1 &
service=$!
waited=0
until grep -q 'Warm-up: ready for requests' "$log"; do
  if ! kill -0 "$service" 2>/dev/null || [ "$waited" -ge 120 ]; then
    cat "$log" >&2
    echo "train.sh: the service did not get ready" >&2
    exit 1
  fi
  sleep 1
  waited=$((waited + 1))
done
kill -TERM "$service"
wait "$service" || [ $? -eq 143 ] # 128 + SIGTERM: how a JVM ends that was asked to
grep -v "\[warning\]\[aot\]" "$log"
test -s "$cache"
