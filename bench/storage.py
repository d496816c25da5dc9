#!/usr/bin/env python3
"""Measures the storage and prints the tables of docs/performance.md.

    ./mvnw -q test-compile dependency:build-classpath -Dmdep.outputFile=target/bench/classpath
    python3 bench/storage.py contention | reuse | interleaved | touch | upscale | blocks | latency | debug | forks | sampled   measures, adding to target/bench
    python3 bench/storage.py report                                                            prints tables, draws docs/plots

`--slice 2/3` measures the second third of the cases, for machines that are not ours for long. Each measurement is added to
those there; of a case that was measured several times the report takes the least disturbed run, which is the fastest.
`--fresh` forgets the earlier ones.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

import jvm
import storage_report

RESULTS = jvm.ROOT / "target" / "bench"
PROFILER = "dev.quarry.storage.ProcessCostProfiler"
THREADS = "1,2,4,8,16,32"
# 0 stands for the allocator with one lock.
ARENAS = "0,1,2,4,8,16"
# More than all threads hold together, for each arena.
CACHED_BLOCKS = 1 << 17
# A heap whose pages are there already, so that the faults of its first use do not hide those that are measured.
TOUCHED_HEAP = ["-Xms2g", "-Xmx2g", "-XX:+AlwaysPreTouch"]
LEVELS = ["off", "sampled", "guard", "paranoid"]
# glibc's malloc keeps what is freed instead of giving it back with each free.
KEEPING_MALLOC = {"MALLOC_MMAP_THRESHOLD_": str(1 << 30), "MALLOC_TRIM_THRESHOLD_": str(4 << 30)}
JEMALLOC = {"LD_PRELOAD": "libjemalloc.so.2"}


def run(arguments, environment=None):
    """The lines that a JVM on the test class path prints, as they come."""
    print("+", " ".join(arguments), environment or "", file=sys.stderr)
    command = [jvm.java(), *jvm.FLAGS, *arguments]
    settings = {**os.environ, "CLASSPATH": jvm.class_path(), **(environment or {})}
    with subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            yield line.rstrip("\n")
    if process.returncode:
        sys.exit(f"{arguments} ended with {process.returncode}")


def add(name, rows):
    for row in rows:
        with open(RESULTS / f"{name}.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def sliced(cases, part):
    index, count = (int(n) for n in part.split("/"))
    return cases[index - 1 :: count]


def jmh(benchmark, parameters, label=None, environment=None, options=()):
    """Rows of one run of JMH: the parameters, `time` and what the profiler says."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    out = RESULTS / f"jmh-{os.getpid()}.json"
    arguments = ["org.openjdk.jmh.Main", rf"\.{benchmark}\.", "-prof", PROFILER, "-rf", "json", "-rff", str(out), "-v", "SILENT"]
    for key, value in parameters.items():
        arguments += ["-p", f"{key}={value}"]
    list(run([*arguments, *options], environment))
    results = json.loads(out.read_text())
    out.unlink()
    rows = []
    for result in results:
        metrics = {key.lstrip("·"): metric["score"] for key, metric in result["secondaryMetrics"].items()}
        # One disturbed iteration must not spoil a case.
        times = [value for fork in result["primaryMetric"]["rawData"] for value in fork]
        row = {**result["params"], "time": statistics.median(times), "unit": result["primaryMetric"]["scoreUnit"], **metrics}
        if label:
            row.update(label)
        rows.append(row)
    return rows


def contention(options):
    # Many threads take longest, so they come first, and each slice of them gets some of the short ones.
    threads = sorted(options.threads.split(","), key=int, reverse=True)
    caches = {"on": [CACHED_BLOCKS], "off": [0], "both": [CACHED_BLOCKS, 0]}[options.cache]
    for count, blocks in sliced([(count, blocks) for count in threads for blocks in caches], options.slice):
        add("contention", contention_rows(count, ARENAS, blocks, "same,other"))


def contention_rows(threads, arenas, blocks, drop, level="off"):
    lines = run([
        *TOUCHED_HEAP, f"-Dquarry.storage.debug={level}",
        "dev.quarry.storage.ContentionRun", threads, arenas, str(blocks), drop,
    ])
    names = ["arenas", "threads", "blocks", "drop", "mean", "max", "min", "wall", "taken", "busy", "wait_ms", "max_wait_us", "stolen"]
    for line in lines:
        fields = line.split(",")
        row = dict(zip(names, fields))
        row = {key: value if key == "drop" else float(value) for key, value in row.items()}
        yield {**row, "waits_ms": [float(wait) for wait in fields[13].split()], "level": level}


def reuse(options):
    kinds = ["POOL", "POOL_COLD", "CONFINED", "SHARED", "AUTO", "HEAP", "MALLOC", "NETTY_POOLED", "NETTY_ADAPTIVE"]
    cases = [(kind, None, kind) for kind in kinds]
    cases += [("MALLOC", KEEPING_MALLOC, "MALLOC keeping"), ("MALLOC", JEMALLOC, "JEMALLOC")]
    for size in sliced(options.sizes.split(","), options.slice):
        for kind, environment, name in cases:
            add("reuse", jmh("ReuseBenchmark", {"allocator": kind, "size": size}, {"who": name}, environment))


