package io.gosling.dispatcher;

import io.gosling.netty.handoff.HandoffDirectory;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A node that is polite to whoever proxies to it, and links itself to front-ends, but takes no connection from them. */
final class ScriptedNode implements AutoCloseable {
    private static final byte WELCOME = 2;
    private static final byte READY = 5;
    private static final int HELLO_BYTES = 25;
    private static final int JOIN_BYTES = 13;

    private final ScriptedBackend http;
    private final Path socket;
    private final ServerSocketChannel listening;
    private final boolean dies;
    private final List<SocketChannel> open = new CopyOnWriteArrayList<>();

    private ScriptedNode(String name, Path directory, boolean dies) throws IOException {
        this.http = ScriptedBackend.polite(name);
        this.dies = dies;
        this.socket = HandoffDirectory.open(directory)
                .socketOf(http.backend().address().getPort());
        this.listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listening.bind(UnixDomainSocketAddress.of(socket));
        Thread.ofVirtual().start(this::link);
    }

    /** At the first connection that it is offered, it is gone: nobody listens, and nobody answers HTTP. */
    static ScriptedNode thatDies(String name, Path directory) throws IOException {
        return new ScriptedNode(name, directory, true);
    }

    /** Reads what it is offered, and says nothing. */
    static ScriptedNode thatIsSilent(String name, Path directory) throws IOException {
        return new ScriptedNode(name, directory, false);
    }

    Backend backend() {
        return http.backend();
    }

    private void link() {
        try {
            while (listening.isOpen()) {
                SocketChannel frames = accept();
                read(frames, HELLO_BYTES);
                write(
                        frames,
                        ByteBuffer.allocate(14)
                                .putInt(10)
                                .put(WELCOME)
                                .putLong(1)
                                .put((byte) 0));
                SocketChannel descriptors = accept();
                read(descriptors, JOIN_BYTES);
                write(frames, ByteBuffer.allocate(5).putInt(1).put(READY));
                read(frames, 5);
                if (dies) {
                    http.kill();
                    listening.close();
                    frames.close();
                    descriptors.close();
                }
            }
        } catch (IOException ended) {
            // The test is over, or the front-end has gone.
        }
    }

    private SocketChannel accept() throws IOException {
        SocketChannel accepted = listening.accept();
        open.add(accepted);
        return accepted;
    }

    private static void read(SocketChannel from, int bytes) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(bytes);
        while (into.hasRemaining()) {
            if (from.read(into) < 0) {
                throw new EOFException("the front-end has gone");
            }
        }
    }

    private static void write(SocketChannel to, ByteBuffer frame) throws IOException {
        to.write(frame.flip());
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (SocketChannel each : open) {
            each.close();
        }
        Files.deleteIfExists(socket);
        http.close();
    }
}
