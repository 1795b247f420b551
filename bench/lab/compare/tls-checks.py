#!/usr/bin/env python3
"""Sends TLS servers what no client should send, and compares what they do with nginx of a modern configuration.

    bench/lab/compare/tls-checks.py

Some thirty checks after the scripts of tlsfuzzer, against HTTPS and the admin port of a node, its peer port and
serving-port, and HTTPS of a front-end. Prints a table, and ends with 1 if a port takes what it must refuse.

Wants nginx, openssl, `pip install tlslite-ng` (0.8.2) and the jar that ./gosling builds; GOSLING_JAR names another one.
Everything listens on 127.0.0.1 and is ended by this script.
"""

import base64
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time

from tlslite.api import TLSConnection, HandshakeSettings
from tlslite.errors import TLSError
from tlslite.messages import ClientHello, Heartbeat, KeyUpdate

ROOT = pathlib.Path(__file__).resolve().parents[3]
PATIENCE = 1.5
ALERTS = {
    0: "close_notify", 10: "unexpected_message", 20: "bad_record_mac", 22: "record_overflow", 40: "handshake_failure",
    42: "bad_certificate", 47: "illegal_parameter", 50: "decode_error", 51: "decrypt_error", 70: "protocol_version",
    71: "insufficient_security", 80: "internal_error", 86: "inappropriate_fallback", 100: "no_renegotiation",
    109: "missing_extension", 110: "unsupported_extension", 116: "certificate_required", 120: "no_application_protocol",
}  # fmt: skip
RETRY = bytes.fromhex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c")
X25519, P256, P384, FFDHE, HYBRID = 0x1D, 0x17, 0x18, 0x100, 0x11EC
NEW, OLD = [0x1301, 0x1302, 0x1303], [0xC02B, 0xC02F, 0xC02C, 0xC030]


def vector(data, size):
    return len(data).to_bytes(size, "big") + data


def extension(kind, data):
    return struct.pack(">H", kind) + vector(data, 2)


def shares(*each):
    return extension(51, vector(b"".join(struct.pack(">H", group) + vector(key, 2) for group, key in each), 2))


def hello(
    ciphers=NEW, versions=(0x0304,), groups=(X25519, P256), keys=None, more=(), legacy=0x0303, compression=b"\0", last=b""
):
    """A first message of TLS, without the record around it."""
    parts = [extension(10, vector(b"".join(struct.pack(">H", one) for one in groups), 2)), extension(11, b"\1\0")]
    parts.append(extension(13, vector(bytes.fromhex("040308040401050308050501080606010807"), 2)))
    if versions:
        parts.append(extension(43, vector(b"".join(struct.pack(">H", one) for one in versions), 1)))
        parts.append(shares(*([(X25519, os.urandom(32))] if keys is None else keys)))
    parts += [*more, last]
    body = struct.pack(">H", legacy) + os.urandom(32) + vector(os.urandom(32), 1)
    body += vector(b"".join(struct.pack(">H", one) for one in ciphers), 2) + vector(compression, 1)
    return b"\1" + vector(body + vector(b"".join(parts), 2), 3)


def record(data, kind=22, version=0x0301):
    return struct.pack(">BH", kind, version) + vector(data, 2)


def received(one):
    data = b""
    one.settimeout(PATIENCE)
    try:
        while len(data) < 5 or len(data) < 5 + int.from_bytes(data[3:5], "big"):
            more = one.recv(65536)
            if not more:
                return data, True
            data += more
    except TimeoutError:
        return data, False
    except OSError:
        return data, True
    return data, False


def named(data, ended):
    """Says in a word what a server answered first."""
    if not data:
        return "closes" if ended else "waits"
    if data[0] == 21:
        return ALERTS.get(data[6], str(data[6]))
    if data[0] == 22 and data[5] == 2:
        if data[11:43] != RETRY:
            return "serves"
        return "retry"
    if data.startswith(b"HTTP/1.1 "):
        return "HTTP " + data[9:12].decode()
    return "bytes " + data[:4].hex()


def first(*records):
    """A check that sends these bytes and reads the answer."""

    def check(port):
        with socket.create_connection(("127.0.0.1", port), 5) as one:
            try:
                for each in records:
                    one.sendall(each)
            except OSError:
                pass
            return named(*received(one))

    return check


class Flipping:
    """A socket that changes a bit of what is sent while it is told to."""

    def __init__(self, one):
        self.one, self.flips = one, False

    def sendall(self, data):
        data = bytearray(data)
        if self.flips:
            data[-3] ^= 1
        self.one.sendall(data)

    def send(self, data):
        self.sendall(data)
        return len(data)

    def __getattr__(self, name):
        return getattr(self.one, name)