def forks(options):
    """The same work in processes that take turns, for what memory a process gets is a matter of luck."""
    cases = [("POOL", None, "POOL"), ("MALLOC", None, "MALLOC"), ("NETTY_POOLED", None, "NETTY_POOLED"),
             ("NETTY_ADAPTIVE", None, "NETTY_ADAPTIVE"), ("MALLOC", KEEPING_MALLOC, "MALLOC keeping")]
    for _ in range(options.rounds):
        for kind, environment, name in cases:
            add("forks", jmh("ReuseBenchmark", {"allocator": kind, "size": str(16 << 20)}, {"who": name}, environment))


def interleaved(options):
    others = ["MALLOC", "NETTY_POOLED", "NETTY_ADAPTIVE", "HEAP"]
    for kinds, environment, names in [
        (others, None, others),
        (["MALLOC"], KEEPING_MALLOC, ["MALLOC keeping"]),
        (["MALLOC"], JEMALLOC, ["JEMALLOC"]),
    ]:
        for line in run(["-Xms1g", "-Xmx1g", "dev.quarry.storage.InterleavedReuseRun", *kinds], environment):
            kind, size, *numbers = line.split(",")
            values = dict(zip(["ours", "ours_least", "theirs", "theirs_least", "ratio"], map(float, numbers)))
            add("interleaved", [{"who": names[kinds.index(kind)], "bytes": int(size), **values}])


def touch(options):
    add("touch", jmh("TouchBenchmark", {}))


def upscale(options):
    cases = [(kind, None, kind) for kind in ["POOL", "POOL_COLD", "CONFINED", "MALLOC", "NETTY_POOLED", "NETTY_ADAPTIVE"]]
    cases += [("MALLOC", KEEPING_MALLOC, "MALLOC keeping"), ("MALLOC", JEMALLOC, "JEMALLOC")]
    for kind, environment, name in sliced(cases, options.slice):
        add("upscale", jmh("UpscaleBenchmark", {"allocator": kind}, {"who": name}, environment))


def blocks(options):
    cases = [(work, size) for size in ("2560x1638", "2560x1639", "5120x3200")
             for work in ("SCALE", "FILTER", "CONVERT", "COMPOSITION", "ROTATE")]
    for work, size in sliced(cases, options.slice):
        add("blocks", jmh("BlockSizeBenchmark", {"work": work, "size": size}))


def latency(options):
    cases = [("NONE", None, "NONE"), ("POOL", None, "POOL"), ("NETTY_POOLED", None, "NETTY_POOLED"),
             ("NETTY_ADAPTIVE", None, "NETTY_ADAPTIVE"), ("MALLOC", None, "MALLOC"), ("MALLOC", JEMALLOC, "JEMALLOC")]
    for kind, environment, name in sliced(cases, options.slice):
        for line in run([*TOUCHED_HEAP, "dev.quarry.storage.LatencyRun", kind], environment):
            _, size, where, *numbers = line.split(",")
            values = dict(zip(["samples", "whole_mean", "mean", "p50", "p99", "p999"], map(float, numbers)))
            add("latency", [{"who": name, "bytes": int(size), "where": where, **values}])


def debug(options):
    for level in sliced(LEVELS, options.slice):
        add("debug-contention", contention_rows("1,16", "8", CACHED_BLOCKS, "same", level))
        flags = ["-jvmArgsAppend", f"-Dquarry.storage.debug={level}"]
        parameters = {"allocator": "POOL", "size": "1048576,16777216,2560x1639"}
        add("debug-reuse", jmh("ReuseBenchmark", parameters, {"level": level}, options=flags))


def sampled(options):
    """The levels off and sampled in processes that take turns."""
    for turn in range(options.rounds):
        for level in ["off", "sampled"] if turn % 2 == 0 else ["sampled", "off"]:
            for row in contention_rows("1,16", "8", CACHED_BLOCKS, "same", level):
                add("sampled", [{**row, "turn": turn}])


def report(options):
    storage_report.write(RESULTS, jvm.ROOT / "docs" / "plots")


MEASUREMENTS = {f.__name__: f for f in (contention, reuse, forks, interleaved, touch, upscale, blocks, latency, debug, sampled)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=[*MEASUREMENTS, "report"])
    parser.add_argument("--slice", default="1/1", help="which part of the cases, such as 2/3")
    parser.add_argument("--threads", default=THREADS, help="of contention")
    parser.add_argument("--cache", choices=["on", "off", "both"], default="both", help="of contention")
    parser.add_argument("--sizes", default="1048576,16777216,67108864,512x512,2560x1639,7680x4320", help="of reuse")
    parser.add_argument("--rounds", type=int, default=9, help="of forks and sampled: turns of each")
    parser.add_argument("--fresh", action="store_true", help="forget earlier measurements of this kind")
    options = parser.parse_args()
    RESULTS.mkdir(parents=True, exist_ok=True)
    if options.what == "report":
        report(options)
        return
    if options.fresh:
        for file in RESULTS.glob(f"{options.what}*.jsonl"):
            file.unlink()
    MEASUREMENTS[options.what](options)


if __name__ == "__main__":
    main()
