package io.gosling.origin.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.http.Headers;
import io.gosling.origin.upstream.Upstream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A body that is passed on as it comes. */
class RelayedBodyTest {
    @Test
    void whatCanBeReadWithoutWaitingIsAvailable() throws IOException {
        var bytes = new ByteArrayInputStream(new byte[10]);
        try (RelayedBody body = new RelayedBody(new Upstream.Answer(200, Headers.empty(), -1, bytes, () -> {}))) {
            assertEquals(10, body.available());
            assertEquals(0, body.read());
            assertEquals(9, body.available());
        }
    }
}
