package io.gosling.node.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** An origin whose responses stay fresh for longer than any test; it counts its bodies, and validations. */
public final class LastingOrigin implements AutoCloseable {
    private final Map<String, AtomicInteger> bodies = new ConcurrentHashMap<>();
    private final AtomicInteger validations = new AtomicInteger();
    private final HttpServer server;

    public LastingOrigin() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Cache-Control", "max-age=100000");
        exchange.getResponseHeaders().set("ETag", "\"1\"");
        if ("\"1\"".equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
            validations.incrementAndGet();
            exchange.sendResponseHeaders(304, -1);
        } else {
            String path = exchange.getRequestURI().getPath();
            bodies.computeIfAbsent(path, none -> new AtomicInteger()).incrementAndGet();
            byte[] body = text(path).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    /** The body under a path. */
    public static String text(String path) {
        return ("the object " + path + "\n").repeat(100);
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    public int bodies() {
        return bodies.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    public int bodies(String path) {
        AtomicInteger sent = bodies.get(path);
        return sent == null ? 0 : sent.get();
    }

    public int validations() {
        return validations.get();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
