#!/usr/bin/env python3
"""Measures the engine under load and prints the tables of docs/performance.md.

    ./mvnw -q test-compile dependency:build-classpath -Dmdep.outputFile=target/bench/classpath
    python3 bench/engine.py waits      in which order threads get what one can have at a time, by several gates
    python3 bench/engine.py latency    a client that wants a thumbnail every 50 ms beside 0 to 4 that send heavy work, with the
                                       reserve for small jobs; --reserve 0 without it
    python3 bench/engine.py threads    how much more several threads do than one, without HTTP
    python3 bench/engine.py burst      64 clients with 24 megapixels each against a service in 512 MB (a cgroup; needs root)
    python3 bench/engine.py stream     large jobs under a steady stream of small ones
    python3 bench/engine.py bands      what the height of a band costs and gains, without HTTP
    python3 bench/engine.py report     prints tables, draws docs/plots

Each takes up to four minutes and replaces what was measured before. `--large` and `--small` name JPEGs to send instead of
those that are made here (6000×4000 and 640×480). The service is started from target/classes on ports of the loopback; each
client has an address of its own. `burst` can take a service that runs already, in a container for instance:
--url, --management and --pid (of its Java process).
"""

import argparse
import json
import pathlib
import sys

import engine_clients
import engine_report
import jvm

RESULTS = jvm.ROOT / "target" / "bench"
MEGABYTE = 1 << 20
HEAVY = "rotate=7&resize=1200x"
LARGE = "resize=300x"
THUMBNAIL = "resize=100x"
INTERVAL = 0.05


def write(name, rows):
    with open(RESULTS / f"engine-{name}.jsonl", "w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row) + "\n")
            file.flush()
            print(json.dumps(row), file=sys.stderr)


def java_lines(*arguments):
    for line in engine_clients.java_output(*arguments):
        yield json.loads(line)


def waits(options):
    write("waits", java_lines("dev.quarry.engine.WaitDistributionRun", str(options.seconds or 2), "2,4,16", "1,100,10000"))


def threads(options):
    write("threads", java_lines("-Xmx512m", "dev.quarry.pipeline.ThroughputRun", str(options.seconds or 3)))


def bands(options):
    write("bands", java_lines("-Xmx512m", "dev.quarry.operation.BandHeightRun", "15", "60"))


def pictures(options):
    """The small and the large picture."""
    return [
        pathlib.Path(given).read_bytes() if given else engine_clients.made(RESULTS, *size)
        for given, size in ((options.small, (640, 480)), (options.large, (6000, 4000)))
    ]


def warm(service, small, large, heavy=HEAVY):
    """The connections' code is not part of the service's own warm-up."""
    engine_clients.paced(service.url, heavy, large, 0, 2)
    engine_clients.paced(service.url, THUMBNAIL, small, 0, 3)


def latency(options):
    write(f"latency-{options.reserve}", latency_rows(options, options.reserve))


def latency_rows(options, reserve):
    small, large = pictures(options)
    with engine_clients.Service(RESULTS, "--quarry.storage.budget=1GB", f"--quarry.fairness.reserve-workers={reserve}") as service:
        warm(service, small, large)
        for count in range(5):
            heavy = engine_clients.Crowd(service.url, HEAVY, large, count)
            found = engine_clients.paced(service.url, THUMBNAIL, small, INTERVAL, options.seconds or 30)
            busy = heavy.stop()
            yield {"reserve": reserve, "heavy": count, **found, "heavy_per_second": busy["per_second"], "heavy_statuses": busy["statuses"]}


def burst(options):
    write("burst", burst_rows(options))


def burst_rows(options):
    small, large = pictures(options)
    seconds = options.seconds or 40
    service = engine_clients.Running(options) if options.url else engine_clients.Service(RESULTS, heap="96m", limit=512 * MEGABYTE)
    with service:
        warm(service, small, large, LARGE)
        service.reset_peak()
        alone = engine_clients.paced(service.url, THUMBNAIL, small, INTERVAL, seconds / 2)
        yield {"phase": "alone", **alone, "peak_mb": service.peak_megabytes()}
        crowd = engine_clients.Crowd(service.url, LARGE, large, 64)
        during = engine_clients.paced(service.url, THUMBNAIL, small, INTERVAL, seconds)
        busy = crowd.stop()
        yield {"phase": "burst", **during, **{f"large_{key}": value for key, value in busy.items()},
               "peak_mb": service.peak_megabytes(), "cgroup_mb": service.cgroup_megabytes()}
        yield {"phase": "after", "alive": service.alive(), "held": service.held()}


def stream(options):
    write("stream", stream_rows(options))


def stream_rows(options):
    small, large = pictures(options)
    with engine_clients.Service(RESULTS, "--quarry.storage.budget=1GB") as service:
        warm(service, small, large)
        for count in (0, 1, 2, 4, 8, 16):
            crowd = engine_clients.Crowd(service.url, THUMBNAIL, small, count)
            found = engine_clients.paced(service.url, HEAVY, large, 0, options.seconds or 20)
            busy = crowd.stop()
            yield {"small_clients": count, **found, "small_per_second": busy["per_second"], "small_p50": busy.get("p50"), "small_p99": busy.get("p99")}


def report(options):
    engine_report.write(RESULTS, jvm.ROOT / "docs" / "plots")


MEASUREMENTS = {f.__name__: f for f in (waits, latency, threads, burst, stream, bands, report)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=MEASUREMENTS)
    parser.add_argument("--seconds", type=float, help="of each case, if not the usual")
    parser.add_argument("--reserve", type=int, choices=[0, 1], default=1, help="quarry.fairness.reserve-workers, for latency")
    parser.add_argument("--large", help="a JPEG of a large photograph")
    parser.add_argument("--small", help="a JPEG of a small one")
    parser.add_argument("--url", help="of a running service, for burst")
    parser.add_argument("--management", help="address of its management port")
    parser.add_argument("--pid", type=int, help="of its Java process")
    options = parser.parse_args()
    if options.url and not (options.management and options.pid):
        parser.error("--url needs --management and --pid")
    RESULTS.mkdir(parents=True, exist_ok=True)
    MEASUREMENTS[options.what](options)


if __name__ == "__main__":
    main()
