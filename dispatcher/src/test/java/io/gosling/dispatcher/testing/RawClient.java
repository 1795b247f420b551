package io.gosling.dispatcher.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A client that sends bytes and reads responses without forgiving anything. */
public final class RawClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;

    /** Trailers of the last chunked body. */
    public List<String> trailers = List.of();

    /** A response, its fields verbatim, its body without framing. */
    public record Answer(int status, List<String> fields, byte[] body) {
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        public List<String> all(String name) {
            String prefix = name.toLowerCase(Locale.ROOT) + ":";
            return fields.stream()
                    .filter(field -> field.toLowerCase(Locale.ROOT).startsWith(prefix))
                    .map(field -> field.substring(prefix.length()).strip())
                    .toList();
        }

        @Nullable
        public String first(String name) {
            List<String> all = all(name);
            return all.isEmpty() ? null : all.getFirst();
        }
    }

    private RawClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    public static RawClient connect(InetSocketAddress address) throws IOException {
        return connect(address, 0);
    }

    /**
     * From a port of this host, though it had another connection a moment ago: as soon as the other side has
     * acknowledged that one's end.
     */
    public static RawClient connectFrom(int port, InetSocketAddress address) throws IOException {
        long began = System.nanoTime();
        while (true) {
            Socket socket = new Socket();
            try {
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(port));
                return connect(socket, address);
            } catch (BindException stillEnding) {
                socket.close();
                if (System.nanoTime() - began > TIMEOUT_MILLIS * 1_000_000L) {
                    throw stillEnding;
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    /** With a small receive buffer, so that not reading is felt on the other side soon. */
    public static RawClient connect(InetSocketAddress address, int receiveBuffer) throws IOException {
        Socket socket = new Socket();
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        return connect(socket, address);
    }

    private static RawClient connect(Socket socket, InetSocketAddress address) throws IOException {
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        socket.connect(address);
        return new RawClient(socket);
    }

    public RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Leaves at once and for both directions. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    public int port() {
        return socket.getLocalPort();
    }

    public RawClient get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n");
    }

    public void sendsNoMore() throws IOException {
        socket.shutdownOutput();
    }

    /** The answer to anything but a HEAD. */
    public Answer answer() throws IOException {
        Answer head = head();
        return new Answer(head.status(), head.fields(), body(head));
    }

    /** An answer up to its empty line. */
    public Answer head() throws IOException {
        String line = line();
        return new Answer(Integer.parseInt(line.split(" ", -1)[1]), fields(), new byte[0]);
    }

    private List<String> fields() throws IOException {
        List<String> fields = new ArrayList<>();
        for (String field = line(); !field.isEmpty(); field = line()) {
            fields.add(field);
        }
        return fields;
    }

    /** The body that a header announced. */
    public byte[] body(Answer head) throws IOException {
        if (head.status() == 204 || head.status() == 304 || head.status() < 200) {
            return new byte[0];
        }
        if (!head.all("Transfer-Encoding").isEmpty()) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            for (int size = chunkSize(); size > 0; size = chunkSize()) {
                body.write(exactly(size));
                line();
            }
            trailers = fields();
            return body.toByteArray();
        }
        String length = head.first("Content-Length");
        return length == null ? in.readAllBytes() : exactly(Integer.parseInt(length));
    }

    public int read(byte[] into) throws IOException {
        return in.read(into);
    }

    /** Returns true if the server has closed, with nothing more to say; waits for it. */
    public boolean isClosed() throws IOException {
        try {
            return in.read() < 0;
        } catch (java.net.SocketException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    public byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the body ended after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended in \"" + line + "\"");
            }
            line.append((char) next);
        }
        return line.substring(0, Math.max(0, line.length() - 1));
    }
}
