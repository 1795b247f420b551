package io.gosling.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.Gosling;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.testing.ManualTicker;
import io.gosling.tools.cluster.ProcessHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkFollowingClientsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualTicker ticker = new ManualTicker();
    private volatile int port;

    /**
     * Every answer takes a second: a page with one link to a copy, the word that the copy is gone, and what it was of.
     */
    private Response answer(Request request) {
        ticker.advance(SECOND);
        String path = request.rawPath();
        if (path.startsWith("/~migrate/")) {
            return Response.redirect(307, "http://127.0.0.1:" + port + "/one.html");
        }
        String link = "<a href=\"/~migrate/17/127.0.0.1:" + port + "/one.html\">one</a>";
        return Response.html(path.equals("/index.html") ? link : "a page without a link");
    }

    @Test
    void theWayByAnotherServerIsAPartOfTheResponseTimeAndAConnection() throws IOException, InterruptedException {
        try (Gosling server = Gosling.serve(this::answer)) {
            port = server.address().getPort();
            LinkFollowingClients.Tally loadCounts =
                    new LinkFollowingClients(to(server), 1, 1, ticker).run(SECOND.multipliedBy(10));
            // The first page, and then the same link again and again, until ten seconds are over.
            assertEquals(6, loadCounts.requests());
            assertEquals(5, loadCounts.redirected());
            assertEquals(SECOND.multipliedBy(11).toNanos(), loadCounts.nanos());
            assertEquals(0, loadCounts.failed());
            assertEquals(Map.of(server.address(), 6L), loadCounts.servers());
        }
    }

    /** A front-end sends clients to a node, whose page has a link of its own. */
    @Test
    void linksLeadFromWhereThePageCameFrom() throws IOException, InterruptedException {
        try (Gosling node = Gosling.serve(request -> {
                    ticker.advance(SECOND);
                    return Response.html("<a href=\"/next.html\">next</a>");
                });
                Gosling front = Gosling.serve(request -> Response.redirect(
                        307, node.url("/").resolve(request.rawPath()).toString()))) {
            LinkFollowingClients.Tally loadCounts =
                    new LinkFollowingClients(to(front), 1, 1, ticker).run(SECOND.multipliedBy(5));
            assertEquals(1, loadCounts.redirected());
            assertEquals(Map.of(node.address(), 5L), loadCounts.servers());
            assertEquals(1000, loadCounts.delayMillis(99), 1);
        }
    }

    @Test
    void clientsTakeTurnsAtBeginning() throws IOException, InterruptedException {
        try (Gosling one = Gosling.serve(LinkFollowingClientsTest::body);
                Gosling other = Gosling.serve(LinkFollowingClientsTest::body)) {
            LinkFollowingClients.Visits visits = new LinkFollowingClients.Visits(
                    ProcessHost.HERE, List.of(one.address(), other.address()), "/body", false);
            LinkFollowingClients.Tally loadCounts = new LinkFollowingClients(visits, 4, 1).run(Duration.ofMillis(200));
            assertEquals(
                    Set.of(one.address(), other.address()), loadCounts.servers().keySet());
            assertEquals(0, loadCounts.failed());
            assertEquals(4 * loadCounts.requests(), loadCounts.bodies());
        }
    }

    /**
     * A link to a file that is not in the site's folder is the site's own fault; a 404 for one that is there is the
     * server's.
     */
    @Test
    void aSitesOwnBrokenLinksFailNobody(@TempDir Path site) throws IOException, InterruptedException {
        Files.writeString(site.resolve("a file.png"), "it");
        try (Gosling server = Gosling.serve(request -> {
            ticker.advance(SECOND);
            return request.rawPath().equals("/index.html")
                    ? Response.html("<img src=nothing.png><img src=a%20file.png>")
                    : Response.of(404);
        })) {
            LinkFollowingClients.Tally loadCounts = new LinkFollowingClients(
                            LinkFollowingClients.Visits.to(server.address(), site), 1, 1, ticker)
                    .run(SECOND.multipliedBy(3));
            assertEquals(1, loadCounts.requests());
            assertEquals(1, loadCounts.failed());
        }
    }

    private static LinkFollowingClients.Visits to(Gosling server) {
        return new LinkFollowingClients.Visits(ProcessHost.HERE, List.of(server.address()), "/index.html", true);
    }

    private static Response body(Request request) {
        return Response.html(request.rawPath().equals("/body") ? "body" : "what nobody asked for");
    }
}
