package io.gosling.bench.gos;

import io.gosling.bench.fleet.EmulatedDisks;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** A store of emulated disks, one for each node. No object has a home node then. */
record EmulatedDiskStore(Trace trace, int nodes, Duration latency, EmulatedDisks disks) implements Store {
    static EmulatedDiskStore of(Trace trace, int nodes, Duration latency, int atOnce) throws IOException {
        int largest = (int) Arrays.stream(trace.sizes()).max().orElse(1);
        return new EmulatedDiskStore(trace, nodes, latency, new EmulatedDisks(largest, atOnce));
    }

    @Override
    public List<String> sources() {
        return disks.sources(nodes);
    }

    @Override
    public byte[] target(int object) {
        return (path(object) + "?size=" + trace.sizes()[object]).getBytes(StandardCharsets.US_ASCII);
    }

    /** With letters whose lower case differs between alphabets, and which some charsets do not have. */
    static String path(int object) {
        return "/TITLE/%C4%B0I%C4%B1i%E2%82%AC-" + object;
    }

    boolean isRight(int object, byte[] body) {
        return body.length == trace.sizes()[object] && disks.isRight(path(object), body);
    }

    @Override
    public void slow() {
        disks.latency(latency);
    }

    @Override
    public void close() {
        disks.close();
    }
}
