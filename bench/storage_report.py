"""The tables and plots of the storage's benchmarks, made of what was measured."""

import json
import statistics

import svg

MB = 1 << 20
NAMES = {
    "POOL": "storage",
    "POOL_COLD": "storage, cache off",
    "CONFINED": "Arena.ofConfined",
    "SHARED": "Arena.ofShared",
    "AUTO": "Arena.ofAuto",
    "HEAP": "heap byte[]",
    "MALLOC": "malloc",
    "MALLOC keeping": "malloc, thresholds raised",
    "JEMALLOC": "malloc of jemalloc",
    "NETTY_POOLED": "Netty pooled",
    "NETTY_ADAPTIVE": "Netty adaptive",
    "NONE": "the clock alone",
}


def read(results, name, *keys):
    """The rows of one measurement by `keys`; of a case that was measured several times, the least disturbed run."""
    file = results / f"{name}.jsonl"
    best = {}
    for line in file.read_text().splitlines() if file.exists() else []:
        row = json.loads(line)
        key = tuple(row[key] for key in keys)
        if key not in best or cost(row) < cost(best[key]):
            best[key] = row
    return best


def cost(row):
    return row.get("time") or row.get("mean") or row["ours"] + row["theirs"]


def table(title, head, rows):
    print(f"\n### {title}\n")
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def short(value):
    if value >= 100:
        return f"{value:.0f}"
    if value >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}"


def size_name(size):
    return size.replace("x", "×") if "x" in size else f"{int(size) // MB} MB"


def contention(results, plots):
    rows = read(results, "contention", "arenas", "blocks", "drop", "threads")
    if not rows:
        return
    arenas = sorted({key[0] for key in rows})
    threads = sorted({key[3] for key in rows})
    for blocks in sorted({key[1] for key in rows}, reverse=True):
        for drop in sorted({key[2] for key in rows}, reverse=True):
            cache = f"cache {'on' if blocks else 'off'}, {drop} thread drops"
            lines = []
            plot = svg.Plot(f"2 × 1024 pictures: {cache}", "threads", "mean time of a thread's round ÷ threads, ms", log_x=True)
            for count in arenas:
                name = "one lock, as in Pillow" if count == 0 else f"{count:.0f} arena{'s' if count > 1 else ''}"
                found = [(t, rows.get((count, blocks, drop, t))) for t in threads]
                points = [(t, row["mean"] / t) for t, row in found if row]
                if not points:
                    continue
                plot.line(name, points, dashed=count == 0)
                lines.append([name, *(f"{short(r['max'])} / {short(r['mean'])} / {short(r['min'])}" if r else "–" for _, r in found)])
            table(f"Contention, {cache}: max / mean / min ms", ["", *(f"{t:.0f} threads" for t in threads)], lines)
            plot.write(plots / f"contention-{'cached' if blocks else 'uncached'}-{drop}.svg")
    most = 16.0
    lines = []
    for (count, blocks, drop, t), row in sorted(rows.items()):
        if t == most and blocks:
            waits = " ".join(short(wait) for wait in row["waits_ms"])
            lines.append([f"{count:.0f}", drop, f"{row['taken']:.0f}", f"{row['busy']:.0f}", short(row["wait_ms"]),
                          short(row["max_wait_us"] / 1000), f"{row['stolen']:.0f}", waits])
    table("Locks at 16 threads, cache on, over 7 rounds (0 arenas: one lock, as in Pillow)",
          ["arenas", "drops", "taken", "found busy", "waited, ms (all threads)", "longest, ms", "blocks stolen", "waited for each arena's, ms"], lines)


def reuse(results):
    rows = read(results, "reuse", "who", "size")
    for size in dict.fromkeys(key[1] for key in rows):
        pixels = None
        if "x" in size:
            width, height = map(int, size.split("x"))
            pixels = width * height
        found = {who: row for (who, s), row in rows.items() if s == size}
        fastest = min(row["time"] for row in found.values())
        lines = []
        for who, row in found.items():
            speed = f"{pixels / row['time']:.0f}" if pixels else f"{int(size) / row['time'] / 1000:.1f}"
            lines.append([NAMES[who], short(row["time"]), speed, f"{row['time'] / fastest:.2f}", short(row["user"] * 1000),
                          short(row["system"] * 1000), f"{row['minor faults']:.1f}", f"{row['peak resident']:.0f}"])
        table(f"Allocate, write, release: {size_name(size)}",
              ["", "µs", "Mpx/s" if pixels else "GB/s", "÷ fastest", "user µs", "system µs", "minor faults", "peak RSS, MB"], lines)


def every(results, name, *keys):
    """All rows of one measurement, those of equal `keys` together."""
    file = results / f"{name}.jsonl"
    found = {}
    for line in file.read_text().splitlines() if file.exists() else []:
        row = json.loads(line)
        found.setdefault(tuple(row[key] for key in keys), []).append(row)
    return found


def spread(values):
    return [short(statistics.median(values)), short(min(values)), short(max(values)), str(len(values))]


def forks(results):
    lines = [[NAMES[who], *spread([row["time"] for row in rows])] for (who,), rows in every(results, "forks", "who").items()]
    if lines:
        table("Allocate, write, release: 16 MB, in processes that take turns, µs", ["", "median", "least", "most", "processes"], lines)


