package io.gosling.bench.dcapache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.Gosling;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.testing.ManualTicker;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinkClientsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualTicker ticker = new ManualTicker();
    private volatile int port;

    /** Every answer takes a second: a page with one link to a copy, the word that the copy is gone, and what it was of. */
    private Response answer(Request request) {
        ticker.advance(SECOND);
        String path = request.rawPath();
        if (path.startsWith("/~migrate/")) {
            return Response.of(307);
        }
        String link = "<a href=\"/~migrate/17/127.0.0.1:" + port + "/one.html\">one</a>";
        return Response.html(path.equals("/index.html") ? link : "a page without a link");
    }

    @Test
    void theWayByAnotherServerIsAPartOfTheResponseTimeAndAConnection() throws IOException, InterruptedException {
        try (Gosling server = Gosling.serve(this::answer)) {
            port = server.address().getPort();
            LinkClients.Tally tally = new LinkClients(server.address(), 1, 1, ticker).run(SECOND.multipliedBy(10));
            // The first page, and then the same link again and again, until ten seconds are over.
            assertEquals(6, tally.requests());
            assertEquals(5, tally.redirected());
            assertEquals(SECOND.multipliedBy(11).toNanos(), tally.nanos());
            assertEquals(0, tally.failed());
            assertEquals(Map.of(port, 6L), tally.servers());
        }
    }
}