def within(version, break_it, before=False):
    """A check that shakes hands, then does something wrong; before: while it sends its last message."""

    def check(port):
        settings = HandshakeSettings()
        settings.minVersion = settings.maxVersion = version
        with socket.create_connection(("127.0.0.1", port), 5) as one:
            one.settimeout(PATIENCE)
            link = Flipping(one)
            connection = TLSConnection(link)
            connection.closeSocket = False
            try:
                if before:
                    break_it(connection, link)
                connection.handshakeClientCert(settings=settings)
                if not before:
                    break_it(connection, link)
                answer = connection.read(max=64, min=1)
                return "serves" if answer.startswith(b"HTTP/1.1 2") else "answers" if answer else "closes"
            except TLSError as error:
                text = str(error).split(":")[0].strip()
                return text or type(error).__name__
            except TimeoutError:
                return "waits"
            except OSError:
                return "closes"

    return check


def get(connection, link):
    connection.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")


def corrupt(connection, link):
    link.flips = True
    get(connection, link)


def corrupt_finished(connection, link):
    original = connection._sendMsg

    def sending(message, *arguments, **more):
        link.flips = type(message).__name__ == "Finished"
        return original(message, *arguments, **more)

    connection._sendMsg = sending


def send(message):
    def step(connection, link):
        for _ in connection._sendMsg(message):
            pass
        get(connection, link)

    return step


def again(connection, link):
    message = ClientHello()
    message.create((3, 3), bytearray(os.urandom(32)), bytearray(0), OLD)
    send(message)(connection, link)


