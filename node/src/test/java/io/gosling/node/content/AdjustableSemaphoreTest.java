package io.gosling.node.content;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AdjustableSemaphoreTest {
    @Test
    void whatIsTakenCountsAlsoWhenTheNumberChanges() {
        AdjustableSemaphore places = new AdjustableSemaphore(3);
        assertTrue(places.tryAcquire(3));
        places.change(1);
        places.release();
        places.release();
        assertFalse(places.tryAcquire(), "one is taken, and there is one");
        places.change(2);
        assertTrue(places.tryAcquire());
        assertFalse(places.tryAcquire());
        places.release(2);
        assertTrue(places.tryAcquire(2));
    }
}
