package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Four nodes before one slow origin, each a process of its own: how often the origin is asked when many ask for the
 * same at all nodes, also when somebody leaves or dies meanwhile. The origin sends half of its body and waits for the
 * test.
 */
// In a plain build, besides what has no tag: OneRequestForAllNodesTest of gos.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SingleFlightIT {
    private static final int NODES = 4;
    private static final int CLIENTS = 2000;
    private static final int HALF = 100_000;
    private static final long TIMEOUT = 60;

    private final byte[] body = new byte[2 * HALF];
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();
    private final Map<String, List<String>> requesters = new ConcurrentHashMap<>();
    private final List<RunningProcess> nodes = new ArrayList<>();
    private final List<ReadyLine> ready = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);

    SingleFlightIT() throws IOException {
        new Random(1).nextBytes(body);
    }

    @BeforeAll
    void start() throws Exception {
        origin.setExecutor(threads);
        origin.createContext("/", this::answer);
        origin.start();
        String url = "http://127.0.0.1:" + origin.getAddress().getPort() + "/";
        for (int i = 1; i <= NODES; i++) {
            List<String> arguments = new ArrayList<>(List.of("serve", url, "--name", "n" + i, "--memory", "16m"));
            for (String port : List.of("--port", "--admin-port", "--peer-port", "--cluster-port")) {
                arguments.addAll(List.of(port, "0"));
            }
            arguments.addAll(List.of("--voters", "n1,n2,n3"));
            // It is not to be seen here how slow a busy machine is: who has lost its lease asks for itself.
            arguments.addAll(List.of("--cluster-locate", "10s", "--peer-join", "10s", "--peer-progress", "20s"));
            arguments.addAll(List.of("--peer-connect", "10s", "--fetch-wait", "60s"));
            arguments.addAll(List.of("--purge-lease", "40s", "--cluster-silence", "60s"));
            if (i > 1) {
                arguments.addAll(List.of("--join", ready.getFirst().get("cluster")));
            }
            RunningProcess node = RunningProcess.gosling(arguments.toArray(String[]::new));
            nodes.add(node);
            ready.add(node.ready());
        }
        Eventually.within(
                Duration.ofMinutes(2), "every node may serve from memory and knows the others", this::isFlushed);
    }

    private boolean isFlushed() {
        open("/settle");
        boolean flushed = true;
        Set<String> owners = new HashSet<>();
        for (int i = 0; i < NODES; i++) {
            try (RawConnection client = RawConnection.open(http(i))) {
                client.get("/settle");
                flushed &= String.valueOf(client.get("/settle").header("Cache-Status"))
                        .endsWith("; hit");
            }
            try (RawConnection admin = RawConnection.open(address(ready.get(i).get("admin")))) {
                admin.send("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n");
                String status = admin.read().text();
                for (int other = 1; other <= NODES; other++) {
                    flushed &= status.contains("\"n" + other + "\"");
                }
                owners.add(status.substring(status.indexOf("\"owners\":")).split("\"", 5)[3]);
            }
        }
        return flushed && owners.size() == 1;
    }

    @AfterAll
    void stop() throws Exception {
        for (RunningProcess node : nodes) {
            node.close();
        }
        gates.values().forEach(CountDownLatch::countDown);
        origin.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        asked(path).incrementAndGet();
        requesters(path).add(String.valueOf(exchange.getRequestHeaders().getFirst("Via")));
        exchange.getResponseHeaders().set("Cache-Control", path.startsWith("/private") ? "private" : "max-age=100000");
        exchange.getResponseHeaders().set("ETag", "\"1\"");
        exchange.sendResponseHeaders(200, path.startsWith("/chunked") ? 0 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body, 0, HALF);
            out.flush();
            gate(path).await();
            out.write(body, HALF, HALF);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private AtomicInteger asked(String path) {
        return asked.computeIfAbsent(path, first -> new AtomicInteger());
    }

    private List<String> requesters(String path) {
        return requesters.computeIfAbsent(path, first -> new CopyOnWriteArrayList<>());
    }

    private CountDownLatch gate(String path) {
        return gates.computeIfAbsent(path, first -> new CountDownLatch(1));
    }

    /** The rest of this body may come. */
    private void open(String path) {
        gate(path).countDown();
    }

    private static InetSocketAddress address(String text) {
        HostPort address = HostPort.parse(text);
        return new InetSocketAddress(address.host(), address.port());
    }

    private InetSocketAddress http(int node) {
        return address(ready.get(node).get("http"));
    }

    /** A client: done when it has read everything to the end of its connection. */
    private final class Client {
        private final CompletableFuture<byte[]> answer = new CompletableFuture<>();
        private final CompletableFuture<Boolean> begun = new CompletableFuture<>();
        private final Socket socket = new Socket();

        Client(int node, String path) {
            threads.execute(() -> run(node, path));
        }

        private void run(int node, String path) {
            try (socket) {
                socket.connect(http(node));
                String request = "GET %s HTTP/1.0\r\nHost: www.example.com\r\n\r\n".formatted(path);
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                answer.complete(read(socket.getInputStream()));
            } catch (IOException | RuntimeException e) {
                begun.completeExceptionally(e);
                answer.completeExceptionally(e);
            }
        }

        private byte[] read(InputStream in) throws IOException {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] piece = new byte[8192];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                all.write(piece, 0, read);
                if (all.size() > HALF / 2) {
                    begun.complete(true);
                }
            }
            return all.toByteArray();
        }

        void hasBegun() throws Exception {
            assertTrue(begun.get(TIMEOUT, TimeUnit.SECONDS));
        }

        void hasAll() throws Exception {
            byte[] all = answer.get(TIMEOUT, TimeUnit.SECONDS);
            String head = new String(all, 0, Math.min(400, all.length), StandardCharsets.ISO_8859_1);
            assertTrue(head.startsWith("HTTP/1.1 200 "), head);
            assertTrue(all.length > body.length, all.length + " bytes: " + head);
            assertArrayEquals(body, Arrays.copyOfRange(all, all.length - body.length, all.length));
        }
    }

    private List<Client> clients(int count, String path) {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(new Client(i % NODES, path));
        }
        return clients;
    }

    @Test
    @Order(1)
    void manyClientsOfOneColdObjectAtAllNodesAreOneRequestToTheOrigin() throws Exception {
        List<Client> clients = clients(CLIENTS, "/cold");
        for (Client client : clients) {
            client.hasBegun();
        }
        open("/cold");
        for (Client client : clients) {
            client.hasAll();
        }
        assertEquals(1, asked("/cold").get());
    }

    @Test
    @Order(2)
    @Tag("lab")
    void theFirstClientMayLeave() throws Exception {
        Client first = new Client(1, "/left");
        first.hasBegun();
        List<Client> others = clients(40, "/left");
        for (Client client : others) {
            client.hasBegun();
        }
        first.socket.close();
        open("/left");
        for (Client client : others) {
            client.hasAll();
        }
        assertEquals(1, asked("/left").get());
    }

    @Test
    @Order(3)
    @Tag("lab")
    void aResponseWithoutALengthIsOneRequestToo() throws Exception {
        List<Client> clients = clients(200, "/chunked");
        for (Client client : clients) {
            client.hasBegun();
        }
        open("/chunked");
        for (Client client : clients) {
            client.hasAll();
        }
        assertEquals(1, asked("/chunked").get());
    }

    @Test
    @Order(4)
    @Tag("lab")
    void whatIsForNobodyElseQueuesNowhere() throws Exception {
        List<Client> clients = clients(40, "/private");
        for (Client client : clients) {
            client.hasBegun();
        }
        assertEquals(40, asked("/private").get(), "all are with the origin at the same time");
        open("/private");
        for (Client client : clients) {
            client.hasAll();
        }
    }

    /**
     * On an idle machine one of the others goes on for all (OneRequestForAllNodesTest of gos has no clock but its own);
     * one that does not hear from the entry's owner in time asks for itself, once.
     */
    @Test
    @Order(5)
    void theNodeThatAsksMayDie() throws Exception {
        List<Client> clients = clients(200, "/dies");
        for (Client client : clients) {
            client.hasBegun();
        }
        String via = requesters("/dies").getFirst();
        int leader = via.charAt(via.length() - 1) - '1';
        nodes.get(leader).process().destroyForcibly().waitFor();
        Eventually.that("another node goes on", () -> asked("/dies").get() > 1);
        open("/dies");
        for (int i = 0; i < clients.size(); i++) {
            if (i % NODES != leader) {
                clients.get(i).hasAll();
            }
        }
        List<String> asking = requesters("/dies");
        assertEquals(Set.copyOf(asking).size(), asking.size(), () -> "a node asked twice: " + asking);
        assertTrue(asking.size() < NODES, () -> "nobody took over for others: " + asking);
    }
}
