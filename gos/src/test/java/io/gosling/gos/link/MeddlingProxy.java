package io.gosling.gos.link;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/** Somebody between two nodes, who keeps all bytes that pass, and changes them when told to. */
final class MeddlingProxy implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final InetSocketAddress target;
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
    private final AtomicBoolean flipping = new AtomicBoolean();

    MeddlingProxy(InetSocketAddress target) throws IOException {
        this.target = target;
        Thread.startVirtualThread(this::accept);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    boolean hasSeen(String text) {
        synchronized (seen) {
            return seen.toString(StandardCharsets.ISO_8859_1).contains(text);
        }
    }

    void flipABitOfTheNextAnswer() {
        flipping.set(true);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket(target.getAddress(), target.getPort());
                Thread.startVirtualThread(() -> carry(client, server, false));
                Thread.startVirtualThread(() -> carry(server, client, true));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void carry(Socket from, Socket to, boolean answers) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] piece = new byte[1 << 16];
            for (int bytes = in.read(piece); bytes > 0; bytes = in.read(piece)) {
                if (answers && flipping.getAndSet(false)) {
                    piece[bytes - 1] ^= 1;
                }
                synchronized (seen) {
                    seen.write(piece, 0, bytes);
                }
                out.write(piece, 0, bytes);
            }
        } catch (IOException e) {
            // The other direction has closed both.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
