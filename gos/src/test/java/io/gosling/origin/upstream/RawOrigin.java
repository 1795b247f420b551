package io.gosling.origin.upstream;

import io.gosling.testing.Eventually;
import io.gosling.testing.TestCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A server that answers with exactly the bytes a test says, for tests of what an origin should not do. */
final class RawOrigin implements AutoCloseable {
    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Socket> sockets = Collections.synchronizedList(new ArrayList<>());
    final List<String> headers = Collections.synchronizedList(new ArrayList<>());

    /** Answers one request, whose header was read. */
    @FunctionalInterface
    interface Talk {
        void with(Socket socket, String header) throws IOException;
    }

    private RawOrigin(ServerSocket listener, Talk talk) {
        this.listener = listener;
        threads.execute(() -> accept(talk));
    }

    static RawOrigin saying(String response) {
        return talking((socket, header) -> say(socket, response));
    }

    /** At a port where there was none. */
    static RawOrigin at(int port, Talk talk) throws IOException {
        return new RawOrigin(new ServerSocket(port, 50, InetAddress.getByName("127.0.0.1")), talk);
    }

    static RawOrigin talking(Talk talk) {
        return open(null, talk);
    }

    static RawOrigin open(@Nullable TestCertificate certificate, Talk talk) {
        try {
            InetAddress loopback = InetAddress.getByName("127.0.0.1");
            if (certificate == null) {
                return new RawOrigin(new ServerSocket(0, 50, loopback), talk);
            }
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(certificate.keyManagers(), null, null);
            return new RawOrigin(tls.getServerSocketFactory().createServerSocket(0, 50, loopback), talk);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    void awaitHeaders(int count) {
        Eventually.that("the origin was asked " + count + " times", () -> headers.size() >= count);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept(Talk talk) {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                if (listener.isClosed()) {
                    // Too late for close(), which may have looked already.
                    socket.close();
                }
                threads.execute(() -> serve(socket, talk));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket socket, Talk talk) {
        try (socket) {
            InputStream in = socket.getInputStream();
            for (String header = header(in); !header.isEmpty(); header = header(in)) {
                headers.add(header);
                talk.with(socket, header);
            }
        } catch (IOException e) {
            // The other side, or the test, has ended it.
        }
    }

    private static String header(InputStream in) throws IOException {
        StringBuilder header = new StringBuilder();
        while (header.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            header.append((char) next);
        }
        return header.toString();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : List.copyOf(sockets)) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.close();
    }
}
