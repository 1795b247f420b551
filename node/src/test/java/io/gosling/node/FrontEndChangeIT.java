package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.http.websocket.WebSocketSession;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.SteadyLoad;
import io.gosling.settings.HostPort;
import io.gosling.testing.ClientFrames;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A front-end whose back-ends, routes, policy, checks and limits change under load, by {@code gosling backend} and by
 * reloads: no request fails, and no WebSocket breaks off. And the shares that weights give.
 */
class FrontEndChangeIT {
    private static final int SESSIONS = 2000;
    private static final int PING = 0x9;
    private static final String RELOAD = "POST /reload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";

    @TempDir
    private Path folder;

    private final List<Server> servers = new ArrayList<>();

    /** A server that says its name, also over a WebSocket. */
    private static final class Server implements AutoCloseable {
        final AtomicInteger requests = new AtomicInteger();
        private final Gosling server;

        Server(String name) throws IOException {
            Handler talk = WebSocketSession.handler(socket -> {
                for (var message = socket.receive(); message != null; message = socket.receive()) {
                    socket.send(name);
                }
            });
            this.server = Gosling.serve(request -> {
                if (request.path().equals("/ws")) {
                    return talk.handle(request);
                }
                requests.incrementAndGet();
                return Response.text(name);
            });
        }

        String address() {
            return "127.0.0.1:" + server.address().getPort();
        }

        @Override
        public void close() {
            server.close();
        }
    }

    @BeforeEach
    void start() throws IOException {
        for (String name : List.of("s1", "s2", "s3")) {
            servers.add(new Server(name));
        }
    }

    @AfterEach
    void stop() {
        servers.forEach(Server::close);
    }

    private static InetSocketAddress address(ReadyLine ready, String port) {
        HostPort at = HostPort.parse(String.valueOf(ready.get(port)));
        return new InetSocketAddress(at.host(), at.port());
    }

    private String address(int server) {
        return servers.get(server - 1).address();
    }

    private Path write(String backends, String more) throws IOException {
        Path file = folder.resolve("front-end.yaml");
        return Files.writeString(file, "port: 0\nadmin-port: 0\nbackend: [" + backends + "]\n" + more);
    }

    private static RawConnection webSocket(InetSocketAddress http) {
        RawConnection client = RawConnection.open(http);
        client.request(
                "GET",
                "/ws",
                "Upgrade",
                "websocket",
                "Connection",
                "Upgrade",
                "Sec-WebSocket-Version",
                "13",
                "Sec-WebSocket-Key",
                "dGhlIHNhbXBsZSBub25jZQ==");
        assertEquals(101, client.readHead().status());
        return client;
    }

    /** The name of the server at the other end, which answers each message with it. */
    private static String whoIsThere(RawConnection webSocket) {
        webSocket.send(new ClientFrames().text("?").bytes());
        while (true) {
            int opcode = webSocket.readByte() & 0xF;
            byte[] text = new byte[webSocket.readByte()];
            for (int at = 0; at < text.length; at++) {
                text[at] = (byte) webSocket.readByte();
            }
            // A ping may come first, when the connection has been idle.
            if (opcode != PING) {
                return new String(text, StandardCharsets.US_ASCII);
            }
        }
    }

    /** A front-end under load, with a WebSocket that is open all the time. */
    private final class Stage implements AutoCloseable {
        final RunningProcess frontEnd;
        final InetSocketAddress admin;
        final RawConnection webSocket;
        final String there;
        final List<SteadyLoad> loads;

        Stage(RunningProcess frontEnd) throws Exception {
            this.frontEnd = frontEnd;
            ReadyLine ready = frontEnd.ready();
            InetSocketAddress http = address(ready, "http");
            admin = address(ready, "admin");
            webSocket = webSocket(http);
            there = whoIsThere(webSocket);
            loads = List.of(
                    new SteadyLoad(http, true).with(3, "GET").with(1, "POST"),
                    new SteadyLoad(http, false).with(1, "GET").with(1, "HEAD"));
        }

        int there() {
            return there.charAt(1) - '0';
        }

        String backend(String... arguments) throws Exception {
            List<String> command = new ArrayList<>(List.of("backend"));
            command.addAll(List.of(arguments));
            command.addAll(List.of("--admin", HostPort.of(admin).toString()));
            try (RunningProcess verb = RunningProcess.gosling(command.toArray(String[]::new))) {
                String out = verb.out();
                assertEquals(0, verb.status(), verb.err());
                goesOn(String.join(" ", arguments));
                return out;
            }
        }

        String reload(String backends, String more) throws Exception {
            write(backends, more);
            try (RawConnection client = RawConnection.open(admin)) {
                RawResponse response = client.send(RELOAD).read();
                assertEquals(200, response.status(), response::text);
                goesOn(more);
                return response.text();
            }
        }

        /** Each load has some more answers, and the WebSocket its server. */
        private void goesOn(String after) {
            for (SteadyLoad load : loads) {
                long before = load.answered();
                Eventually.that("answers after " + after, () -> load.answered() > before + 20);
                assertEquals(List.of(), load.failures(), after);
            }
            assertEquals(there, whoIsThere(webSocket), after);
        }

