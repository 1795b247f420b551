package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node of the built jar with a directory and, below one path, two servers, of which one goes and comes back. */
class SiteOriginsIT {
    @TempDir
    private Path folder;

    private final AtomicInteger cached = new AtomicInteger();
    private HttpServer a;
    private HttpServer b;

    @BeforeEach
    void start() throws IOException {
        a = server("a", 0);
        b = server("b", 0);
    }

    @AfterEach
    void stop() {
        a.stop(0);
        b.stop(0);
    }

    private HttpServer server(String name, int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0);
        server.createContext("/v2/", exchange -> answer(name, exchange));
        server.start();
        return server;
    }

    private void answer(String name, HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String text = name;
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        if (path.equals("/v2/kept")) {
            exchange.getResponseHeaders().set("Cache-Control", "max-age=600");
            text = "version " + cached.incrementAndGet();
        } else if (path.equals("/v2/moved")) {
            exchange.getResponseHeaders().set("Location", "/v2/there");
        } else if (exchange.getRequestMethod().equals("POST")) {
            text = name + " got " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(path.equals("/v2/moved") ? 302 : 200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String url(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private Path configuration(String servers) throws IOException {
        return Files.writeString(folder.resolve("node.yaml"), """
                sites:
                  - name: shop
                    hosts: shop.example
                    roots: %1$s
                    origins:
                      - path: /api/**
                        servers: [%2$s]
                        strip: /api
                        prefix: /v2
                        failures: 2
                        ejection-time: 200ms
                        longest-ejection: 200ms
                    routes:
                      - {path: /api/**, headers: {set: {X-Ours: "1"}}}
                port: 0
                admin-port: 0
                peer-port: 0
                cluster-port: 0
                memory: 16m
                name: n1
                """.formatted(folder, servers));
    }

    private static RawConnection open(ReadyLine ready, String port) {
        HostPort at = HostPort.parse(String.valueOf(ready.get(port)));
        return RawConnection.open(new InetSocketAddress(at.host(), at.port()));
    }

    private static RawResponse get(RawConnection client, String path) {
        return get(client, "shop.example", path);
    }

    private static RawResponse get(RawConnection client, String host, String path) {
        return client.send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                .read();
    }

    private static RawResponse post(RawConnection client, String host, String path, String body) {
        return client.send("POST " + path + " HTTP/1.1\r\nHost: " + host + "\r\n"
                        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .read();
    }

    private static Set<String> whoAnswers(RawConnection client, int requests) {
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < requests; i++) {
            RawResponse answer = get(client, "/api/who?" + i);
            assertEquals(200, answer.status(), "no request fails");
            names.add(answer.text());
        }
        return names;
    }

    @Test
    void aServerThatIsKilledFailsNoRequestIsLeftAloneAndComesBack() throws Exception {
        Files.writeString(folder.resolve("page.html"), "document");
        Path file = configuration(url(a) + ", " + url(b));
        try (RunningProcess node = RunningProcess.gosling("serve", "--config", file.toString())) {
            ReadyLine ready = node.ready();
            try (RawConnection client = open(ready, "http");
                    RawConnection admin = open(ready, "admin")) {
                serves(client, admin);
            }
            node.terminate();
            assertEquals(0, node.status(), node.err());
        }
    }

    private void serves(RawConnection client, RawConnection admin) throws Exception {
        assertEquals("document", get(client, "/page.html").text());
        assertEquals(Set.of("a", "b"), whoAnswers(client, 20));
        RawResponse moved = get(client, "/api/moved");
        assertEquals("/api/there", moved.header("Location"));
        assertEquals("1", moved.header("X-Ours"));
        assertTrue(post(client, "shop.example", "/api/form", "x=y").text().endsWith(" got x=y"));

        assertEquals("version 1", get(client, "/api/kept").text());
        assertEquals("version 1", get(client, "/api/kept").text());
        assertEquals(
                200,
                post(admin, "localhost", "/purge", "url=http://shop.example/api/kept")
                        .status());
        assertEquals("version 2", get(client, "/api/kept").text());

        int port = a.getAddress().getPort();
        a.stop(0);
        assertEquals(Set.of("b"), whoAnswers(client, 40));
        String status = get(admin, "localhost", "/status").text();
        assertTrue(status.contains("\"origin\":\"shop/api/**\""), status);
        assertTrue(status.contains("\"state\":\"paused\""), status);
        String metrics = get(admin, "localhost", "/metrics").text();
        assertTrue(
                metrics.contains(
                        "gosling_origin_up{origin=\"shop/api/**\",server=\"http://127.0.0.1:" + port + "\"} 0.0"),
                metrics);

        a = server("a", port);
        Eventually.that("it is back", () -> whoAnswers(client, 4).equals(Set.of("a", "b")));

        configuration(url(b));
        assertEquals(200, post(admin, "localhost", "/reload", "").status());
        assertEquals(Set.of("b"), whoAnswers(client, 20));
        assertEquals("version 2", get(client, "/api/kept").text(), "what is kept stays");
    }
}