def sampled(results):
    rows = every(results, "sampled", "threads", "level")
    lines = []
    for threads in sorted({key[0] for key in rows}):
        off, on = ({row["turn"]: row["mean"] for row in rows.get((threads, level), [])} for level in ("off", "sampled"))
        ratios = [on[turn] / off[turn] for turn in off if turn in on]
        if ratios:
            lines.append([f"{threads:.0f}", short(statistics.median(off.values())), short(statistics.median(on.values())), *spread(ratios)])
    if lines:
        table("Contention in the debug level sampled, in processes that take turns",
              ["threads", "off, ms", "sampled, ms", "sampled ÷ off of a turn: median", "least", "most", "turns"], lines)


def interleaved(results):
    rows = read(results, "interleaved", "bytes", "who")
    lines = [[f"{size // MB} MB", NAMES[who], short(row["ours"]), short(row["theirs"]), f"{row['ratio']:.2f}"]
             for (size, who), row in sorted(rows.items())]
    if lines:
        table("Allocate, write, release, in turns of 15 ms", ["", "against", "storage, µs", "other, µs", "other ÷ storage"], lines)


def touch(results):
    rows = read(results, "touch", "megabytes", "fresh", "hugePages")
    lines = []
    for megabytes, huge in dict.fromkeys((key[0], key[2]) for key in rows):
        fresh, used = rows[megabytes, "true", huge], rows[megabytes, "false", huge]
        lines.append([f"{megabytes} MB", "huge" if huge == "true" else "4 kB", short(fresh["time"]), short(used["time"]),
                      f"{fresh['time'] / used['time']:.1f}", short(fresh["minor faults"])])
    if lines:
        table("One pass of writing", ["", "pages", "fresh, µs", "used, µs", "fresh ÷ used", "faults in fresh"], lines)


def upscale(results):
    rows = read(results, "upscale", "filter", "who")
    lines = []
    for (kind, who), row in rows.items():
        pool = rows[kind, "POOL"]["time"] if (kind, "POOL") in rows else row["time"]
        lines.append([kind.lower(), NAMES[who], short(row["time"]), f"{row['time'] / pool:.2f}", short(row["user"]),
                      short(row["system"]), f"{row['minor faults']:.0f}", f"{row['peak resident']:.0f}"])
    if lines:
        table("2560×1639 → 5478×3505", ["filter", "result's memory", "ms", "÷ storage", "user ms", "system ms", "minor faults", "peak RSS, MB"],
              sorted(lines))


def blocks(results, plots):
    rows = read(results, "blocks", "work", "size", "blockMegabytes", "blocksMax")
    lines = []
    for work, size in dict.fromkeys(key[:2] for key in rows):
        line = [work.lower(), size.replace("x", "×")]
        for megabytes in ("1", "4", "16"):
            off, on = rows.get((work, size, megabytes, "0")), rows.get((work, size, megabytes, "256"))
            if off and on:
                line += [f"{short(off['time'])} ({share(off)} %)", f"{short(on['time'])} ({share(on)} %)",
                         f"{(off['time'] / on['time'] - 1) * 100:+.0f} %"]
        lines.append(line)
    if lines:
        head = ["operation", "source"]
        for megabytes in (1, 4, 16):
            head += [f"{megabytes} MB, off", f"{megabytes} MB, on", "gain"]
        table("Operations by block size: ms (share of system time) with the cache off and on, and the gain in speed", head, lines)


def share(row):
    whole = row["user"] + row["system"]
    return f"{100 * row['system'] / whole:.0f}" if whole else "0"


def latency(results):
    rows = read(results, "latency", "bytes", "where", "who")
    lines = []
    for (size, where, who), row in sorted(rows.items(), key=lambda item: (item[0][0], item[0][1] != "same")):
        name = f"{size // MB} MB" if size >= MB else f"{size // 1000} kB"
        lines.append([name, where, NAMES[who], f"{row['whole_mean']:.0f}", f"{row['mean']:.0f}", f"{row['p50']:.0f}", f"{row['p99']:.0f}", f"{row['p999']:.0f}"])
    if lines:
        table("Allocate + release, ns", ["", "releasing thread", "", "mean", "mean without the slowest 0.1 %", "p50", "p99", "p99.9"], lines)


def debug(results):
    contended = read(results, "debug-contention", "level", "threads")
    reused = read(results, "debug-reuse", "level", "size")
    lines = []
    for level in dict.fromkeys([*(key[0] for key in contended), *(key[0] for key in reused)]):
        line = [level]
        for threads in (1.0, 16.0):
            line.append(against(contended, level, threads, "mean", "ms"))
        for size in ("1048576", "16777216", "2560x1639"):
            line.append(against(reused, level, size, "time", "µs"))
        lines.append(line)
    if lines:
        table("Debug levels: time (÷ off)",
              ["level", "contention, 1 thread", "contention, 16 threads", "reuse, 1 MB", "reuse, 16 MB", "reuse, 2560×1639"], lines)


def against(rows, level, key, value, unit):
    row, off = rows.get((level, key)), rows.get(("off", key))
    return f"{short(row[value])} {unit} ({row[value] / off[value]:.2f})" if row and off else "–"


def write(results, plots):
    plots.mkdir(parents=True, exist_ok=True)
    contention(results, plots)
    reuse(results)
    forks(results)
    interleaved(results)
    touch(results)
    upscale(results)
    blocks(results, plots)
    latency(results)
    debug(results)
    sampled(results)
