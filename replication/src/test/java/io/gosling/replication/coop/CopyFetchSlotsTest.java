package io.gosling.replication.coop;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the limit of concurrent fetches. */
class CopyFetchSlotsTest {
    @Test
    void aSlowHomeLeavesTheOthersHalf() {
        CopyFetchSlots slots = new CopyFetchSlots(4, () -> 3);
        assertTrue(slots.tryAcquire("slow"));
        assertTrue(slots.tryAcquire("slow"));
        assertFalse(slots.tryAcquire("slow"));
        assertTrue(slots.tryAcquire("quick"));
        assertTrue(slots.tryAcquire("another"));
        assertFalse(slots.tryAcquire("third"), "all are taken");
        slots.release("slow");
        assertTrue(slots.tryAcquire("third"));
        slots.release("quick");
        assertTrue(slots.tryAcquire("slow"), "what was refused counts no more");
    }

    @Test
    void theOnlyHomeMayHaveAllAndGivesUpHalfWhenAnotherOneComes() {
        AtomicInteger homes = new AtomicInteger(1);
        CopyFetchSlots slots = new CopyFetchSlots(2, homes::get);
        assertTrue(slots.tryAcquire("a"));
        assertTrue(slots.tryAcquire("a"));
        assertFalse(slots.tryAcquire("a"), "all are taken");
        slots.release("a");
        homes.set(2);
        assertFalse(slots.tryAcquire("a"));
        assertTrue(slots.tryAcquire("b"));
    }

    @Test
    void theOnlyOneIsForWhoeverComes() {
        CopyFetchSlots slots = new CopyFetchSlots(1, () -> 3);
        for (String home : new String[] {"a", "b", "a"}) {
            assertTrue(slots.tryAcquire(home));
            assertFalse(slots.tryAcquire(home));
            slots.release(home);
        }
    }

    @Test
    void atTheEndAllAreWaitedForAndNoneIsLeft() throws InterruptedException {
        CopyFetchSlots slots = new CopyFetchSlots(2, () -> 3);
        assertTrue(slots.tryAcquire("a"));
        assertFalse(slots.close(Duration.ZERO));
        slots.release("a");
        assertTrue(slots.close(Duration.ZERO));
        assertFalse(slots.tryAcquire("a"));
    }
}
