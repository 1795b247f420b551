package io.gosling.bench.cluster;

import io.gosling.tools.load.RequestSequence;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The store from which nodes read what is in no memory: emulated disks, one for each node. Used by one
 * thread.
 *
 * @param sources for each node, as {@code gosling serve} takes it
 * @param targets path and query of each object
 */
public record BackingStore(List<String> sources, IntFunction<String> targets, EmulatedDisks disks)
        implements AutoCloseable {
    /** Disks with a body of the same size under every path. No object has a home node then. */
    public static BackingStore ofBodies(int bytes, int nodes, int atOnce) throws IOException {
        return on(new EmulatedDisks(bytes, atOnce), nodes, object -> "/o/" + object);
    }

    /**
     * Disks with bodies of a trace's sizes. Their paths have letters whose lower case differs between alphabets, and
     * which some charsets do not have.
     */
    public static BackingStore ofSizes(Trace trace, int nodes, int atOnce) throws IOException {
        int largest = (int) Arrays.stream(trace.sizes()).max().orElse(1);
        return on(
                new EmulatedDisks(largest, atOnce),
                nodes,
                object -> "/TITLE/%C4%B0I%C4%B1i%E2%82%AC-" + object + "?size=" + trace.sizes()[object]);
    }

    private static BackingStore on(EmulatedDisks disks, int nodes, IntFunction<String> targets) {
        return new BackingStore(disks.sources(nodes), targets, disks);
    }

    public RequestSequence requests(Trace trace) {
        return RequestSequence.of(trace, object -> targets.apply(object).getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
        disks.close();
    }
}
