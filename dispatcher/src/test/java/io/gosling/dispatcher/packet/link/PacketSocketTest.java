package io.gosling.dispatcher.packet.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests sending a batch that the system takes in part. */
class PacketSocketTest {
    private final List<Integer> asked = new ArrayList<>();

    private int refused(int frames, Integer... answers) {
        Iterator<Integer> next = Arrays.asList(answers).iterator();
        return PacketSocket.flush(frames, (from, count) -> {
            asked.add(from);
            assertEquals(frames, from + count);
            return next.next();
        });
    }

    @Test
    void whatTheSystemTakesInPartsIsSentWhole() {
        assertEquals(0, refused(5, 2, -PacketSystemCalls.INTERRUPTED, 3));
        assertEquals(List.of(0, 2, 2), asked);
    }

    @Test
    void aFrameThatIsNotTakenIsLeftOut() {
        assertEquals(1, refused(5, 2, -PacketSystemCalls.INVALID, 2));
        assertEquals(List.of(0, 2, 3), asked);
    }

    /** Each would wait its 100 ms. */
    @Test
    void whenTheInterfaceTakesNoMoreTheRestOfTheBatchDoesNotWait() {
        assertEquals(30, refused(32, 2, -PacketSystemCalls.AGAIN));
        assertEquals(List.of(0, 2), asked);
    }
}
