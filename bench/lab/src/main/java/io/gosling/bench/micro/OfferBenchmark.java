package io.gosling.bench.micro;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Measures the cost of a cache miss apart from fetching: the request is counted, and the fetched object is offered to a
 * memory that is full ({@code LocalObjectCache.offer}). Under the memory's lock the policy learns of the accesses since
 * the last offer and decides; then the victims are evicted, or the new object is refused.
 */
public class OfferBenchmark extends TimedBenchmark {
    /**
     * The number of objects, many times what there is room for, requested in turns: a policy that evicts the least
     * recently used object never has the next one.
     */
    private static final int URLS = 1 << 15;

    private static final long ROOM = 8L << 20;

    @Param({"lfu-aging", "lru", "gdsf"})
    public String replacement = "lru";

    private final String[] urls = new String[URLS];
    private MemoryOfferFixture replies = new MemoryOfferFixture(replacement, ROOM);
    private int turn;

    @Setup
    public void fill() {
        replies.close();
        replies = new MemoryOfferFixture(replacement, ROOM);
        for (int i = 0; i < URLS; i++) {
            urls[i] = "http://www.example.com/" + i;
        }
        for (int i = 0; i < URLS; i++) {
            offer();
        }
    }

    @Benchmark
    public boolean offer() {
        String url = next();
        while (replies.ask(url)) {
            url = next();
        }
        return replies.offer(url);
    }

    private String next() {
        return urls[turn++ & (URLS - 1)];
    }

    int held() {
        return replies.memory().hot().size();
    }

    @TearDown
    public void free() {
        replies.close();
    }
}
