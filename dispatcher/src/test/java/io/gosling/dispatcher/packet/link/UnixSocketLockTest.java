package io.gosling.dispatcher.packet.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Names that one process has at a time. */
class UnixSocketLockTest {
    private static final String NAME =
            "gosling-claim-test-" + ProcessHandle.current().pid();

    @BeforeAll
    static void thereAreSuchNames() {
        assumeTrue(PacketSocket.obstacle().isEmpty(), PacketSocket.obstacle());
    }

    @Test
    void aNameIsOnesUntilHeIsDone() throws IOException {
        UnixSocketLock first = UnixSocketLock.of(NAME).orElseThrow();
        assertEquals(Optional.empty(), UnixSocketLock.of(NAME));
        try (UnixSocketLock other = UnixSocketLock.of(NAME + "-2").orElseThrow()) {
            assertEquals(Optional.empty(), UnixSocketLock.of(NAME + "-2"), other::toString);
        }
        first.close();
        first.close();
        UnixSocketLock again = UnixSocketLock.of(NAME).orElseThrow();
        assertTrue(UnixSocketLock.of(NAME).isEmpty());
        again.close();
    }
}
