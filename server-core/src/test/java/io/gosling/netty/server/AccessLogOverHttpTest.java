package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.accesslog.AccessLog;
import io.gosling.accesslog.AccessLogSettings;
import io.gosling.accesslog.LineFormat;
import io.gosling.accesslog.LogFilter;
import io.gosling.accesslog.LogFollower;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Filter;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.testing.Eventually;
import io.gosling.testing.FrameClient;
import io.gosling.testing.RawConnection;
import io.gosling.testing.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AccessLogOverHttpTest {
    private static final String FORMAT = "{remote} \"{request}\" {status} {bytes} {host} {referer} {agent} {from}";

    private final Site site = Site.empty();
    private final Path file = site.directory().resolve("access.log");

    @AfterEach
    void delete() {
        site.close();
    }

    private AccessLog open(String format) throws IOException {
        return AccessLog.open(
                AccessLogSettings.to(file.toString()).with(AccessLogSettings.FORMAT, LineFormat.parse(format)),
                InstantSource.system(),
                ZoneOffset.UTC);
    }

    private static ServerFixture serve(AccessLog log) throws IOException {
        return ServerFixture.start(request -> ErrorPageBuilder.of(404), log)
                .hot("/hot", new byte[10])
                .hot("/large", new byte[100_000]);
    }

    private List<String> lines(int count) {
        Eventually.that(count + " lines", () -> all().size() >= count);
        return all();
    }

    private List<String> all() {
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyWayOfAnsweringHasItsLine() throws IOException {
        int page = ErrorPageBuilder.bytes(ErrorPageBuilder.of(404)).readableBytes();
        try (AccessLog log = open(FORMAT);
                ServerFixture server = serve(log);
                RawConnection client = server.connect()) {
            client.send("GET /hot?q HTTP/1.1\r\nHOST:  h.example:80 \r\nReferer: http://r/\r\nUser-Agent: a b\r\n\r\n")
                    .read();
            client.request("HEAD", "/large").readHead();
            client.get("/hot", "If-None-Match", ServerFixture.ETAG, "User-Agent", "decoded");
            client.get("/cold?a=b", "Referer", "r");
            client.send("GET /hot HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").read();
            client.send("nonsense\r\n\r\n").read();
            assertEquals(
                    List.of(
                            "127.0.0.1 \"GET /hot?q HTTP/1.1\" 200 10 h.example:80 http://r/ a b local-memory",
                            "127.0.0.1 \"HEAD /large HTTP/1.1\" 200 0 test - - local-memory",
                            "127.0.0.1 \"GET /hot HTTP/1.1\" 304 0 test - decoded local-memory",
                            "127.0.0.1 \"GET /cold?a=b HTTP/1.1\" 404 " + page + " test r - error",
                            "127.0.0.1 \"GET /hot HTTP/1.0\" 200 10 - - - local-memory",
                            "127.0.0.1 \"-\" 400 "
                                    + ErrorPageBuilder.bytes(ErrorPageBuilder.of(400))
                                            .readableBytes() + " - - - error"),
                    lines(6));
        }
    }

    @Test
    void theRequestIdIsLoggedWhereverTheRequestIsAnswered() throws IOException {
        try (AccessLog log = open("{request-id} {target}");
                ServerFixture server = ServerFixture.start(
                                ServerFixture.http2(), request -> ErrorPageBuilder.of(404), log)
                        .hot("/hot", new byte[10])) {
            try (RawConnection client = server.connect()) {
                client.get("/hot", "X-Request-Id", "a-1");
                client.get("/cold", "X-REQUEST-ID", "a-2");
                client.get("/hot");
            }
            lines(3);
            try (FrameClient client = FrameClient.open(server.server().address())) {
                client.get(1, "/hot", "x-request-id", "a-3").expect(FrameClient.DATA);
                lines(4);
                client.get(3, "/cold", "x-request-id", "a-4").expect(FrameClient.DATA);
            }
            assertEquals(List.of("a-1 /hot", "a-2 /cold", "- /hot", "a-3 /hot", "a-4 /cold"), lines(5));
        }
    }

    @Test
    void ofARequestThroughATrustedProxyTheLineNamesTheClient() throws IOException {
        try (AccessLog log = open("{client} {peer} {remote} {target}");
                ServerFixture server = ServerFixture.start(
                                ServerFixture.http2(), request -> ErrorPageBuilder.of(404), log)
                        .hot("/hot", new byte[10])) {
            try (RawConnection before = server.connect()) {
                before.get("/hot?0", "X-Forwarded-For", "203.0.113.7");
            }
            log.trustProxies(peer -> headers -> headers.apply("X-Forwarded-For"));
            try (RawConnection client = server.connect()) {
                client.get("/hot?1", "x-forwarded-for", "203.0.113.7", "X-Forwarded-For", "203.0.113.8");
                client.get("/hot?2", "X-Forwarded-For", "203.0.113.7", "If-None-Match", ServerFixture.ETAG);
                client.get("/cold", "X-Forwarded-For", "203.0.113.9");
                client.get("/hot?3");
                client.send("nonsense\r\n\r\n").read();
            }
            lines(6);
            try (FrameClient client = FrameClient.open(server.server().address())) {
                client.get(1, "/hot?4", "x-forwarded-for", "203.0.113.7").expect(FrameClient.DATA);
                lines(7);
                client.get(3, "/cold?5", "x-forwarded-for", "203.0.113.7").expect(FrameClient.DATA);
            }
            assertEquals(
                    List.of(
                            "127.0.0.1 127.0.0.1 127.0.0.1 /hot?0",
                            "203.0.113.7, 203.0.113.8 127.0.0.1 203.0.113.7, 203.0.113.8 /hot?1",
                            "203.0.113.7 127.0.0.1 203.0.113.7 /hot?2",
                            "203.0.113.9 127.0.0.1 203.0.113.9 /cold",
                            "- 127.0.0.1 - /hot?3",
                            "- 127.0.0.1 - -",
                            "203.0.113.7 127.0.0.1 203.0.113.7 /hot?4",
                            "203.0.113.7 127.0.0.1 203.0.113.7 /cold?5"),
                    lines(8));
        }
    }

    @Test
    void whomAFilterHasIdentifiedIsTheUser() throws IOException {
        Filter identify = (request, next) -> {
            String key = request.headers().first("Api-Key");
            if (key != null) {
                request.attributes().put(Request.USER, key);
            }
            return next.handle(request);
        };
        try (AccessLog log = open("{user} {target} {protocol}");
                ServerFixture server = ServerFixture.start(
                        identify.around(request -> Response.text(request.protocol() + request.user())), log);
                RawConnection client = server.connect()) {
            client.get("/a", "Api-Key", "ann");
            client.get("/b");
            assertEquals(List.of("ann /a HTTP/1.1", "- /b HTTP/1.1"), lines(2));
        }
    }

    @Test
    void everyWayOfAnsweringAStreamHasItsLine() throws IOException {
        int page = ErrorPageBuilder.bytes(ErrorPageBuilder.of(404)).readableBytes();
        try (AccessLog log = open(FORMAT);
                ServerFixture server = ServerFixture.start(
                                ServerFixture.http2(), request -> ErrorPageBuilder.of(404), log)
                        .hot("/hot", new byte[10])
                        .hot("/large", new byte[100_000]);
                FrameClient client = FrameClient.open(server.server().address())) {
            client.get(1, "/hot?q", "referer", "http://r/", "user-agent", "a b").expect(FrameClient.DATA);
            lines(1);
            client.get(3, "/hot", "if-none-match", ServerFixture.ETAG).expect(FrameClient.HEADERS);
            lines(2);
            client.get(5, "/cold?a=b", "referer", "r").expect(FrameClient.DATA);
            lines(3);
            client.get(7, "/#").expect(FrameClient.DATA);
            lines(4);
            client.get(9, "/large").expect(FrameClient.DATA);
            client.send(FrameClient.RST_STREAM, 0, 9, new byte[4]);
            assertEquals(
                    List.of(
                            "127.0.0.1 \"GET /hot?q HTTP/2.0\" 200 10 test http://r/ a b local-memory",
                            "127.0.0.1 \"GET /hot HTTP/2.0\" 304 0 test - - local-memory",
                            "127.0.0.1 \"GET /cold?a=b HTTP/2.0\" 404 " + page + " test r - error",
                            "127.0.0.1 \"GET /# HTTP/2.0\" 400 "
                                    + ErrorPageBuilder.bytes(ErrorPageBuilder.of(400))
                                            .readableBytes() + " test - - error",
                            "127.0.0.1 \"GET /large HTTP/2.0\" 499 0 test - - error"),
                    lines(5));
        }
    }

    @Test
    void aBurstHasItsLinesInOrder() throws IOException {
        try (AccessLog log = open("{target} {bytes}");
                ServerFixture server = serve(log);
                RawConnection client = server.connect()) {
            StringBuilder burst = new StringBuilder();
            for (int i = 0; i < 300; i++) {
                burst.append(i % 3 == 0 ? "GET /large?" : "GET /hot?").append(i).append(" HTTP/1.1\r\nHost: h\r\n\r\n");
            }
            Thread sender = Thread.ofVirtual().start(() -> client.send(burst.toString()));
            for (int i = 0; i < 300; i++) {
                client.read();
            }
            sender.interrupt();
            List<String> lines = lines(300);
            for (int i = 0; i < 300; i++) {
                assertEquals(i % 3 == 0 ? "/large?" + i + " 100000" : "/hot?" + i + " 10", lines.get(i));
            }
        }
    }

    @Test
    void aClientThatLeavesIsA499() throws IOException {
        try (AccessLog log = open("{target} {status} {from}");
                ServerFixture server = serve(log).hot("/huge", new byte[30_000_000])) {
            try (RawConnection client = RawConnection.open(server.server().address(), 4096)) {
                client.request("GET", "/huge").readByte();
            }
            assertEquals(List.of("/huge 499 error"), lines(1));
        }
    }

    /** A line of the log stays one line, whatever the request. */
    @Test
    void aConnectionThatWasOpenBeforeIsFollowedOnBothPaths() throws IOException {
        try (AccessLog log = AccessLog.off(InstantSource.system(), ZoneOffset.UTC);
                ServerFixture server = serve(log);
                RawConnection client = server.connect()) {
            client.get("/cold?before");
            client.get("/hot?before");
            LogFollower follower = log.follow("a", LogFilter.parse(Map.of()));
            client.get("/hot?1");
            client.get("/cold?2");
            List<String> lines = new ArrayList<>();
            Eventually.that("two lines", () -> {
                lines.addAll(follower.take());
                return lines.size() >= 2;
            });
            assertEquals(2, lines.size());
            assertTrue(lines.get(0).contains("\"target\":\"/hot?1\""), lines.get(0));
            assertTrue(lines.get(1).contains("\"target\":\"/cold?2\""), lines.get(1));
        }
    }

    @Test
    void noTargetAndNoFieldBreaksALine() throws IOException {
        Pattern whole = Pattern.compile(
                "127\\.0\\.0\\.1 - - \\[[^]]{26}] \"[ !#-~]*\" [0-9]{3} [0-9]+ \"[ !#-~]*\" \"[ !#-~]*\"");
        Random random = new Random(11);
        int sent = 2000;
        try (AccessLog log = open("combined");
                ServerFixture server = serve(log)) {
            for (int i = 0; i < sent; i++) {
                String target = i % 2 == 0 ? "/hot?" + noise(random) : "/" + noise(random);
                try (RawConnection client = server.connect()) {
                    client.send("GET " + target + " HTTP/1.1\r\nHost: h\r\nReferer: " + noise(random)
                            + "\r\nUser-Agent: " + noise(random) + "\r\nConnection: close\r\n\r\n");
                    client.endInput();
                    while (client.readByte() >= 0) {
                        continue;
                    }
                } catch (UncheckedIOException e) {
                    continue; // reset: the request was refused before all of it was read
                }
            }
            List<String> lines = lines(sent);
            for (String line : lines) {
                assertTrue(whole.matcher(line).matches(), line);
            }
            assertEquals(0, log.dropped());
        }
    }

    private static String noise(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(30); i > 0; i--) {
            // Mostly what is allowed, so that many get through.
            text.append((char) (random.nextInt(20) == 0 ? random.nextInt(256) : '!' + random.nextInt(94)));
        }
        return text.toString();
    }
}
