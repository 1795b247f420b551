package io.gosling.bench.hoc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Measures the throughput of the loopback interface without any server: one connection, one thread at either end. */
final class LoopbackThroughputMeasurement {
    private static final int PIECE = 1 << 20;

    private LoopbackThroughputMeasurement() {}

    static double megabytes(int count) throws IOException, InterruptedException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (SocketChannel from = SocketChannel.open(server.getLocalAddress());
                    SocketChannel to = server.accept()) {
                Thread sender = Thread.ofPlatform().name("gosling-raw-copy").start(() -> send(from, count));
                long began = System.nanoTime();
                ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
                long read = 0;
                while (read < (long) count * PIECE) {
                    int more = to.read(piece.clear());
                    if (more < 0) {
                        throw new IOException("the copy ended after " + read + " bytes");
                    }
                    read += more;
                }
                double seconds = (System.nanoTime() - began) / 1e9;
                sender.join();
                return count / seconds;
            }
        }
    }

    private static void send(SocketChannel to, int count) {
        ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
        try {
            for (int i = 0; i < count; i++) {
                piece.clear();
                while (piece.hasRemaining()) {
                    to.write(piece);
                }
            }
            to.shutdownOutput();
        } catch (IOException e) {
            // The reader sees the end of it too early.
        }
    }
}
