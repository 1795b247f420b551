package io.gosling.bench.micro;

import io.gosling.tools.cluster.KeepAliveConnection;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A request over one kept connection whose answers all have the same length: only the digits of their dates change. It
 * sends and reads raw bytes, and allocates nothing meanwhile. Used by one thread.
 */
record RawExchange(SocketChannel channel, ByteBuffer request, ByteBuffer answer) implements AutoCloseable {
    /** @param request with its blank line; it is sent once over another connection, which tells the answer's length */
    static RawExchange open(InetSocketAddress server, String request) throws IOException {
        byte[] bytes = request.getBytes(StandardCharsets.US_ASCII);
        try (KeepAliveConnection first = KeepAliveConnection.open(server)) {
            ByteBuffer answer =
                    ByteBuffer.allocateDirect((int) first.ask(request).bytes());
            SocketChannel channel = SocketChannel.open(server);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            ByteBuffer sent = ByteBuffer.allocateDirect(bytes.length).put(bytes);
            return new RawExchange(channel, sent, answer);
        }
    }

    /** Returns the last byte of the answer. */
    int take() throws IOException {
        channel.write(request.rewind());
        answer.clear();
        while (answer.hasRemaining()) {
            if (channel.read(answer) < 0) {
                throw new EOFException("the server closed the connection");
            }
        }
        return answer.get(answer.position() - 1);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
