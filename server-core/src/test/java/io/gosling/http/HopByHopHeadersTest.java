package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;

class HopByHopHeadersTest {
    @Test
    void anIntermediaryRemovesWhatTheStandardNamesAndTrailer() {
        assertEquals(
                Set.of("connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"),
                HopByHopHeaders.NOT_FORWARDED);
    }

    @Test
    void http2HasNoneOfItsConnectionSpecificHeaders() {
        assertEquals(
                Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"),
                HopByHopHeaders.NOT_IN_HTTP2);
    }
}
