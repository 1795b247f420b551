package io.gosling.netty.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HandshakeEvictionTest {
    /** Connections are named by a letter for their host and a number. */
    private static @Nullable String select(String... waiting) {
        return HandshakeEviction.select(List.of(waiting), one -> one.charAt(0));
    }

    @Test
    void theOldestOfTheHostThatHasMostIsClosed() {
        assertEquals("b1", select("a1", "b1", "c1", "b2"));
        assertEquals("b1", select("a1", "b1", "b2", "a2", "b3"));
    }

    @Test
    void ofHostsThatHaveAsManyTheOldestIsClosed() {
        assertEquals("a1", select("a1", "b1", "c1"));
        assertEquals("a1", select("a1"));
        assertNull(select());
    }
}
