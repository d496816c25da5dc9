#!/usr/bin/env python3
"""Measures how long the image takes to be ready, with its ahead-of-time cache and without: docker/measure-start.py [IMAGE] [RUNS]

Each run is a container of 1 GB that is started, asked for its readiness every 20 ms, and removed; the two ways take turns.
Prints the medians, their ratio, the memory at readiness, and the size of the image with and without the cache.
"""

import json
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request

WITHOUT_CACHE = ["java", "@/app/jvm.options", "-jar", "/app/app.jar"]
LIMIT_SECONDS = 120


def docker(*arguments):
    return subprocess.run(["docker", *arguments], check=True, capture_output=True, text=True).stdout.strip()


def is_ready(port):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/actuator/health/readiness", timeout=5) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):  # nobody listens yet, or 503: not ready
        return False


def controlled(container, version_1, version_2):
    """A number of the container's control group, by the path of either version."""
    return int(docker("exec", container, "sh", "-c", f"cat {version_1} 2>/dev/null || {version_2}"))


def run(image, cached):
    command = ["--entrypoint", WITHOUT_CACHE[0], image, *WITHOUT_CACHE[1:]] if not cached else [image]
    begin = time.monotonic()
    container = docker(
        "run", "-d", "-m", "1g", "--memory-swap", "1g", "--read-only", "--tmpfs", "/tmp:size=16m",
        "-p", "127.0.0.1::8081", *command,
    )  # fmt: skip
    try:
        port = docker("port", container, "8081/tcp").rsplit(":", 1)[1]
        while not is_ready(port):
            if time.monotonic() - begin > LIMIT_SECONDS:
                sys.exit(docker("logs", container) + "\nnot ready in time")
            time.sleep(0.02)
        ready = time.monotonic() - begin
        cpu = controlled(
            container,
            "/sys/fs/cgroup/cpuacct/cpuacct.usage",
            "awk '/^usage_usec/ {print $2 * 1000}' /sys/fs/cgroup/cpu.stat",
        ) / 1e9
        memory = controlled(
            container, "/sys/fs/cgroup/memory/memory.usage_in_bytes", "cat /sys/fs/cgroup/memory.current"
        ) / 2**20  # fmt: skip
        return ready, cpu, memory
    finally:
        docker("rm", "-f", container)


def sizes(image):
    size = json.loads(docker("image", "inspect", image))[0]["Size"] / 1e6
    cache = int(docker("run", "--rm", "--entrypoint", "stat", image, "-c", "%s", "/app/app.aot")) / 1e6
    return size, size - cache


def main(image="quarry:local", runs="5"):
    found = {True: [], False: []}
    for _ in range(int(runs)):
        for cached in found:
            found[cached].append(run(image, cached))
            print("with" if cached else "without", "cache: ready %.2f s, CPU %.1f s, %.0f MB" % found[cached][-1], flush=True)
    medians = {cached: [statistics.median(column) for column in zip(*rows)] for cached, rows in found.items()}
    size = dict(zip((True, False), sizes(image)))
    print("\n| | ready after | CPU until ready | memory then | image |\n|---|---|---|---|---|")
    for cached in found:
        print("| %s | %.2f s | %.1f s | %.0f MB | %.0f MB |" % ("with cache" if cached else "without", *medians[cached], size[cached]))
    ratios = [with_cache / without for with_cache, without in zip(medians[True], medians[False])]
    print("| ratio | %.2f | %.2f | %.2f | %.2f |" % (*ratios, size[True] / size[False]))


main(*sys.argv[1:])
