package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** A megabyte that travels in a kilobyte is a kilobyte here. */
class CodedBodyTest {
    private static final Handler ECHO =
            request -> Response.bytes("application/octet-stream", request.body().readAllBytes());

    @Test
    void aCompressedBodyIsHandedOnAsItCameAndNeverUnpacked() throws IOException {
        byte[] packed = packed(new byte[1 << 20]);
        try (ServerFixture server =
                        ServerFixture.start(HttpLimits.defaults().with(HttpLimits.BODY, (long) packed.length), ECHO);
                RawConnection client = server.connect()) {
            client.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Encoding: gzip\r\nContent-Length: " + packed.length
                            + "\r\n\r\n")
                    .send(packed);
            RawResponse echoed = client.read();
            assertEquals(200, echoed.status());
            assertArrayEquals(packed, echoed.body());
        }
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }
}
