package io.gosling.bench.micro;

import io.gosling.document.ResponseSource;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.node.admin.ResponseCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/**
 * Measures the cost of counting: an access to an object (its local hit count), and a response with its bytes and time,
 * as event loops count them, by one thread and by two that update the same counters; also the cost of reading an
 * object's aged global hit count, on which replacement decides.
 */
@State(Scope.Benchmark)
public class CountersBenchmark extends TimedBenchmark {
    private static final long ROOM = 1L << 20;
    private static final int OK = 200;
    private static final long BYTES = 1024;
    private static final long NANOS = 50_000;

    private final MemoryOfferFixture replies = new MemoryOfferFixture("lfu-aging", ROOM);
    private final LocalObjectEntry localObject = row(replies);
    private final Ageing ageing = replies.memory().epoch().now();
    private final ResponseCounters answers = new ResponseCounters();

    private static LocalObjectEntry row(MemoryOfferFixture replies) {
        replies.offer("http://www.example.com/");
        return replies.memory().localObjects().held().iterator().next();
    }

    @Benchmark
    public void access() {
        localObject.countAccess();
    }

    @Benchmark
    @Threads(2)
    public void accessByTwo() {
        localObject.countAccess();
    }

    @Benchmark
    public void answer() {
        answers.answered(ResponseSource.LOCAL_MEMORY, OK, BYTES, NANOS);
    }

    @Benchmark
    @Threads(2)
    public void answerByTwo() {
        answers.answered(ResponseSource.LOCAL_MEMORY, OK, BYTES, NANOS);
    }

    @Benchmark
    public double agedCount() {
        return localObject.agac(ageing);
    }

    @TearDown
    public void free() {
        replies.close();
    }
}
