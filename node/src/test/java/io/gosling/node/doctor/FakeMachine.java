package io.gosling.node.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A machine on which all is well but for what a test changes. */
final class FakeMachine extends Machine {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    long openFiles = 1 << 20;
    long memory = 4L << 30;
    boolean silent;
    Instant theirs = NOW;
    final Set<Integer> taken = new HashSet<>();
    final Map<String, String> kernel =
            new HashMap<>(Map.of("sys/net/core/somaxconn", "4096", "self/status", status(1000, 0)));

    static String status(int user, long capabilities) {
        return "Name:\tjava\nUid:\t" + user + "\t" + user + "\nCapEff:\t" + Long.toHexString(capabilities) + "\n";
    }

    @Override
    Instant now() {
        return NOW;
    }

    @Override
    long openFiles() {
        return openFiles;
    }

    @Override
    long memory() {
        return memory;
    }

    @Override
    Optional<String> kernel(String path) {
        return Optional.ofNullable(kernel.get(path));
    }

    @Override
    void bind(InetSocketAddress address) throws IOException {
        if (taken.contains(address.getPort())) {
            throw new IOException("another program has this port");
        }
    }

    @Override
    InetAddress resolve(String host) throws UnknownHostException {
        if (host.equals("nowhere")) {
            throw new UnknownHostException(host);
        }
        return InetAddress.getLoopbackAddress();
    }

    @Override
    void connect(InetSocketAddress address) throws IOException {
        if (silent) {
            throw new IOException("connection refused");
        }
    }

    @Override
    Optional<Instant> clock(InetAddress host, int port) {
        return silent ? Optional.empty() : Optional.of(theirs);
    }
}
