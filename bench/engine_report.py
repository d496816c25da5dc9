"""The tables and plots of the engine's benchmarks, made of what was measured."""

import json

import svg
from storage_report import short, table

GATES = {
    "BARGING": "semaphore, barging",
    "FAIR": "semaphore, fair",
    "SPINNING": "spinning with a nap",
    "JOB_QUEUE": "our job queue",
    "RESERVATION": "our reservations",
}
WORKS = {"TINY_THUMBNAIL": "0.3 MP → 100", "LARGE_THUMBNAIL": "24 MP → 300", "PNG_ENCODE": "PNG of 1.2 MP"}
EDGES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 50, 100, 1000]
BEYOND = 10_000
PLOTTED_HOLD = 100


def read(results, name):
    file = results / f"engine-{name}.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


def waits(results, plots):
    rows = read(results, "waits")
    for threads in sorted({row["threads"] for row in rows}):
        lines = []
        plot = svg.Plot(f"{threads} threads, a turn takes {PLOTTED_HOLD} µs", "turns from asking to having", "% of turns", log_x=True)
        for row in (row for row in rows if row["threads"] == threads):
            turns, gaps, waited = row["turns"], row["gaps"], row["waits"]
            used = turns * row["hold_us"] / 1e6 / row["seconds"]
            lines.append([
                f"{row['hold_us']} µs", GATES[row["gate"]], f"{turns}", f"{row['switches']}", percent(used, 1), f"{row['jain']:.3f}",
                f"{row['jain_short']:.3f}", percent(gaps[0], sum(gaps)), percent(row["in_turn"], sum(gaps)), f"{row['most']}",
                percent(row["not_overtaken"], turns),
                f"{row['longest']}",
            ])
            if row["hold_us"] == PLOTTED_HOLD:
                points, total = [], 0
                for edge, count in zip([*EDGES, BEYOND], waited):
                    total += count
                    points.append((edge, 100 * total / max(1, turns)))
                plot.line(GATES[row["gate"]], points, dashed=row["gate"] in ("BARGING", "SPINNING"))
        table(f"Who is next: {threads} threads",
              ["turn", "gate", "turns", "switches", "of the time used", "Jain", "Jain of 10 rounds", "gap 1", f"gap {threads}", "longest gap",
               f"had within {threads} turns", "longest wait, turns"], lines)
        plot.write(plots / f"waits-{threads}.svg")


def histogram(results):
    rows = read(results, "waits")
    names = [*map(str, EDGES[:10]), "–50", "–100", "–1k", "more"]
    lines = [[f"{r['threads']} × {r['hold_us']} µs", GATES[r["gate"]], *map(str, r["gaps"])] for r in rows]
    if lines:
        table("Gaps between two turns of a thread", ["", "gate", *names], lines)


def latency(results, plots):
    rows = read(results, "latency-1") + read(results, "latency-0")
    if not rows:
        return
    lines = [[
        "on" if row["reserve"] else "off", f"{row['heavy']}", *(short(row[key]) for key in ("mean", "sd", "p50", "p99", "max")),
        f"{row['count']}", f"{row['heavy_per_second']:.2f}",
    ] for row in rows]
    table("A thumbnail every 50 ms beside heavy clients, ms", ["reserve", "heavy clients", "mean", "sd", "p50", "p99", "max", "answers", "heavy/s"], lines)
    plot = svg.Plot("A thumbnail every 50 ms beside heavy work", "clients that send heavy work", "ms from when it should have been sent")
    for reserve in (1, 0):
        for key in ("p50", "p99"):
            points = [(row["heavy"], row[key]) for row in rows if row["reserve"] == reserve]
            if points:
                plot.line(f"{key}, reserve {'on' if reserve else 'off'}", points, dashed=not reserve)
    plot.write(plots / "engine-latency.svg")
    rates = {(row["reserve"], row["heavy"]): row["heavy_per_second"] for row in rows}
    for count in range(1, 5):
        if rates.get((0, count)) and rates.get((1, count)):
            print(f"\n{count} heavy clients: with the reserve {100 * (rates[1, count] / rates[0, count] - 1):+.1f} % heavy work")


def threads(results, plots):
    rows = read(results, "threads")
    if not rows:
        return
    rates = {(row["work"], row["threads"]): row["per_second"] for row in rows if "threads" in row}
    batches = {(row["work"], row["batch"]): row for row in rows if "batch" in row}
    counts = sorted({t for _, t in rates})
    plot = svg.Plot("Several threads against one", "threads", "% of one thread")
    lines = []
    for work, name in WORKS.items():
        if (work, 1) not in rates:
            continue
        one = rates[work, 1]
        plot.line(name, [(t, 100 * rates[work, t] / one) for t in counts])
        times = [batches[work, n] for n in (2, 4, 8)]
        lines.append([name, f"{one:.1f}", *(f"{100 * rates[work, t] / one:.0f} %" for t in counts),
                      *(f"{b['iterative_s']:.2f} / {b['threaded_s']:.2f} s" for b in times)])
    table("Percent of one thread; the same runs in one thread / in as many threads", ["", "1 thread, runs/s", *(f"{t}" for t in counts), "2 batches", "4", "8"], lines)
    plot.write(plots / "engine-threads.svg")


def burst(results):
    phases = {row["phase"]: row for row in read(results, "burst")}
    if not phases:
        return
    lines = [[name, *(short(phases[name][key]) for key in ("mean", "p50", "p99", "max")), str(phases[name]["statuses"]), f"{phases[name]['peak_mb']:.0f} MB"]
             for name in ("alone", "burst") if name in phases]
    table("Small client beside 64 of 24 megapixels in 512 MB, ms", ["", "mean", "p50", "p99", "max", "its answers", "peak resident"], lines)
    if "burst" in phases and "alone" in phases:
        row, alone = phases["burst"], phases["alone"]
        print(f"\nRatio p50 {row['p50'] / alone['p50']:.2f}, p99 {row['p99'] / alone['p99']:.2f}. Large: {row['large_per_second']:.1f}/s, p50 "
              f"{short(row['large_p50'])} ms, p99 {short(row['large_p99'])} ms, answers {row['large_statuses']}. cgroup peak {row['cgroup_mb'] or 0:.0f} MB. "
              f"Afterwards: {phases.get('after')}")


def stream(results):
    rows = read(results, "stream")
    if rows:
        table("One large job at a time under a stream of small ones, ms", ["small clients", "large/s", "mean", "p50", "p99", "max", "small/s", "small p50", "small p99"],
              [[f"{row['small_clients']}", f"{1000 / row['mean']:.2f}", *(short(row[key]) for key in ("mean", "p50", "p99", "max")), f"{row['small_per_second']:.0f}",
                *(short(row[key]) if row[key] else "–" for key in ("small_p50", "small_p99"))] for row in rows])


def write(results, plots):
    plots.mkdir(parents=True, exist_ok=True)
    waits(results, plots)
    histogram(results)
    latency(results, plots)
    threads(results, plots)
    burst(results)
    stream(results)
