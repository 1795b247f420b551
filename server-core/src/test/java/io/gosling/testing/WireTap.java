package io.gosling.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Passes connections on to a server, records what they carry, and meddles with it. Closing it cuts them. Its threads
 * are on the host of the one that makes it, where hosts are network namespaces.
 */
public final class WireTap implements AutoCloseable {
    private static final int MOST_REPLAYED = 64 << 10;

    private final ServerSocket server;
    private final InetSocketAddress target;
    private final int piece;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<ByteArrayOutputStream> sent = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
    private final AtomicBoolean flip = new AtomicBoolean();

    /** @param piece most bytes to be passed on at a time */
    public WireTap(InetSocketAddress target, int piece) throws IOException {
        this(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), target, piece);
    }

    /** Listens at an address. */
    public WireTap(InetSocketAddress at, InetSocketAddress target, int piece) throws IOException {
        this.server = new ServerSocket(at.getPort(), 50, at.getAddress());
        this.target = target;
        this.piece = piece;
        Thread.ofPlatform().daemon().start(this::accept);
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    private void accept() {
        try {
            while (true) {
                Socket from = keep(server.accept());
                Socket to = keep(new Socket(target.getAddress(), target.getPort()));
                ByteArrayOutputStream there = new ByteArrayOutputStream();
                sent.add(there);
                Thread.ofPlatform().daemon().start(() -> pass(from, to, there));
                Thread.ofPlatform().daemon().start(() -> pass(to, from, new ByteArrayOutputStream()));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private Socket keep(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        return socket;
    }

    private void pass(Socket from, Socket to, ByteArrayOutputStream record) {
        byte[] bytes = new byte[piece];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int count = in.read(bytes); count > 0; count = in.read(bytes)) {
                synchronized (seen) {
                    seen.write(bytes, 0, count);
                    record.write(bytes, 0, count);
                }
                if (flip.compareAndSet(true, false)) {
                    bytes[count - 1] ^= 1;
                }
                out.write(bytes, 0, count);
            }
        } catch (IOException e) {
            // Cut.
        }
    }

    /** Changes one bit of what comes next. */
    public void flipOneBit() {
        flip.set(true);
    }

    public boolean hasFlipped() {
        return !flip.get();
    }

    public void cut() {
        try {
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything in both directions until now, a character for each byte. */
    public String seen() {
        synchronized (seen) {
            return seen.toString(StandardCharsets.ISO_8859_1);
        }
    }

    /** What the client of each connection has sent until now, in the order of the connections. */
    public List<byte[]> sent() {
        synchronized (seen) {
            return sent.stream().map(ByteArrayOutputStream::toByteArray).toList();
        }
    }

    /** Sends the beginning of what the first connection's client has sent, until the other side has had enough. */
    public void replay(Socket to) {
        byte[] recorded = sent().getFirst();
        try {
            to.getOutputStream().write(recorded, 0, Math.min(recorded.length, MOST_REPLAYED));
        } catch (IOException e) {
            // Refused already.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
    }
}
