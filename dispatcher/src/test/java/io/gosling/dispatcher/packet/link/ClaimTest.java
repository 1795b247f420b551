package io.gosling.dispatcher.packet.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Names that one process has at a time. */
class ClaimTest {
    private static final String NAME =
            "gosling-claim-test-" + ProcessHandle.current().pid();

    @BeforeAll
    static void thereAreSuchNames() {
        assumeTrue(PacketSocket.obstacle().isEmpty(), PacketSocket.obstacle());
    }

    @Test
    void aNameIsOnesUntilHeIsDone() throws IOException {
        Claim first = Claim.of(NAME).orElseThrow();
        assertEquals(Optional.empty(), Claim.of(NAME));
        try (Claim other = Claim.of(NAME + "-2").orElseThrow()) {
            assertEquals(Optional.empty(), Claim.of(NAME + "-2"), other::toString);
        }
        first.close();
        first.close();
        Claim again = Claim.of(NAME).orElseThrow();
        assertTrue(Claim.of(NAME).isEmpty());
        again.close();
    }
}
