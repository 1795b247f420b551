package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.testing.RawConnection;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No header that the HTTP library knows gives a request a body that the header does not announce. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KnownHeadersTest {
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final ServerFixture server = start();

    private ServerFixture start() {
        try {
            return ServerFixture.start(request -> {
                paths.add(request.rawPath());
                request.body().readAllBytes();
                return new Response(200, Headers.of("Path", request.rawPath()), null);
            });
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("io.gosling.testing.KnownHeaders#requests")
    void theNextRequestIsAnsweredAsItself(String request) {
        paths.clear();
        try (RawConnection client = RawConnection.open(server.server().address())) {
            client.send(request + "GET /second HTTP/1.1\r\nHost: h\r\n\r\n");
            assertEquals("/first", client.read().header("Path"));
            assertEquals("/second", client.read().header("Path"));
        }
        assertEquals(List.of("/first", "/second"), paths);
    }
}
