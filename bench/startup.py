#!/usr/bin/env python3
"""How long the service takes to start, and what its first requests cost against warm ones, with and without an AOT cache.

    ./mvnw -DskipTests package
    python3 bench/startup.py --java /path/to/jdk-25/bin/java --starts 3

Unpacks the jar into a directory of its own, makes the ahead-of-time cache by a training run up to the end of the warm-up,
then starts the service so many times each way on ports of the loopback. "Ready" is the time from the start of the process
until readiness answers 200; then one client sends the requests of each kind one after the other: the first of each, then
100 more, of which the last 50 are warm. Prints a table of medians over the starts.
"""

import argparse
import http.client
import os
import pathlib
import random
import signal
import statistics
import struct
import subprocess
import tempfile
import time
import zlib

import jvm

PORT, MANAGEMENT = 18091, 18092

ENDED = ("Warm-up: every kernel is compiled", "Warm-up: plain loops go on")
WARM_FROM, REQUESTS = 30, 60


def png(width, height, seed=1):
    """A PNG with alpha: slopes with noise in them."""
    noise = random.Random(seed)
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            grain = noise.getrandbits(5)
            rows += bytes(((x // 5 + grain) & 255, (y // 5 + grain) & 255, ((x + y) // 9 + grain) & 255, 255 - x % 64))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows), 6))
            + chunk(b"IEND", b""))


def post(connection, path, body):
    """The answer's bytes and the milliseconds that it took."""
    start = time.perf_counter()
    connection.request("POST", path, body)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status} {content[:300]}")
    return content, 1000 * (time.perf_counter() - start)


class Service:
    """One start of the service."""

    def __init__(self, java, directory, *options):
        self.log = open(directory / "service.log", "w+")
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            [java, *jvm.FLAGS, *options, "-jar", str(directory / "app.jar"), f"--server.port={PORT}",
             f"--management.server.port={MANAGEMENT}", "--server.address=127.0.0.1",
             "--management.server.address=127.0.0.1"],
            stdout=self.log, stderr=subprocess.STDOUT)

    def is_ready(self):
        try:
            management = http.client.HTTPConnection("127.0.0.1", MANAGEMENT, timeout=5)
            management.request("GET", "/actuator/health/readiness")
            return management.getresponse().status == 200
        except OSError:
            return False

    def wait(self, what, condition):
        while not condition():
            if self.process.poll() is not None or time.perf_counter() - self.begun > 120:
                raise SystemExit(f"the service did not come to: {what}\n{self.text()}")
            time.sleep(0.02)

    def ready(self):
        """Seconds from the start of the process to readiness."""
        self.wait("readiness", self.is_ready)
        return time.perf_counter() - self.begun

    def text(self):
        self.log.flush()
        return pathlib.Path(self.log.name).read_text()

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
        self.log.close()


def sources(connection):
    """A picture of each kind; the service makes JPEG and WebP of the PNG."""
    large = png(2000, 1600)
    jpeg, _ = post(connection, "/v1/transform?format=jpeg&quality=90", large)
    webp, _ = post(connection, "/v1/transform?format=webp&quality=90&resize=1000x", large)
    return {"JPEG → 720 JPEG": ("/v1/transform?resize=720x", jpeg),
            "PNG → 400 PNG": ("/v1/transform?resize=400x", png(1024, 1024)),
            "JPEG → 720 WebP": ("/v1/transform?resize=720x&format=webp", jpeg),
            "WebP → 400 WebP": ("/v1/transform?resize=400x", webp)}


def measure(java, directory, pictures, *options):
    """Seconds until readiness and CPU seconds until then; for each kind the first request and the median of warm ones."""
    service = Service(java, directory, *options)
    try:
        row = {"ready": service.ready(), "cpu": service.cpu_seconds()}
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
        for kind, request in pictures.items():
            row[kind] = [post(connection, *request)[1]]
        for kind, request in pictures.items():
            row[kind] += [post(connection, *request)[1] for _ in range(REQUESTS)]
        return row
    finally:
        service.stop()


def report(name, rows, kinds):
    ready = statistics.median(row["ready"] for row in rows)
    cpu = statistics.median(row["cpu"] for row in rows)
    cells = [f"{ready:.1f} s ({min(r['ready'] for r in rows):.1f}–{max(r['ready'] for r in rows):.1f})", f"{cpu:.1f} s"]
    for kind in kinds:
        first = statistics.median(row[kind][0] for row in rows)
        warm = statistics.median(statistics.median(row[kind][WARM_FROM:]) for row in rows)
        worst = max(row[kind][0] / statistics.median(row[kind][WARM_FROM:]) for row in rows)
        cells.append(f"{first:.0f} / {warm:.1f} ms = {first / warm:.1f} (worst {worst:.1f})")
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--java", default=jvm.java())
    arguments.add_argument("--jar", type=pathlib.Path)
    arguments.add_argument("--starts", type=int, default=3)
    arguments.add_argument("--work", type=pathlib.Path, help="keeps the unpacked jar and the cache for another call")
    arguments.add_argument("--prepare", action="store_true", help="only unpacks, trains and makes the pictures")
    arguments.add_argument("--jvm", default="", help="more options for the JVM, such as those of docker/jvm.options: "
                           '--jvm="@docker/jvm.options -Xmx512m"')
    options = arguments.parse_args()
    flags = options.jvm.split()
    directory = options.work or pathlib.Path(tempfile.mkdtemp(prefix="quarry-startup-"))
    cache = directory / "app.aot"
    if not cache.exists():
        jar = options.jar or next(pathlib.Path("target").glob("quarry-*.jar"))
        subprocess.run([options.java, "-Djarmode=tools", "-jar", str(jar), "extract", "--destination", str(directory),
                        "--force", "--application-filename", "app.jar"], check=True, stdout=subprocess.DEVNULL)
        training = Service(options.java, directory, *flags, f"-XX:AOTCacheOutput={cache}")
        training.wait("the end of the warm-up", lambda: any(line in training.text() for line in ENDED))
        training.stop()
        print(f"AOT cache: {cache.stat().st_size / 1e6:.0f} MB")
    if options.prepare:
        return
    service = Service(options.java, directory, *flags)
    try:
        service.ready()
        pictures = sources(http.client.HTTPConnection("127.0.0.1", PORT, timeout=60))
    finally:
        service.stop()
    print("| | ready | CPU until ready | " + " | ".join(f"{kind}: first / warm" for kind in pictures) + " |")
    print("|---" * (len(pictures) + 3) + "|")
    plain = [measure(options.java, directory, pictures, *flags) for _ in range(options.starts)]
    report("no cache", plain, pictures)
    cached = [measure(options.java, directory, pictures, *flags, f"-XX:AOTCache={cache}") for _ in range(options.starts)]
    report("AOT cache", cached, pictures)


main()
