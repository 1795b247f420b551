package io.gosling.bench.gos;

import io.gosling.bench.fleet.EmulatedDisk;
import io.gosling.bench.trace.Trace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A disk for each node, emulated by an HTTP origin that answers after a time. Nobody is the home of anything then. */
final class EmulatedDisks implements Store {
    private final Trace trace;
    private final Duration latency;
    private final List<EmulatedDisk> disks = new ArrayList<>();

    private EmulatedDisks(Trace trace, Duration latency) {
        this.trace = trace;
        this.latency = latency;
    }

    /** @param atOnce reads of one disk at a time */
    static EmulatedDisks of(Trace trace, int nodes, Duration latency, int atOnce) throws IOException {
        EmulatedDisks store = new EmulatedDisks(trace, latency);
        int largest = (int) Arrays.stream(trace.sizes()).max().orElse(1);
        try {
            for (int i = 0; i < nodes; i++) {
                store.disks.add(new EmulatedDisk(largest, atOnce));
            }
            return store;
        } catch (IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    @Override
    public List<String> sources() {
        return disks.stream().map(disk -> disk.url().toString()).toList();
    }

    @Override
    public byte[] target(int object) {
        return (path(object) + "?size=" + trace.sizes()[object]).getBytes(StandardCharsets.US_ASCII);
    }

    /** With letters that other alphabets write in lower case otherwise, and that some charsets do not have. */
    static String path(int object) {
        return "/TITLE/%C4%B0I%C4%B1i%E2%82%AC-" + object;
    }

    /** Whether a whole body of an object is what its disk has. */
    boolean isRight(int object, byte[] body) {
        return body.length == trace.sizes()[object] && disks.getFirst().isRight(path(object), body);
    }

    @Override
    public void slow() {
        disks.forEach(disk -> disk.latency(latency));
    }

    @Override
    public void close() {
        disks.forEach(EmulatedDisk::close);
    }
}
