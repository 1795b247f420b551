package io.gosling.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a node takes for a miss beside fetching: the request is counted, and what has come is offered to a memory that is full
 * ({@code HotObjectCache.offer}): under its lock the policy hears what was asked for meanwhile and decides, and what has to
 * go goes, or the newcomer is refused. What the policies alone take is {@link ReplacementBenchmark}'s.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class OfferBenchmark {
    /** So many times what there is room for, in turns: whoever drops what was not asked for longest never has it. */
    private static final int URLS = 1 << 15;

    private static final long ROOM = 8L << 20;

    @Param({"lfu-aging", "lru", "gdsf", "w-tinylfu", "s3-fifo", "sieve"})
    public String replacement = "lru";

    private final String[] urls = new String[URLS];
    private OfferedReplies replies = new OfferedReplies(replacement, ROOM);
    private int turn;

    /** Full before anything is measured. */
    @Setup
    public void fill() {
        replies.close();
        replies = new OfferedReplies(replacement, ROOM);
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

    /** Objects in memory. */
    int held() {
        return replies.memory().hot().size();
    }

    @TearDown
    public void free() {
        replies.close();
    }
}
