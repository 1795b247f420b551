package io.gosling.tools.cluster;

import io.gosling.tools.load.CacheStatusClassifier;
import io.gosling.tools.load.ParsedResponseHead;
import io.gosling.tools.load.ResponseScanner;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A client's keep-alive connection, which names the same host to every node. Used by one thread; reads block for a
 * minute and a half at most.
 */
public final class KeepAliveConnection implements AutoCloseable {
    public static final String HOST = "www.example.com";

    private static final int TIMEOUT_MILLIS = 90_000;
    private static final int BUFFER = 4096;

    private final Socket socket;
    private final ByteBuf in = Unpooled.buffer(BUFFER);
    private final ByteBuf body = Unpooled.buffer();
    private final ResponseScanner scanner = new ResponseScanner(body::writeBytes);

    private KeepAliveConnection(Socket socket) {
        this.socket = socket;
    }

    public static KeepAliveConnection open(InetSocketAddress address) throws IOException {
        return open(ProcessHost.HERE, address);
    }

    public static KeepAliveConnection open(ProcessHost from, InetSocketAddress address) throws IOException {
        Socket socket = from.sockets().open();
        try {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(address, TIMEOUT_MILLIS);
            return new KeepAliveConnection(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * A whole answer, with empty strings for missing headers.
     *
     * @param bytes header and body, as they came
     */
    public record Answer(int status, String cacheStatus, String location, byte[] body, long bytes) {
        public boolean isHit() {
            return CacheStatusClassifier.kind(cacheStatus).equals(CacheStatusClassifier.HIT);
        }
    }

    public Answer get(String path) throws IOException {
        return get(path, () -> {});
    }

    /** @param begun run once, when the body begins, or the answer has ended without one */
    public Answer get(String path, Runnable begun) throws IOException {
        return answer("GET " + path + " HTTP/1.1\r\nHost: " + HOST + "\r\n\r\n", begun);
    }

    /** Sends a whole request as it is. */
    public Answer ask(String request) throws IOException {
        return answer(request, () -> {});
    }

    public Answer post(String path, String form) throws IOException {
        String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length() + "\r\n\r\n";
        return ask(head + form);
    }

    public String admin(String method, String path) throws IOException {
        Answer answer = ask(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        if (answer.status() / 100 != 2) {
            throw new IOException(method + " " + path + " was answered with " + answer.status() + ": " + text);
        }
        return text;
    }

    private Answer answer(String request, Runnable begun) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        scanner.begin();
        body.clear();
        boolean told = false;
        for (boolean whole = false; !whole; ) {
            whole = in.isReadable() ? scanner.read(in) : isEnded();
            if (!told && (whole || body.isReadable())) {
                told = true;
                begun.run();
            }
        }
        ParsedResponseHead head = scanner.head();
        return new Answer(
                head.status(),
                head.cacheStatus().toString(),
                head.location().toString(),
                ByteBufUtil.getBytes(body),
                scanner.bytes());
    }

    /** Reads more; returns whether there is none, and need not be. */
    private boolean isEnded() throws IOException {
        boolean ended = in.clear().writeBytes(socket.getInputStream(), BUFFER) < 0;
        if (ended && !scanner.end()) {
            throw new EOFException("the connection ended after " + scanner.bytes() + " bytes of an answer");
        }
        return ended;
    }

    /** Ends it; a failure to do so means that it has ended. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It cannot be used any more.
        }
    }
}
