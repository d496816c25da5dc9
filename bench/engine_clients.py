"""The service, its clients and its memory limit, for bench/engine.py."""

import collections
import contextlib
import http.client
import math
import multiprocessing
import os
import pathlib
import re
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse

import jvm

PORT, MANAGEMENT = 18120, 18121
START_SECONDS = 180
WARM = ("Warm-up: every kernel is compiled", "Warm-up: plain loops go on")
HELD = ("quarry_scopes_live", "quarry_storage_used_bytes", "quarry_storage_reserved_bytes", "quarry_storage_leaks_total")
# Where the two versions of cgroups keep a memory limit, and what was used at most.
CGROUPS = (("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.max_usage_in_bytes"), ("/sys/fs/cgroup", "memory.max", "memory.peak"))


def java_output(*arguments):
    """The lines that a JVM on the test class path prints, as they come."""
    command = [jvm.java(), *jvm.FLAGS, *arguments]
    with subprocess.Popen(command, env={**os.environ, "CLASSPATH": jvm.class_path()}, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            yield line.rstrip("\n")
    if process.returncode:
        sys.exit(f"{arguments} ended with {process.returncode}")


def made(directory, width, height):
    """A JPEG like a photograph, made once."""
    file = directory / f"picture-{width}x{height}.jpg"
    if not file.exists():
        list(java_output("dev.quarry.load.PictureFile", str(width), str(height), str(file)))
    return file.read_bytes()


class Running:
    """A service that runs already."""

    def __init__(self, options):
        self.url, self.management, self.pid = options.url, options.management, options.pid

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        pass

    def metrics(self):
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(self.management).netloc, timeout=10)
        with contextlib.closing(connection):
            connection.request("GET", "/actuator/prometheus")
            return connection.getresponse().read().decode()

    def held(self):
        """What is held once all is quiet: empty if all is well."""
        end = time.monotonic() + 60
        while True:
            text = self.metrics()
            found = {line for line in text.splitlines() if line.startswith(HELD) and float(line.rsplit(" ", 1)[1]) != 0}
            if not found or time.monotonic() > end:
                return sorted(found)
            time.sleep(0.5)

    def alive(self):
        return pathlib.Path(f"/proc/{self.pid}").exists()

    def reset_peak(self):
        pathlib.Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def peak_megabytes(self):
        return int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{self.pid}/status").read_text())[1]) / 1024

    def cgroup_megabytes(self):
        return None


class Service(Running):
    """A service of our own, warm, in a cgroup of its own when it has a limit."""

    def __init__(self, directory, *settings, heap="256m", limit=None):
        self.url, self.management = f"http://127.0.0.1:{PORT}", f"http://127.0.0.1:{MANAGEMENT}"
        self.log = directory / "engine-service.log"
        self.settings, self.heap = settings, heap
        self.group, self.peak_file = cgroup(limit) if limit else (None, None)

    def __enter__(self):
        command = [jvm.java(), *jvm.FLAGS, "-XX:+UseSerialGC", f"-Xmx{self.heap}", "dev.quarry.QuarryApplication",
                   f"--server.port={PORT}", f"--management.server.port={MANAGEMENT}", "--server.address=127.0.0.1", *self.settings]
        environment = {**os.environ, "CLASSPATH": jvm.class_path(tests=False), "MALLOC_ARENA_MAX": "2"}
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, preexec_fn=self.join_group)
        self.pid = self.process.pid
        end = time.monotonic() + START_SECONDS
        while not any(words in self.log.read_text() for words in WARM):
            if time.monotonic() > end or self.process.poll() is not None:
                self.__exit__()
                sys.exit(f"the service did not become ready and warm; see {self.log}")
            time.sleep(0.2)
        return self

    def join_group(self):
        if self.group:
            (self.group / "cgroup.procs").write_text(str(os.getpid()))

    def __exit__(self, *failure):
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.group:
            self.group.rmdir()

    def alive(self):
        return self.process.poll() is None

    def cgroup_megabytes(self):
        return self.group and int((self.group / self.peak_file).read_text()) / 2**20


