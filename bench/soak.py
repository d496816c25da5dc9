#!/usr/bin/env python3
"""Mixed load on the service for some minutes, and what its memory does meanwhile.

    python3 bench/soak.py --minutes 30 --name glibc --env MALLOC_ARENA_MAX=2
    python3 bench/soak.py --minutes 30 --name jemalloc --env LD_PRELOAD=libjemalloc.so.2

Starts the service from target/classes on ports of the loopback (see bench/jvm.py for the class path), sends it pictures
of several sizes and formats in waves with rests between them, samples its resident memory each second, and rests at the
end. Draws docs/plots/soak-NAME.svg and prints what came of the requests and of the memory. Pictures are PNGs made here and
the JPEG, PNG and WebP files that the service makes of them. With --pid and --url it takes a service that runs already.
"""

import argparse
import collections
import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import threading
import time
import urllib.parse
import zlib

import jvm
import svg

SIZES = [(320, 240), (1024, 768), (2560, 1639), (4032, 3024)]
STEPS = [
    "resize=720x", "resize=400x400,fit:cover", "resize=1600x", "crop=200x200", "rotate=90", "flip", "grayscale",
    "resize=300x&rotate=7", "pad=20", "resize=1200x&flop&invert",
]
OUTPUTS = ["format=jpeg&quality=80", "format=png", "format=webp&quality=80", "format=jpeg&quality=80"]
TRIES = 5
WAVE_SECONDS, REST_SECONDS, LAST_REST_SECONDS = 50, 15, 60


def png(width, height, seed):
    """An RGB picture of slopes with some noise."""
    noise = random.Random(seed)
    rows = bytearray()
    grain = noise.randbytes(3 * width + 997)
    for y in range(height):
        shift = (y * 131) % 997
        slope = y * 255 // height
        rows.append(0)
        rows += bytes((slope + (g & 31)) & 255 for g in grain[shift : shift + 3 * width])
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(bytes(rows), 1)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )


class Client:
    """One connection to the service."""

    def __init__(self, url):
        self.address = urllib.parse.urlsplit(url).netloc
        self.connection = None

    def post(self, query, body):
        """Status and body of an answer."""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.address, timeout=60)
            self.connection.request("POST", f"/v1/transform?{query}", body, {"Content-Type": "application/octet-stream"})
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection = None
            return type(error).__name__, b""


def sources(url):
    """The pictures of the load: PNGs and what the service makes of them."""
    client = Client(url)
    found = []
    for seed, (width, height) in enumerate(SIZES):
        original = png(width, height, seed)
        found.append(original)
        for output in ("format=jpeg&quality=90", "format=webp&quality=80"):
            for _ in range(TRIES):
                status, body = client.post(output, original)
                # A machine with other work may be too slow for the deadline at first.
                if status not in (503, 504):
                    break
            if status != 200:
                sys.exit(f"the service answered {status} to {output}: {body[:300]}")
            found.append(body)
    return found


class Load:
    """Clients that send one request after the other while it is their turn."""

    def __init__(self, url, clients):
        self.url, self.pictures = url, sources(url)
        self.outcomes = collections.Counter()
        self.lock = threading.Lock()
        self.running, self.ended = threading.Event(), False
        self.threads = [threading.Thread(target=self.work, args=(seed,), daemon=True) for seed in range(clients)]

    def start(self):
        for thread in self.threads:
            thread.start()

    def work(self, seed):
        choice, client = random.Random(seed), Client(self.url)
        while not self.ended:
            if not self.running.wait(0.2):
                continue
            query = f"{choice.choice(STEPS)}&{choice.choice(OUTPUTS)}"
            status, _ = client.post(query, choice.choice(self.pictures))
            with self.lock:
                self.outcomes[status] += 1

    def end(self):
        self.ended = True
        self.running.set()
        for thread in self.threads:
            thread.join()


def resident_megabytes(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) / 1024


