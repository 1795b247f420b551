package io.gosling.tools.fleet;

import io.gosling.tools.load.AnswerKinds;
import io.gosling.tools.load.ReceivedHead;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A client's keep-alive connection, which names the same host to every node. Used by one thread; reads block for a
 * minute and a half at most.
 */
public final class Connection implements AutoCloseable {
    public static final String HOST = "www.example.com";

    private static final int TIMEOUT_MILLIS = 90_000;
    private static final int BUFFER = 4096;
    private static final int LONGEST_LINE = 16 << 10;

    private final Socket socket;
    private final InputStream in;
    private int headBytes;

    private Connection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    }

    public static Connection open(InetSocketAddress address) throws IOException {
        return open(Host.HERE, address);
    }

    public static Connection open(Host from, InetSocketAddress address) throws IOException {
        Socket socket = from.sockets().open();
        try {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(address, TIMEOUT_MILLIS);
            return new Connection(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** The header of an answer, with empty strings for what is missing. */
    public record Head(int status, String cacheStatus, String location, int length) {
        public boolean isHit() {
            return AnswerKinds.kind(cacheStatus).equals(AnswerKinds.HIT);
        }
    }

    public Head get(String path) throws IOException {
        send(path);
        return skipped();
    }

    public int measure(String path) throws IOException {
        send(path);
        headBytes = 0;
        int body = skipped().length();
        return headBytes + body;
    }

    public void send(String path) throws IOException {
        write("GET " + path + " HTTP/1.1\r\nHost: " + HOST + "\r\n\r\n");
    }

    public Head post(String path, String form) throws IOException {
        write("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: " + form.length() + "\r\n\r\n" + form);
        return skipped();
    }

    public String admin(String method, String path) throws IOException {
        write(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        Head head = head();
        String text = new String(read(head.length()), StandardCharsets.UTF_8);
        if (head.status() / 100 != 2) {
            throw new IOException(method + " " + path + " was answered with " + head.status() + ": " + text);
        }
        return text;
    }

    private void write(String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    }

    private Head skipped() throws IOException {
        Head head = head();
        in.skipNBytes(head.length());
        return head;
    }

    public Head head() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (String line = line(); !line.isEmpty(); line = line()) {
            lines.append(line).append('\n');
        }
        ReceivedHead head = ReceivedHead.parse(lines.toString());
        if (head.chunked()) {
            throw new IOException("an answer without a length, which is not understood here: " + lines);
        }
        if (head.length() > Integer.MAX_VALUE) {
            throw new IOException("a body of " + head.length() + " bytes, which is too long here");
        }
        return new Head(head.status(), head.cacheStatus(), head.location(), (int) Math.max(0, head.length()));
    }

    public byte[] read(int bytes) throws IOException {
        byte[] read = in.readNBytes(bytes);
        if (read.length < bytes) {
            throw new EOFException("the connection ended after " + read.length + " of " + bytes + " bytes");
        }
        return read;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() > LONGEST_LINE) {
                throw new EOFException("the connection ended within a header: " + line);
            }
            line.append((char) next);
        }
        headBytes += line.length() + 1;
        return line.toString().stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
