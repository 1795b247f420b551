package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.Body;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.testing.Eventually;
import io.gosling.testing.FrameClient;
import io.gosling.testing.RawConnection;
import io.gosling.testing.Site;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node with one place for exchanges, and slow clients on real sockets: they keep nobody out. */
@Timeout(60)
class SlowExchangesTest {
    private static final HttpLimits ONE = HttpLimits.defaults().with(HttpLimits.EXCHANGES, 1);
    /** More than sockets hold. */
    private static final byte[] LARGE = Site.noise(16 << 20, 5);

    private static Handler handler(Site site) {
        return request -> switch (request.rawPath()) {
            case "/stream" ->
                new Response(200, Headers.empty(), new Body.Streamed(new ByteArrayInputStream(LARGE), LARGE.length));
            case "/file" ->
                new Response(
                        200,
                        Headers.empty(),
                        new Body.InFile(FileChannel.open(site.directory().resolve("large")), 0, LARGE.length));
            default -> Response.text(Integer.toString(request.body().readAllBytes().length));
        };
    }

    private static void assertOthersAreServed(RawConnection other) {
        Eventually.that("the place is free", () -> other.get("/").status() == 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/stream", "/file"})
    void aClientThatDoesNotReadLeavesItsPlaceToOthers(String path) throws IOException {
        try (Site site = Site.empty()) {
            Files.write(site.directory().resolve("large"), LARGE);
            try (ServerFixture server = ServerFixture.start(ONE, handler(site));
                    RawConnection slow = RawConnection.open(server.server().address(), 1 << 12);
                    RawConnection other = server.connect()) {
                slow.request("GET", path);
                Eventually.that("it is under way", () -> server.server().exchanges() == 1);
                assertOthersAreServed(other);
                Eventually.that(
                        "and it alone is under way", () -> server.server().exchanges() == 1);
                assertArrayEquals(LARGE, slow.read().body());
            }
        }
    }

    @Test
    void aClientOfAStreamThatMakesNoRoomLeavesItsPlaceToOthers() throws IOException {
        try (Site site = Site.empty();
                ServerFixture server = ServerFixture.start(ServerFixture.http2(), ONE, handler(site));
                FrameClient client = FrameClient.open(server.server().address());
                RawConnection other = server.connect()) {
            client.get(1, "/stream");
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertOthersAreServed(other);
        }
    }

    @Test
    void aBodyThatDoesNotComeLeavesItsPlaceToOthers() throws IOException {
        try (Site site = Site.empty();
                ServerFixture server = ServerFixture.start(ONE, handler(site));
                RawConnection slow = server.connect();
                RawConnection other = server.connect()) {
            slow.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na");
            Eventually.that("it is under way", () -> server.server().exchanges() == 1);
            assertOthersAreServed(other);
            slow.send("bc");
            assertEquals("3", slow.read().text());
        }
    }
}
