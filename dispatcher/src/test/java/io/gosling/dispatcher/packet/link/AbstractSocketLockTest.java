package io.gosling.dispatcher.packet.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Names that one process has at a time. */
class AbstractSocketLockTest {
    private static final String NAME =
            "gosling-claim-test-" + ProcessHandle.current().pid();

    @BeforeAll
    static void thereAreSuchNames() {
        assumeTrue(PacketSocket.obstacle().isEmpty(), PacketSocket.obstacle());
    }

    @Test
    void aNameIsOnesUntilHeIsDone() throws IOException {
        AbstractSocketLock first = AbstractSocketLock.of(NAME).orElseThrow();
        assertEquals(Optional.empty(), AbstractSocketLock.of(NAME));
        try (AbstractSocketLock other = AbstractSocketLock.of(NAME + "-2").orElseThrow()) {
            assertEquals(Optional.empty(), AbstractSocketLock.of(NAME + "-2"), other::toString);
        }
        first.close();
        first.close();
        AbstractSocketLock again = AbstractSocketLock.of(NAME).orElseThrow();
        assertTrue(AbstractSocketLock.of(NAME).isEmpty());
        again.close();
    }
}
