package io.gosling.gos.hazelcast.tls;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/** A connection to a member that encrypts by an engine, and does then whatever a test wants. One thread. */
final class EngineSocket implements AutoCloseable {
    private static final int SIZE = 64 << 10;

    private final SSLEngine engine;
    final Socket socket;
    private final ByteBuffer arrived = ByteBuffer.allocate(SIZE).flip();
    private final ByteBuffer decrypted = ByteBuffer.allocate(SIZE).flip();

    /** Connects, and shakes hands as far as the other side lets it. */
    EngineSocket(InetSocketAddress to, SSLEngine engine) throws IOException {
        this.engine = engine;
        this.socket = new Socket(to.getAddress(), to.getPort());
        socket.setSoTimeout(30_000);
        engine.beginHandshake();
        while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
            switch (engine.getHandshakeStatus()) {
                case NEED_WRAP -> wrap(ByteBuffer.allocate(0));
                case NEED_TASK -> engine.getDelegatedTask().run();
                default -> unwrap();
            }
        }
    }

    private void wrap(ByteBuffer from) throws IOException {
        ByteBuffer record = ByteBuffer.allocate(SIZE);
        engine.wrap(from, record);
        socket.getOutputStream().write(record.array(), 0, record.position());
    }

    private SSLEngineResult unwrap() throws IOException {
        decrypted.compact();
        SSLEngineResult result = engine.unwrap(arrived, decrypted);
        decrypted.flip();
        if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
            arrived.compact();
            int count = socket.getInputStream().read(arrived.array(), arrived.position(), arrived.remaining());
            arrived.position(arrived.position() + Math.max(0, count)).flip();
            if (count < 0) {
                throw new IOException("the member has closed the connection");
            }
        }
        return result;
    }

    void write(byte... bytes) throws IOException {
        wrap(ByteBuffer.wrap(bytes));
    }

    /** The next decrypted byte. */
    int read() throws IOException {
        while (!decrypted.hasRemaining()) {
            unwrap();
        }
        return decrypted.get();
    }

    /** Announces the end of what this side sends. */
    void closeNotify() throws IOException {
        engine.closeOutbound();
        wrap(ByteBuffer.allocate(0));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
