package io.gosling.netty.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.limits.HttpLimits;
import io.netty.channel.kqueue.KQueue;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class TransportTest {
    @Test
    void namesAreParsedAndUnknownOnesNamed() {
        assertEquals(TransportKind.KQUEUE, TransportKind.parse("KQueue"));
        String message = String.valueOf(assertThrows(IllegalArgumentException.class, () -> TransportKind.parse("fast"))
                .getMessage());
        assertTrue(message.contains("'fast'") && message.contains("kqueue"), message);
    }

    @Test
    void nioIsEverywhere() {
        try (Transport transport = Transport.open(TransportKind.NIO, 2, "test")) {
            assertEquals("nio, 2 event loops", transport.describe());
        }
    }

    @Test
    void aTransportThatIsMissingSaysWhy() {
        Assumptions.assumeFalse(KQueue.isAvailable());
        String message = String.valueOf(
                assertThrows(IllegalStateException.class, () -> Transport.open(TransportKind.KQUEUE, 1, "test"))
                        .getMessage());
        assertTrue(message.startsWith("transport kqueue is not available here: "), message);
    }

    @Test
    void limitsNameWhatIsOutOfBounds() {
        String message = String.valueOf(assertThrows(
                        IllegalArgumentException.class,
                        () -> HttpLimits.defaults().with(HttpLimits.BODY, -1L))
                .getMessage());
        assertTrue(message.contains("limits.body: value \"-1\"; expected a size from 0 to 1TiB"), message);
    }
}