        void untilServes(int server) {
            AtomicInteger requests = servers.get(server - 1).requests;
            int before = requests.get();
            Eventually.that("requests at " + server, () -> requests.get() > before + 5);
        }

        void untilIdle(int server) {
            AtomicInteger requests = servers.get(server - 1).requests;
            Eventually.that("no requests at " + server, () -> {
                int before = requests.get();
                goesOn("taking " + server + " out");
                return requests.get() == before;
            });
        }

        @Override
        public void close() throws IOException {
            loads.forEach(SteadyLoad::close);
            webSocket.close();
            frontEnd.close();
        }
    }

    private Stage stage(String backends, String more) throws Exception {
        return new Stage(RunningProcess.gosling(
                "dispatch", "--config", write(backends, more).toString()));
    }

    @Test
    void everyChangeByTheCommandLeavesRequestsAndWebSocketsAlone() throws Exception {
        try (Stage stage = stage(address(1) + ", " + address(2), "policy: wrr\n")) {
            int there = stage.there();
            assertTrue(stage.backend("add", address(3), "--dry-run").startsWith("not changed; would be: "));
            assertTrue(!stage.backend("list").contains(address(3)));
            stage.backend("add", address(3));
            stage.untilServes(3);
            stage.backend("weight", address(3) + "=2");
            assertTrue(stage.backend("drain", address(there)).contains(": drains\n"));
            stage.untilIdle(there);
            String said = stage.reload(address(1) + ", " + address(2), "policy: wrr\n");
            assertTrue(said.contains("back-end " + address(3) + ": weight 2.0, as changed while running"), said);
            assertTrue(said.contains("back-end " + address(there) + ": drains, as changed while running"), said);
            String kept = stage.backend("remove", address(there));
            assertTrue(kept.contains(address(3) + "=2.0\"]"), kept);
            stage.untilIdle(there);
            stage.backend("add", address(there));
            stage.untilServes(there);
        }
    }

    @Test
    void everyReloadLeavesRequestsAndWebSocketsAlone() throws Exception {
        String two = address(1) + ", " + address(2);
        String three = two + ", " + address(3) + "+posts";
        try (Stage stage = stage(two, "policy: wrr\n")) {
            stage.reload(three, "policy: wrr\n");
            stage.untilServes(3);
            stage.reload(three, "policy: wrr\nroutes: [{path: /post/**, pool: posts}, {path: /get/0, pool: posts}]\n");
            stage.untilServes(3);
            stage.reload(three, "policy: lard\nroutes: [{path: /post/**, pool: posts}]\n");
            stage.reload(three, "policy: lard\nlard: {low: 2, high: 4}\nadmission: 3\n");
            stage.reload(
                    three,
                    "policy: lard\nlard: {low: 20, high: 40}\ncheck: {by: http, path: /get/0, interval: 50ms}\n");
            stage.untilServes(1);
            stage.reload(three, "policy: lb\nejection: {failures: 5}\nslow-start: 1s\n");
            stage.reload(three, "policy: chbl\nlimits: {request-line: 512}\nrelay: {try-time: 3s}\n");
            stage.reload(three, "policy: rr\nroutes: [{headers: {set: {X-New: yes}}}]\nqueue: {length: 5}\n");
            int there = stage.there();
            String others = there == 1 ? address(2) : address(1);
            assertEquals(
                    "reloaded: backend has changed\n",
                    stage.reload(
                            others + ", " + address(3),
                            "policy: rr\nroutes: [{headers: {set: {X-New: yes}}}]\nqueue: {length: 5}\n"));
            stage.untilIdle(there);
        }
    }

    /** A canary: a twentieth of the sessions goes to the new version, and a session stays where it is. */
    @Test
    void weightsGiveTheirSharesAndSessionsStay() throws Exception {
        Path file = write(address(1) + "=1.9, " + address(2) + "=0.1", "policy: lb\nrouting-key: 'cookie:session'\n");
        try (RunningProcess frontEnd = RunningProcess.gosling("dispatch", "--config", file.toString())) {
            ReadyLine ready = frontEnd.ready();
            try (RawConnection client = RawConnection.open(address(ready, "http"))) {
                int canary = 0;
                for (int session = 0; session < SESSIONS; session++) {
                    String first =
                            client.get("/a", "Cookie", "session=" + session).text();
                    assertEquals(
                            first,
                            client.get("/b", "Cookie", "session=" + session).text());
                    canary += first.equals("s2") ? 1 : 0;
                }
                assertEquals(5.0, 100.0 * canary / SESSIONS, 2.0, "per cent of the sessions");
                write(address(1) + "=1.6, " + address(2) + "=0.4", "policy: rr\n");
                try (RawConnection admin = RawConnection.open(address(ready, "admin"))) {
                    assertEquals(200, admin.send(RELOAD).read().status());
                }
                canary = 0;
                for (int request = 0; request < SESSIONS; request++) {
                    canary += client.get("/a").text().equals("s2") ? 1 : 0;
                }
                assertEquals(20.0, 100.0 * canary / SESSIONS, 2.0, "per cent of the requests");
            }
        }
    }
}
