package io.gosling.dispatcher.testing;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.netty.handoff.HandoffCodec;
import io.gosling.netty.handoff.HandoffFrame;
import io.gosling.netty.handoff.HandoffSocketDirectory;
import io.gosling.netty.transport.ConnectionAddresses;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A node that is polite to whoever proxies to it, and links itself to front-ends, but takes no connection from them.
 */
public final class ScriptedNode implements AutoCloseable {
    private static final byte WELCOME = 2;
    private static final byte READY = 5;
    private static final int HELLO_BYTES = 25;
    private static final int JOIN_BYTES = 13;

    private final ScriptedBackend http;
    private final Path socket;
    private final ServerSocketChannel listening;
    private final Then then;

    /** The reaction to the first offered connection. */
    private enum Then {
        DIES,
        IS_SILENT,
        BRINGS_TOO_MANY_BACK
    }

    private final List<SocketChannel> open = new CopyOnWriteArrayList<>();

    private ScriptedNode(String name, Path directory, Then then) throws IOException {
        this.http = ScriptedBackend.polite(name);
        this.then = then;
        this.socket = HandoffSocketDirectory.open(directory)
                .socketOf(http.backend().address().getPort());
        this.listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listening.bind(UnixDomainSocketAddress.of(socket));
        Thread.ofVirtual().start(this::link);
    }

    /** At the first connection that it is offered, it is gone: nobody listens, and nobody answers HTTP. */
    public static ScriptedNode thatDies(String name, Path directory) throws IOException {
        return new ScriptedNode(name, directory, Then.DIES);
    }

    /** Reads what it is offered, and says nothing. */
    public static ScriptedNode thatIsSilent(String name, Path directory) throws IOException {
        return new ScriptedNode(name, directory, Then.IS_SILENT);
    }

    /** Says that it brings more back than it may, and behind that, that it has taken what it was offered. */
    public static ScriptedNode thatBringsTooManyBack(String name, Path directory) throws IOException {
        return new ScriptedNode(name, directory, Then.BRINGS_TOO_MANY_BACK);
    }

    public Backend backend() {
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
                switch (then) {
                    case DIES -> {
                        http.kill();
                        listening.close();
                        frames.close();
                        descriptors.close();
                    }
                    case BRINGS_TOO_MANY_BACK -> {
                        bringTooManyBack(frames);
                        readToTheEnd(descriptors);
                        frames.close();
                        descriptors.close();
                    }
                    case IS_SILENT -> {}
                }
            }
        } catch (IOException ended) {
            // The test is over, or the front-end has gone.
        }
    }

    private static void bringTooManyBack(SocketChannel frames) throws IOException {
        InetSocketAddress end = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        EmbeddedChannel codec = new EmbeddedChannel(new HandoffCodec());
        for (int i = 0; i < 200; i++) {
            codec.writeOutbound(
                    new HandoffFrame.Offer(99, new ConnectionAddresses(end, end), null, false, Unpooled.EMPTY_BUFFER));
        }
        codec.writeOutbound(new HandoffFrame.Taken(0));
        ByteBuf all = Unpooled.buffer();
        for (ByteBuf each = codec.readOutbound(); each != null; each = codec.readOutbound()) {
            all.writeBytes(each);
            each.release();
        }
        ByteBuffer bytes = all.nioBuffer();
        while (bytes.hasRemaining()) {
            frames.write(bytes);
        }
        codec.finishAndReleaseAll();
    }

    private static void readToTheEnd(SocketChannel from) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(100);
        while (from.read(into.clear()) >= 0) {
            // Closes the passed descriptor.
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