def cgroup(limit):
    """A fresh group with that memory limit, and the name of the file that tells its peak."""
    for root, limit_file, peak_file in CGROUPS:
        group = pathlib.Path(root) / f"quarry-bench-{os.getpid()}"
        with contextlib.suppress(OSError):
            group.mkdir()
            if (group / limit_file).exists():
                (group / limit_file).write_text(str(limit))
                return group, peak_file
            group.rmdir()
    sys.exit("no cgroup can be made here; start the service in a container (docker run -m 512m …) and give --url, --management, --pid")


class Client:
    """One connection, from an address of its own."""

    def __init__(self, url, number):
        self.host, self.port = urllib.parse.urlsplit(url).hostname, urllib.parse.urlsplit(url).port
        self.source = (f"127.0.0.{number + 2}", 0) if self.host == "127.0.0.1" else None
        self.connection = None

    def post(self, query, body):
        """The status, or what broke."""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.host, self.port, timeout=120, source_address=self.source)
            self.connection.request("POST", f"/v1/transform?{query}", body, {"Content-Type": "image/jpeg"})
            answer = self.connection.getresponse()
            answer.read()
            if answer.status in (429, 503) and not answer.headers["Retry-After"]:
                return f"{answer.status} without Retry-After"
            return str(answer.status)
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            self.connection = None
            return type(error).__name__


def quantile(values, part):
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


def summary(times, statuses):
    """Of times in seconds: figures in milliseconds."""
    found = {"count": len(times), "statuses": dict(statuses)}
    if times:
        milliseconds = [1000 * t for t in times]
        found.update(mean=statistics.fmean(milliseconds), sd=statistics.pstdev(milliseconds), p50=quantile(milliseconds, 0.5),
                     p99=quantile(milliseconds, 0.99), max=max(milliseconds))
    return found


def in_process(work, *arguments):
    """What `work` gives, from a process of its own, so that no other client's work delays it."""
    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(False)
    process = context.Process(target=lambda: sending.send(work(*arguments)))
    process.start()
    found = receiving.recv()
    process.join()
    return found


def paced(url, query, body, interval, seconds):
    """One client that sends a request each interval, its time counted from when it should have been sent."""
    return in_process(send_paced, url, query, body, interval, seconds)


def send_paced(url, query, body, interval, seconds):
    client, times, statuses = Client(url, 0), [], collections.Counter()
    start = intended = time.perf_counter()
    while intended - start < seconds:
        time.sleep(max(0.0, intended - time.perf_counter()))
        status = client.post(query, body)
        now = time.perf_counter()
        statuses[status] += 1
        if status == "200":
            times.append(now - intended)
        intended = intended + interval if interval else now
    return summary(times, statuses)


class Crowd:
    """Clients in another process that send without pause until they are told to stop."""

    def __init__(self, url, query, body, count):
        context = multiprocessing.get_context("fork")
        self.here, there = context.Pipe()
        self.process = context.Process(target=crowd_work, args=(there, url, query, body, count), daemon=True)
        self.process.start()
        # All of them are at work before anything is measured.
        time.sleep(2 if count else 0)
        self.here.send("measure")

    def stop(self):
        """What came of the requests since they are measured."""
        self.here.send("stop")
        found = self.here.recv()
        self.process.join()
        return found


def crowd_work(there, url, query, body, count):
    times, statuses, lock = [], collections.Counter(), threading.Lock()
    stopped = threading.Event()

    def work(number):
        client = Client(url, 1 + number)
        while not stopped.is_set():
            start = time.perf_counter()
            status = client.post(query, body)
            with lock:
                statuses[status] += 1
                if status == "200":
                    times.append((start, time.perf_counter()))
            if status != "200":
                time.sleep(0.2)

    workers = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(count)]
    for worker in workers:
        worker.start()
    there.recv()
    begin = time.perf_counter()
    there.recv()
    end = time.perf_counter()
    stopped.set()
    for worker in workers:
        worker.join()
    measured = [(a, b) for a, b in times if begin <= b <= end]
    there.send({"per_second": len(measured) / (end - begin), **summary([b - a for a, b in measured], statuses)})
