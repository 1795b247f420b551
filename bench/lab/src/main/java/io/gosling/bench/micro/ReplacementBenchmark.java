package io.gosling.bench.micro;

import io.gosling.tools.simulate.IsolatedSimulatedMemory;
import io.gosling.tools.simulate.SimulatedFiles;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.SyntheticTraceFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Measures the cost of a replacement policy for one request: an access to an object in memory, or an offer of one that
 * is not there, with the evictions that it needs. It runs in the simulator's memory, which has no bytes and no lock
 * ({@link OfferBenchmark} measures a node's). Requests follow Zipf's law with 0.9 over 100 000 objects; the memory has
 * room for a tenth of their bytes.
 */
public class ReplacementBenchmark extends TimedBenchmark {
    private static final int OBJECTS = 100_000;
    private static final int REQUESTS = 1 << 20;

    @Param({"lfu", "lru", "rnd", "gds", "gdsf"})
    public String replacement = "lru";

    private final Trace trace = SyntheticTraceFactory.zipf(0.9, OBJECTS, REQUESTS, 0, 1);
    private IsolatedSimulatedMemory memory = memory();
    private int turn;

    private IsolatedSimulatedMemory memory() {
        return new IsolatedSimulatedMemory(SimulatedFiles.of(trace), replacement, trace.footprint() / 10);
    }

    @Setup
    public void fill() {
        memory = memory();
        for (int i = 0; i < REQUESTS; i++) {
            request();
        }
    }

    @Benchmark
    public boolean request() {
        int file = trace.requests()[turn++ & (REQUESTS - 1)];
        boolean hit = memory.asked(file);
        if (!hit) {
            memory.offer(file);
        }
        return hit;
    }
}
