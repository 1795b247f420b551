package io.gosling.netty.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ClosedStreamsTest {
    private final ClosedStreams streams = new ClosedStreams();

    @Test
    void whatEndedWhatWasResetAndWhatNeverWasAreToldApart() {
        streams.add(1, false);
        streams.add(5, true);
        assertEquals(ClosedStreams.Fate.ENDED, streams.of(1));
        assertEquals(ClosedStreams.Fate.RESET, streams.of(5));
        assertEquals(ClosedStreams.Fate.NEVER_OPENED, streams.of(3));
    }

    @Test
    void whatIsTooLongAgoIsForgotten() {
        for (int id = 1; id < 1000; id += 2) {
            streams.add(id, false);
        }
        assertEquals(ClosedStreams.Fate.FORGOTTEN, streams.of(1));
        assertEquals(ClosedStreams.Fate.ENDED, streams.of(999));
        assertEquals(ClosedStreams.Fate.NEVER_OPENED, streams.of(1001));
    }
}
