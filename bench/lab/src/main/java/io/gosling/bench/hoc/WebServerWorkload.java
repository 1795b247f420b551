package io.gosling.bench.hoc;

import io.gosling.tools.simulate.IsolatedSimulatedMemory;
import io.gosling.tools.simulate.SimulatedFiles;
import io.gosling.tools.trace.ObjectSizeDistribution;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.SyntheticTraceFactory;
import java.util.SplittableRandom;

/**
 * The paper's web set, a part of it: 100 000 files of 4 GB and 250 000 requests by Zipf's law with 0.7; nine files of
 * ten have 2 to 100 KB, 13 on average, the others 101 KB to 1 MB, 280 on average; what is larger than 256 KB is not
 * kept.
 */
record WebServerWorkload(SimulatedFiles files, int divisor) {
    static final int LARGEST_KEPT = 256 << 10;

    private static final int FILES = 100_000;
    private static final int REQUESTS = 250_000;
    private static final double ALPHA = 0.7;
    private static final long SEED = 1;

    static WebServerWorkload of(int divisor) {
        Trace asked = SyntheticTraceFactory.zipf(ALPHA, FILES / divisor, REQUESTS / divisor, SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        long[] sizes = new long[asked.objects()];
        for (int file = 0; file < sizes.length; file++) {
            sizes[file] = ObjectSizeDistribution.ofHerd(random);
        }
        Trace trace = new Trace("hoc-web", asked.origin(), asked.requests(), sizes, 0);
        return new WebServerWorkload(SimulatedFiles.of(trace), divisor);
    }

    long bytes(int megabytes) {
        return (long) megabytes * (1 << 20) / divisor;
    }

    /** The share of requests that one cache answers, the cold start included, 0 to 1. */
    double hitRatio(String replacement, int megabytes) {
        IsolatedSimulatedMemory memory = new IsolatedSimulatedMemory(files, replacement, bytes(megabytes));
        long hits = 0;
        for (int file : files.trace().requests()) {
            if (isKept(file)) {
                if (memory.asked(file)) {
                    hits++;
                } else {
                    memory.offer(file);
                }
            }
        }
        return (double) hits / files.trace().requests().length;
    }

    boolean isKept(int file) {
        return files.trace().sizes()[file] <= LARGEST_KEPT;
    }
}
