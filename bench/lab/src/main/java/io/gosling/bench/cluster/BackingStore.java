package io.gosling.bench.cluster;

import io.gosling.tools.load.RequestSequence;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The store from which nodes read what is in no memory: emulated disks, one for each node, or one directory that all
 * serve. Used by one thread.
 *
 * @param sources for each node, as {@code gosling serve} takes it
 * @param targets path and query of each object
 * @param disks that are emulated; null for a directory
 */
public record BackingStore(
        List<String> sources,
        IntFunction<String> targets,
        @Nullable EmulatedDisks disks) implements AutoCloseable {
    private static final int FILES_A_FOLDER = 1000;

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

    /**
     * One directory, in which the objects' files that are missing are written. Each file has a home node then; a miss
     * costs what this machine's page cache costs, which is little.
     */
    public static BackingStore directory(Path root, Trace trace, int nodes) throws IOException {
        IntFunction<String> path = object -> "/" + object / FILES_A_FOLDER + "/" + object;
        Random random = new Random(1);
        for (int object = 0; object < trace.objects(); object++) {
            Path file = root.resolve(path.apply(object).substring(1));
            byte[] bytes = new byte[(int) trace.sizes()[object]];
            random.nextBytes(bytes);
            if (!Files.exists(file)) {
                Files.createDirectories(file.getParent());
                Files.write(file, bytes);
            }
        }
        return new BackingStore(Collections.nCopies(nodes, root.toString()), path, null);
    }

    public RequestSequence requests(Trace trace) {
        return RequestSequence.of(trace, object -> targets.apply(object).getBytes(StandardCharsets.US_ASCII));
    }

    /** From now on reads of emulated disks take this long. */
    public void slow(Duration latency) {
        if (disks != null) {
            disks.latency(latency);
        }
    }

    /** The number of reads of emulated disks. */
    public long reads() {
        return disks == null ? 0 : disks.reads();
    }

    @Override
    public void close() {
        if (disks != null) {
            disks.close();
        }
    }
}
