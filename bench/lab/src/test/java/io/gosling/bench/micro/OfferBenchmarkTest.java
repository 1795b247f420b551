package io.gosling.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** That what is measured is what is said to be. */
class OfferBenchmarkTest {
    @Test
    void whoDropsWhatWasNotAskedForLongestKeepsEveryNewcomerInAFullMemory() {
        OfferBenchmark benchmark = new OfferBenchmark();
        benchmark.fill();
        int held = benchmark.held();
        assertTrue(held > 1000, "objects: " + held);
        for (int i = 0; i < 2 * held; i++) {
            assertTrue(benchmark.offer(), "offer " + i);
        }
        assertEquals(held, benchmark.held());
        benchmark.free();
        assertEquals(0, benchmark.held());
    }

    @Test
    void whatIsOfferedIsCountedKeptOrLetGo() {
        MemoryOfferFixture replies = new MemoryOfferFixture("lfu-aging", 1 << 20);
        assertFalse(replies.ask("http://www.example.com/"));
        assertTrue(replies.offer("http://www.example.com/"));
        assertTrue(replies.ask("http://www.example.com/"));
        assertEquals(2, replies.memory().localObjects().held().iterator().next().accesses());
        for (int i = 0; i < 2000; i++) {
            replies.offer("http://www.example.com/" + i);
        }
        assertEquals(1 + replies.memory().hot().size(), replies.references());
        replies.close();
        assertEquals(0, replies.references());
    }
}
