#!/usr/bin/env python3
"""Measures what encryption within a cluster costs, with and without it in turn, and prints a table.

    bench/lab/compare/encryption-cost.py [--figures start,join,get] [--rounds N] [--seconds S]

start  from the command of a node of a cluster to its first answer
join   from the command of a second node to the moment at which both list each other
get    processor time of front-end and node for a request of 1 KB and of 100 KB from memory, by HTTP/1.1 and HTTP/2

Peer fetch is `./gosling bench space --figures encrypted`. Wants Linux, wrk and the jar that ./gosling builds; GOSLING_JAR
names another one. Everything listens on 127.0.0.1 and is ended by this script.
"""

import argparse
import base64
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[3]
TICK = os.sysconf("SC_CLK_TCK")
MODES = ("plain", "encrypted")
started = []


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Process:
    """A node or a front-end with ports that are known before it starts."""

    def __init__(self, folder, mode, verb, *arguments):
        self.http, self.admin, self.cluster = free_port(), free_port(), free_port()
        command = [ROOT / "gosling", verb, *arguments]
        command += ["--port", self.http, "--admin-port", self.admin, "--cluster-port", self.cluster]
        command += ["--cluster-host", "127.0.0.1", "--secret-file", folder / "secret"]
        command += ["--cluster-encryption", "on" if mode == "encrypted" else "off"]
        self.log = tempfile.TemporaryFile()
        self.begun = time.monotonic()
        self.process = subprocess.Popen([str(part) for part in command], stdout=self.log, stderr=self.log)
        started.append(self.process)

    def answers(self):
        """Milliseconds from the command to the first answer."""
        request = b"GET /1k.bin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.http), 1) as one:
                    one.sendall(request)
                    if one.recv(12).endswith(b" 200"):
                        return self.since()
            except OSError:
                pass
            self.require_alive()
            time.sleep(0.002)

    def since(self):
        return (time.monotonic() - self.begun) * 1000

    def require_alive(self):
        if self.process.poll() is not None or self.since() > 60_000:
            self.log.seek(0)
            sys.exit("encryption-cost.py: a process does not come up:\n" + self.log.read().decode())

    def lists(self, name):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.admin}/status", timeout=2) as answer:
                return f'"name":"{name}"' in answer.read().decode().replace(" ", "")
        except OSError:
            return False

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def end(self):
        self.process.kill()
        self.process.wait()
        started.remove(self.process)


def node(folder, mode, name, *more):
    return Process(
        folder, mode, "serve", folder / "site", "--name", name, "--peer-port", "0", "--memory", "64m", *more
    )


def joined(first, folder, mode, name):
    second = node(folder, mode, name, "--join", f"127.0.0.1:{first.cluster}")
    while not (second.lists("n1") and first.lists(name)):
        second.require_alive()
        time.sleep(0.005)
    return second, second.since()


def measure_start(folder, rounds, results):
    for turn in range(rounds + 1):
        for mode in MODES:
            one = node(folder, mode, "n1")
            took = one.answers()
            one.end()
            if turn:
                results.setdefault(("start, ms", "more"), {}).setdefault(mode, []).append(took)


def measure_join(folder, rounds, results):
    firsts = {mode: node(folder, mode, "n1") for mode in MODES}
    for one in firsts.values():
        one.answers()
    for turn in range(rounds + 1):
        for mode, first in firsts.items():
            second, took = joined(first, folder, mode, f"n{turn + 2}")
            second.end()
            if turn:
                results.setdefault(("join, ms", "more"), {}).setdefault(mode, []).append(took)
    for one in firsts.values():
        one.end()


def measure_get(folder, rounds, seconds, results):
    for protocol in ("http1", "h2c"):
        pairs = {}
        for mode in MODES:
            one = node(folder, mode, "n1", "--http2-prior-knowledge", "on")
            one.answers()
            # As many requests at a time as wrk sends: none waits in the front-end.
            front = Process(
                folder, mode, "dispatch", "--join", f"127.0.0.1:{one.cluster}", "--relay-protocol", protocol, "--admission", "1000"
            )
            front.answers()
            pairs[mode] = (one, front)
        for turn in range(-2, rounds):
            for size in ("1k", "100k"):
                for mode, (one, front) in pairs.items():
                    before = one.cpu() + front.cpu()
                    url = f"http://127.0.0.1:{front.http}/{size}.bin"
                    told = subprocess.run(
                        ["wrk", "-t1", "-c32", f"-d{seconds}s", url], check=True, capture_output=True, text=True
                    ).stdout
                    if "Non-2xx" in told or "Socket errors" in told:
                        sys.exit("encryption-cost.py: requests failed:\n" + told)
                    requests = int(re.search(r"(\d+) requests in", told).group(1))
                    spent = (one.cpu() + front.cpu() - before) * 1e6 / requests
                    if turn >= 0:
                        what = f"get {size} by {protocol}, µs of processor time"
                        results.setdefault((what, "times"), {}).setdefault(mode, []).append(spent)
        for one, front in pairs.values():
            front.end()
            one.end()


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--figures", default="start,join,get")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=int, default=3)
    asked = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp())
    results = {}
    try:
        (folder / "site").mkdir()
        (folder / "site" / "1k.bin").write_bytes(os.urandom(1024))
        (folder / "site" / "100k.bin").write_bytes(os.urandom(100 << 10))
        (folder / "secret").touch(mode=0o600)
        (folder / "secret").write_bytes(base64.b64encode(os.urandom(32)))
        figures = asked.figures.split(",")
        if "start" in figures:
            measure_start(folder, asked.rounds, results)
        if "join" in figures:
            measure_join(folder, asked.rounds, results)
        if "get" in figures:
            measure_get(folder, asked.rounds, asked.seconds, results)
    finally:
        for process in started:
            process.kill()
        shutil.rmtree(folder)
    print("| what | plain | encrypted | difference | lowest and highest of the rounds |\n|---|---:|---:|---:|---|")
    for (what, unit), by in results.items():
        plain, other = by["plain"], by["encrypted"]
        each = [b - a if unit == "more" else b / a for a, b in zip(plain, other)]
        shape = "{:+.0f} ms" if unit == "more" else "{:.2f} times"
        print(
            f"| {what} | {statistics.median(plain):.1f} | {statistics.median(other):.1f} "
            f"| {shape.format(statistics.median(each))} | {min(each):.2f} to {max(each):.2f} |"
        )


main()