def meter(management, name):
    """The value of one meter, in megabytes; None when it is not there."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(management).netloc, timeout=5)
    with contextlib.closing(connection):
        connection.request("GET", "/actuator/prometheus")
        text = connection.getresponse().read().decode()
    found = re.search(rf"^{name}(?:{{[^}}]*}})? (\S+)$", text, re.MULTILINE)
    return float(found[1]) / 2**20 if found else None


def started(options):
    """A service of our own, ready."""
    settings = dict(pair.split("=", 1) for pair in options.env)
    command = [jvm.java(), *jvm.FLAGS, f"-Xmx{options.heap}",
               "dev.quarry.QuarryApplication", f"--server.port={options.port}", f"--management.server.port={options.port + 1}",
               f"--quarry.storage.budget={options.budget}"]
    log = open(jvm.ROOT / "target/bench" / f"soak-{options.name}.log", "w", encoding="utf-8")
    service = subprocess.Popen(command, env={**os.environ, "CLASSPATH": jvm.class_path(tests=False), **settings}, stdout=log, stderr=log)
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline and service.poll() is None:
        with contextlib.suppress(OSError):
            connection = http.client.HTTPConnection(f"127.0.0.1:{options.port + 1}", timeout=5)
            connection.request("GET", "/actuator/health/readiness")
            if connection.getresponse().status == 200:
                return service
        time.sleep(0.5)
    service.kill()
    sys.exit(f"the service did not become ready; see {log.name}")


def sample(options, load, pid):
    """Seconds, resident, committed and used megabytes of each second, and where waves began."""
    samples, waves = [], []
    start = time.monotonic()
    whole = options.minutes * 60
    while (now := time.monotonic() - start) < whole + LAST_REST_SECONDS:
        wave = now < whole and now % (WAVE_SECONDS + REST_SECONDS) < WAVE_SECONDS
        if wave != load.running.is_set():
            waves.append((now, wave))
            load.running.set() if wave else load.running.clear()
        committed = meter(options.management, "quarry_storage_committed_bytes")
        used = meter(options.management, "quarry_storage_used_bytes")
        samples.append((now, resident_megabytes(pid), committed, used))
        time.sleep(max(0.0, 1 - (time.monotonic() - start - now)))
    return samples, waves


def draw(options, samples, waves):
    plot = svg.Plot(f"{options.minutes:g} minutes of mixed requests, {options.name}", "minutes", "MB")
    for index, name in enumerate(["resident (process)", "committed (storage)", "used (storage)"], start=1):
        plot.line(name, [(s[0] / 60, s[index]) for s in samples if s[index] is not None], dots=False)
    last = [t for t, wave in waves if not wave][-1]
    plot.mark(last / 60, "rest")
    path = jvm.ROOT / "docs" / "plots" / f"soak-{options.name}.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    plot.write(path)
    return last


def tell(options, load, samples, last_wave_end):
    working = [s[1] for s in samples if s[0] < last_wave_end]
    third = len(working) // 3
    rest = [s for s in samples if s[0] > last_wave_end][-1]
    print(json.dumps({
        "name": options.name,
        "minutes": options.minutes,
        "environment": options.env,
        "requests": {str(status): count for status, count in sorted(load.outcomes.items(), key=str)},
        "resident MB at start": round(samples[0][1]),
        "most": round(max(working)),
        "mean of the first, second, last third": [round(sum(part) / len(part)) for part in
                                                  (working[:third], working[third : 2 * third], working[2 * third :])],
        "after the rest": round(rest[1]),
        "committed then": rest[2] and round(rest[2]),
        "used then": rest[3] and round(rest[3], 1),
    }, indent=1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--name", default="glibc", help="of the plot")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE", help="for the service")
    parser.add_argument("--heap", default="256m")
    parser.add_argument("--budget", default="1GB", help="quarry.storage.budget")
    parser.add_argument("--port", type=int, default=18080, help="of the service; management takes the next one")
    parser.add_argument("--pid", type=int, help="of a running service")
    parser.add_argument("--url", help="of a running service")
    parser.add_argument("--management", help="management address of a running service")
    options = parser.parse_args()
    if not 0.5 <= options.minutes <= 240 or not 1 <= options.clients <= 64:
        parser.error("0.5 to 240 minutes, 1 to 64 clients")
    service = None if options.pid else started(options)
    options.url = options.url or f"http://127.0.0.1:{options.port}"
    options.management = options.management or f"http://127.0.0.1:{options.port + 1}"
    try:
        load = Load(options.url, options.clients)
        load.start()
        samples, waves = sample(options, load, options.pid or service.pid)
        load.end()
        tell(options, load, samples, draw(options, samples, waves))
    finally:
        if service:
            service.terminate()
            service.wait()


if __name__ == "__main__":
    main()
