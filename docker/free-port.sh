#!/bin/sh
# Prints the first port of 127.0.0.1, from the one given on, to which nobody listens: docker/free-port.sh 18080
set -eu
port=$1
last=$((port + 99))
while [ "$port" -le "$last" ]; do
  answer=0
  curl -s -o /dev/null --max-time 1 "http://127.0.0.1:$port" || answer=$?
  if [ "$answer" -eq 7 ]; then # could not connect
    echo "$port"
    exit
  fi
  port=$((port + 1))
done
echo "free-port.sh: none from $1 to $last" >&2
exit 1
