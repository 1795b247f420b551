package io.gosling.bench.crawl;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gosling.bench.crawl.ExpectedResponses.Due;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A fake server of a real directory that can be told to misbehave for single paths. */
final class SmallSite implements AutoCloseable {
    /** The failures with which paths are answered. */
    enum Fault {
        OTHER_BYTES,
        SERVER_ERROR,
        CUT_OFF,
        NO_ANSWER,
        INVENTED
    }

    private final Map<String, Fault> faults = new ConcurrentHashMap<>();
    private final Map<String, Boolean> seen = new ConcurrentHashMap<>();
    private final Path directory;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    SmallSite(Path directory) throws IOException {
        this.directory = directory;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    SmallSite page(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, content);
        return this;
    }

    SmallSite fault(String path, Fault fault) {
        faults.put(path, fault);
        return this;
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    Path directory() {
        return directory;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getRawPath();
            switch (faults.get(path)) {
                case null -> well(exchange, path);
                case OTHER_BYTES -> send(exchange, 200, "<p>something else".getBytes(StandardCharsets.UTF_8));
                case INVENTED -> send(exchange, 200, new byte[0]);
                case SERVER_ERROR -> send(exchange, 500, new byte[0]);
                case NO_ANSWER -> {}
                case CUT_OFF -> {
                    exchange.sendResponseHeaders(200, 1000);
                    exchange.getResponseBody().write(new byte[10]);
                    exchange.getResponseBody().flush();
                }
            }
        }
    }

    private void well(HttpExchange exchange, String path) throws IOException {
        switch (ExpectedResponses.under(directory).due(path)) {
            case Due.Bytes bytes -> {
                boolean again = seen.putIfAbsent(path, true) != null;
                exchange.getResponseHeaders()
                        .add("Content-Type", type(bytes.file().toString()));
                exchange.getResponseHeaders().add("Cache-Status", again ? "n1; hit" : "n1; fwd=miss; detail=disk");
                send(exchange, 200, Files.readAllBytes(bytes.file()));
            }
            case Due.Slash slash -> {
                exchange.getResponseHeaders()
                        .add("Location", address().resolve(path + "/").toString());
                send(exchange, 301, new byte[0]);
            }
            case Due.Nothing nothing -> send(exchange, 404, new byte[0]);
        }
    }

    private static String type(String name) {
        return name.endsWith(".html") ? "text/html; charset=utf-8" : name.endsWith(".css") ? "text/css" : "image/png";
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
