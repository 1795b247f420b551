package io.gosling.testing;

import io.gosling.http.Headers;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client that sends exactly the bytes it is told to and reads responses strictly. One thread. */
public final class RawConnection implements AutoCloseable {
    /** Beginning of the message if the connection ended within a body. */
    public static final String SHORT_BODY = "the body has ";

    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket;
    private final InputStream in;

    private RawConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    public static RawConnection open(InetSocketAddress address) {
        return open(address, 0);
    }

    /** @param receiveBuffer bytes the system may buffer for us, to be a slow reader; 0 for the usual */
    public static RawConnection open(InetSocketAddress address, int receiveBuffer) {
        try {
            Socket socket = new Socket();
            if (receiveBuffer > 0) {
                socket.setReceiveBufferSize(receiveBuffer);
            }
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(address, TIMEOUT_MILLIS);
            return new RawConnection(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Speaks through a socket that is connected already, such as one with TLS. */
    public static RawConnection over(Socket socket) {
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            return new RawConnection(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends text, each character one byte. */
    public RawConnection send(String text) {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawConnection send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a request without a body. */
    public RawConnection request(String method, String target, String... headers) {
        StringBuilder lines = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: test\r\n");
        for (int i = 0; i < headers.length; i += 2) {
            lines.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
        }
        return send(lines.append("\r\n").toString());
    }

    /** Sends a GET and reads its response. */
    public RawResponse get(String target, String... headers) {
        return request("GET", target, headers).read();
    }

    /** Ends our side of the connection; answers can still be read. */
    public RawConnection endInput() {
        try {
            socket.shutdownOutput();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a response that may have a body. */
    public RawResponse read() {
        return read(false);
    }

    /** Reads a response to HEAD: no body, whatever the header says. */
    public RawResponse readHead() {
        return read(true);
    }

    private RawResponse read(boolean head) {
        try {
            String statusLine = line();
            int status = Integer.parseInt(statusLine.substring(9, 12));
            List<Headers.Field> fields = new ArrayList<>();
            for (String line = line(); !line.isEmpty(); line = line()) {
                int colon = line.indexOf(':');
                fields.add(new Headers.Field(
                        line.substring(0, colon), line.substring(colon + 1).strip()));
            }
            Headers headers = Headers.of(fields);
            boolean none = head || status < 200 || status == 204 || status == 304;
            return new RawResponse(status, statusLine, headers, none ? new byte[0] : body(headers));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next byte, or -1 at the end; for reading slowly or looking whether anything comes. */
    public int readByte() {
        try {
            return in.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns true if the server ends the connection now, cleanly or not, without another byte. Waits for it. */
    public boolean ends() {
        try {
            return in.read() < 0;
        } catch (SocketException e) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] body(Headers headers) throws IOException {
        String length = headers.first("Content-Length");
        if (length != null) {
            byte[] body = in.readNBytes(Integer.parseInt(length));
            if (body.length < Integer.parseInt(length)) {
                throw new EOFException(SHORT_BODY + body.length + " of " + length + " bytes");
            }
            return body;
        }
        return "chunked".equals(headers.first("Transfer-Encoding")) ? chunks() : in.readAllBytes();
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try {
            for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
                body.write(in.readNBytes(size));
                if (!line().isEmpty()) {
                    throw new IOException("a chunk is longer than its size");
                }
            }
            if (!line().isEmpty()) {
                throw new IOException("there are trailers");
            }
        } catch (EOFException e) {
            throw new EOFException(SHORT_BODY + body.size() + " bytes in chunks, without an end: " + e.getMessage());
        }
        return body.toByteArray();
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                throw new EOFException("the connection ended after \"" + line + "\" of a line");
            }
            line.write(octet);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        if (!text.endsWith("\r")) {
            throw new IOException("a line ends without CR: " + text);
        }
        return text.substring(0, text.length() - 1);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
