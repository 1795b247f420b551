package io.gosling.bench.checker;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * A real HTTP server with the pages, each at its version; everything it says goes into the check before a byte of it
 * leaves. Each answer has a serial number of its own, in a field that caches keep and a 304 replaces.
 */
final class Origin implements AutoCloseable {
    static final String SERIAL = "X-Answer";
    static final String VARIANT = "X-Kind";
    private static final int PIECES = 4;

    private final List<Page> pages = Page.all();
    private final Map<String, Page> byPath = pages.stream().collect(Collectors.toMap(Page::path, page -> page));
    private final AtomicIntegerArray versions = new AtomicIntegerArray(pages.size());
    private final AtomicIntegerArray answers = new AtomicIntegerArray(pages.size());
    private final AtomicLong serials = new AtomicLong();
    private final Map<Page, Long> delays = new ConcurrentHashMap<>();
    private final PurgeCheck check;
    private final History history;
    private final ServerSocket server;

    Origin(ServerSocket server, PurgeCheck check, History history) {
        this.server = server;
        this.check = check;
        this.history = history;
        Thread.ofVirtual().name("origin").start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    List<Page> pages() {
        return pages;
    }

    int version(Page page) {
        return versions.get(page.number());
    }

    /** The number of requests that it has answered. */
    long answers() {
        return serials.get();
    }

    /** The number of requests for this page among them. */
    long answers(Page page) {
        return answers.get(page.number());
    }

    /** The page has another version from now on. */
    void write(Page page) {
        long began = System.nanoTime();
        int old = versions.getAndIncrement(page.number());
        long now = System.nanoTime();
        check.replaced(page, old, now);
        history.add(began, now, page, "origin: " + page + " is version " + (old + 1));
    }

    /** From now on this page's answers are decided at once and sent that much later. */
    void delay(Page page, long nanos) {
        delays.put(page, nanos);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().name("origin connection").start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
            for (String line = line(in); line != null; line = line(in)) {
                Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
                for (String field = line(in); field != null && !field.isEmpty(); field = line(in)) {
                    int colon = field.indexOf(':');
                    fields.put(
                            field.substring(0, colon),
                            field.substring(colon + 1).strip());
                }
                answer(line.split(" "), fields, out);
                out.flush();
            }
        } catch (IOException e) {
            // Nodes are killed: their connections end somehow.
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                return null;
            }
            line.append((char) octet);
        }
        return line.substring(0, Math.max(0, line.length() - 1));
    }

    private void answer(String[] request, Map<String, String> fields, OutputStream out) throws IOException {
        long asked = System.nanoTime();
        Page page = byPath.get(request[1]);
        if (page == null) {
            send(out, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
            return;
        }
        int version = version(page);
        long serial = serials.incrementAndGet();
        check.asked(serial, page, version, asked);
        String variant = page.kind() == Page.Kind.VARIES ? fields.getOrDefault(VARIANT, "") : "";
        String etag = page.etag(version, variant);
        boolean same = etag.equals(fields.get("If-None-Match"));
        history.add(
                asked,
                asked,
                page,
                "origin: answer " + serial + " to " + request[0] + " " + page + " is " + (same ? 304 : 200)
                        + ", version " + version);
        long delay = delays.getOrDefault(page, 0L);
        answers.incrementAndGet(page.number());
        LockSupport.parkNanos(delay);
        String common = "ETag: " + etag + "\r\nCache-Control: " + page.kind().cacheControl() + "\r\n" + SERIAL + ": "
                + serial + "\r\nSurrogate-Key: " + String.join(" ", page.tags(version)) + "\r\n"
                + (page.kind() == Page.Kind.VARIES ? "Vary: " + VARIANT + "\r\n" : "");
        if (same) {
            send(out, "HTTP/1.1 304 Not Modified\r\n" + common + "\r\n");
            return;
        }
        byte[] body = page.body(version, variant);
        boolean chunked = page.kind() == Page.Kind.CHUNKED;
        String framing = chunked ? "Transfer-Encoding: chunked\r\n\r\n" : "Content-Length: " + body.length + "\r\n\r\n";
        send(out, "HTTP/1.1 200 OK\r\n" + common + framing);
        if (!request[0].equals("HEAD")) {
            sendBody(out, body, chunked, page.kind() == Page.Kind.SLOW ? pause(serial) : 0);
        }
    }

    /** 5 to 155 ms for the whole body: no two alike, and none by chance. */
    private static long pause(long serial) {
        return (5 + serial * 7919 % 151) * 1_000_000 / PIECES;
    }

    private static void sendBody(OutputStream out, byte[] body, boolean chunked, long pause) throws IOException {
        int piece = body.length / PIECES + 1;
        for (int from = 0; from < body.length; from += piece) {
            byte[] part = Arrays.copyOfRange(body, from, Math.min(body.length, from + piece));
            if (pause > 0) {
                out.flush();
                LockSupport.parkNanos(pause);
            }
            if (chunked) {
                send(out, Integer.toHexString(part.length).toLowerCase(Locale.ROOT) + "\r\n");
            }
            out.write(part);
            if (chunked) {
                send(out, "\r\n");
            }
        }
        if (chunked) {
            send(out, "0\r\n\r\n");
        }
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