WHOLE = hello()
SERVED, REFUSED = ("serves", "retry"), "anything else"
CHECKS = [
    # what is checked, by what, and what it must lead to, if anything
    ("TLS 1.3 and a request", within((3, 4), get), SERVED),
    ("TLS 1.3, first message", first(record(WHOLE)), SERVED),
    ("versions 1.3 and unknown ones", first(record(hello(versions=(0x7A7A, 0x0305, 0x0304)))), SERVED),
    ("hello in records of one byte", first(*(record(WHOLE[i : i + 1]) for i in range(len(WHOLE)))), SERVED),
    ("key share of a group that has to be asked for", first(record(hello(keys=[]))), SERVED),
    ("unknown extension and unknown cipher", first(record(hello(ciphers=[0x7A7A] + NEW, more=[extension(0x7A7A, b"x")]))), SERVED),
    ("early data without a ticket", first(record(hello(more=[extension(42, b"")]))), None),
    ("SSL 3.0", first(record(hello(ciphers=OLD, versions=(), legacy=0x0300), version=0x0300)), REFUSED),
    ("TLS 1.0", first(record(hello(ciphers=[0xC013, 0xC014, 0x2F], versions=(), legacy=0x0301))), REFUSED),
    ("TLS 1.1", first(record(hello(ciphers=[0xC013, 0xC014, 0x2F], versions=(), legacy=0x0302))), REFUSED),
    ("TLS 1.2 with RSA key exchange", first(record(hello(ciphers=[0x9C, 0x9D, 0x2F, 0x35], versions=()))), REFUSED),
    ("TLS 1.2 with CBC, 3DES, RC4", first(record(hello(ciphers=[0xC009, 0xC013, 0xC012, 0xC011], versions=()))), REFUSED),
    ("fallback signal below the newest version", first(record(hello(ciphers=OLD + [0x5600], versions=()))), REFUSED),
    ("no cipher in common", first(record(hello(ciphers=[0x7A7A]))), REFUSED),
    ("no cipher at all", first(record(hello(ciphers=[]))), REFUSED),
    ("compression", first(record(hello(compression=b"\1\0"))), REFUSED),
    ("no group in common", first(record(hello(groups=(0x7A7A,), keys=[(0x7A7A, b"x")]))), REFUSED),
    ("X25519 share of 31 bytes", first(record(hello(keys=[(X25519, os.urandom(31))]))), REFUSED),
    ("X25519 share of zeros", first(record(hello(keys=[(X25519, bytes(32))]))), REFUSED),
    ("P-256 share off the curve", first(record(hello(groups=(P256,), keys=[(P256, b"\4" + b"\1" * 64)]))), REFUSED),
    ("two shares of one group", first(record(hello(keys=[(X25519, os.urandom(32))] * 2))), None),
    ("the same extension twice", first(record(hello(more=[extension(23, b"")] * 2))), REFUSED),
    ("PSK that is not last", first(record(hello(more=[extension(45, b"\1\1"), extension(41, bytes(60))], last=extension(0x7A7A, b"")))), REFUSED),
    ("hello cut short", first(record(b"\1" + vector(WHOLE[4:-7], 3))), REFUSED),
    ("hello with bytes behind it", first(record(b"\1" + vector(WHOLE[4:] + b"xx", 3))), REFUSED),
    ("record of more than 16 KiB", first(record(WHOLE[:1] + bytes(20_000))), REFUSED),
    ("empty handshake record", first(record(b""), record(WHOLE)), None),
    ("data before the handshake", first(record(b"GET / HTTP/1.1\r\n\r\n", kind=23)), REFUSED),
    ("plain HTTP", first(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"), REFUSED),
    ("heartbeat before the handshake", first(record(b"\1\x40\0", kind=24)), REFUSED),
    ("changed byte of data, TLS 1.3", within((3, 4), corrupt), REFUSED),
    ("changed byte of Finished, TLS 1.3", within((3, 4), corrupt_finished, before=True), REFUSED),
    ("key update of unknown kind", within((3, 4), send(KeyUpdate().create(5))), REFUSED),
    ("changed byte of data, TLS 1.2", within((3, 3), corrupt), REFUSED),
    ("renegotiation, TLS 1.2", within((3, 3), again), None),
    ("heartbeat, TLS 1.2", within((3, 3), send(Heartbeat().create(1, b"x" * 16, 16))), None),
    ("X25519MLKEM768 (retry: wanted)", first(record(hello(groups=(HYBRID, X25519), keys=[(X25519, os.urandom(32))]))), None),
    ("finite-field group alone", first(record(hello(groups=(FFDHE,), keys=[]))), None),
    ("P-384 alone", first(record(hello(groups=(P384,), keys=[]))), None),
]  # fmt: skip

NGINX = """
daemon off; pid {work}/nginx.pid; error_log {work}/nginx.log;
events {{}}
http {{
  access_log off; client_body_temp_path {work}/b; proxy_temp_path {work}/p; fastcgi_temp_path {work}/f;
  uwsgi_temp_path {work}/u; scgi_temp_path {work}/s;
  server {{
    listen 127.0.0.1:{port} ssl; root {work}/site;
    ssl_certificate {work}/site.pem; ssl_certificate_key {work}/site.key;
    ssl_protocols {protocols}; ssl_prefer_server_ciphers off; ssl_session_tickets off;
    ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384;
  }}
}}
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def await_port(port, process):
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if process.poll() is not None:
                sys.exit("tls-checks.py: a server did not start:\n" + process.args_log.read_text())
            time.sleep(0.1)


def main():
    work = pathlib.Path(tempfile.mkdtemp())
    processes = []

    def start(*command):
        log = work / f"{len(processes)}.log"
        with log.open("w") as output:
            process = subprocess.Popen([str(part) for part in command], stdout=output, stderr=output)
        process.args_log = log
        processes.append(process)
        return process

    try:
        (work / "site").mkdir()
        (work / "site" / "index.html").write_text("<!doctype html><title>Checks</title>")
        work.chmod(0o755)
        key = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost"
        subprocess.run(
            ["openssl", *key.split(), "-keyout", work / "site.key", "-out", work / "site.pem"], check=True, capture_output=True
        )
        (work / "secret").touch(mode=0o600)
        (work / "secret").write_bytes(base64.b64encode(os.urandom(32)))
        token = subprocess.run(
            [ROOT / "gosling", "token", "create", "--role", "read", "--name", "a", "--file", work / "tokens"], capture_output=True
        )
        token.check_returncode()
        ports = {name: free_port() for name in ("nginx", "nginx 1.3", "HTTPS", "admin", "peer", "serving", "front-end")}
        cluster = free_port()
        for name, protocols in (("nginx", "TLSv1.2 TLSv1.3"), ("nginx 1.3", "TLSv1.3")):
            configuration = work / f"{name}.conf"
            configuration.write_text(NGINX.format(work=work, port=ports[name], protocols=protocols))
            await_port(ports[name], start("nginx", "-c", configuration, "-p", work))
        tls = ["--certificate", work / "site.pem", "--private-key", work / "site.key", "--secret-file", work / "secret"]
        node = start(
            ROOT / "gosling", "serve", work / "site", "--name", "n1", "--port", 0, "--https-port", ports["HTTPS"], *tls,
            "--admin-port", ports["admin"], "--admin-certificate", work / "admin.pem",
            "--admin-tokens", work / "tokens", "--peer-port", ports["peer"], "--serving-port", ports["serving"],
            "--cluster-host", "127.0.0.1", "--cluster-port", cluster,
        )  # fmt: skip
        await_port(ports["HTTPS"], node)
        front_end = start(
            ROOT / "gosling", "dispatch", "--join", f"127.0.0.1:{cluster}", "--port", 0, "--https-port", ports["front-end"],
            "--admin-port", 0, *tls,
        )  # fmt: skip
        for name in ("admin", "peer", "serving"):
            await_port(ports[name], node)
        await_port(ports["front-end"], front_end)
        time.sleep(2)
        wrong = []
        print("| check | " + " | ".join(ports) + " |\n|---|" + "---|" * len(ports))
        for what, check, expected in CHECKS:
            answers = {name: check(port) for name, port in ports.items()}
            for name, answer in answers.items():
                own = not name.startswith("nginx")
                strict = name in ("peer", "serving")
                if own and expected is SERVED and answer not in SERVED and not (strict and "request" in what):
                    wrong.append(f"{name}: {what}: {answer}")
                if own and expected is REFUSED and answer in (*SERVED, "answers", "HTTP 200"):
                    wrong.append(f"{name}: {what}: {answer}")
            print(f"| {what} | " + " | ".join(answers.values()) + " |", flush=True)
        print("\n" + ("\n".join(wrong) if wrong else "Nothing is taken that must be refused."))
        return 1 if wrong else 0
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()
        shutil.rmtree(work)


sys.exit(main())
