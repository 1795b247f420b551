package io.gosling.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * A server that poses as a process of a cluster: ends TLS with a certificate of its own, speaks the protocol that is
 * wanted, and counts the bytes received within it. Its threads are on the host of the one that makes it.
 */
public final class ImpostorServer implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final SSLServerSocket server;
    private final List<SSLSocket> accepted = new CopyOnWriteArrayList<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger received = new AtomicInteger();

    /** Listens at an address, and offers a protocol by ALPN. */
    public ImpostorServer(InetSocketAddress at, String protocol) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(TestCertificate.of("localhost").keyManagers(), null, null);
            server = (SSLServerSocket)
                    context.getServerSocketFactory().createServerSocket(at.getPort(), 50, at.getAddress());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        SSLParameters parameters = server.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {protocol});
        server.setSSLParameters(parameters);
        Thread.ofPlatform().daemon().start(this::accept);
    }

    /** On a free loopback port. */
    public ImpostorServer(String protocol) throws IOException {
        this(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), protocol);
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    private void accept() {
        try {
            while (true) {
                SSLSocket client = (SSLSocket) server.accept();
                accepted.add(client);
                Thread.ofPlatform().daemon().start(() -> listen(client));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void listen(SSLSocket client) {
        try (client) {
            client.setSoTimeout(TIMEOUT_MILLIS);
            while (client.getInputStream().read() >= 0) {
                received.incrementAndGet();
            }
        } catch (IOException e) {
            refusals.incrementAndGet();
        }
    }

    /** Number of clients that have ended their connection with an alert or at once. */
    public int refusals() {
        return refusals.get();
    }

    /** Number of bytes that clients have sent within TLS. */
    public int received() {
        return received.get();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (SSLSocket client : accepted) {
            client.close();
        }
    }
}
