package io.gosling.netty.listen;

import io.gosling.netty.transport.Transport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.unix.Buffer;
import io.netty.channel.unix.RawUnixChannelOption;
import io.netty.channel.unix.UnixChannelOption;
import java.io.IOException;
import java.lang.ref.Reference;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;

/**
 * One port shared by several processes (SO_REUSEPORT), and a way to leave it without losing connections.
 *
 * <p>Linux assigns connections to listening sockets while they are being made, and resets those that wait in a socket's
 * queue when it is closed, although others listen at the same port. Therefore a process that leaves first makes the
 * kernel drop, for its own socket, the segments that begin a connection (a classic BPF filter, SO_ATTACH_FILTER): a
 * client resends its segment after a second, by RFC 6298, and reaches a process that stays. Connections that had begun
 * before get {@link #LEAVING} to end up in the queue, and are served.
 */
final class SharedPort {
    /** Time between the last connection and the socket's end: above a round trip, below a client's second attempt. */
    static final Duration LEAVING = Duration.ofMillis(500);

    private static final int SOL_SOCKET = 1;
    private static final int SO_ATTACH_FILTER = 26;
    private static final int PROGRAM_BYTES = 16;

    private static final ChannelOption<ByteBuffer> FILTER =
            new RawUnixChannelOption("SO_ATTACH_FILTER", SOL_SOCKET, SO_ATTACH_FILTER, PROGRAM_BYTES);

    /** Code, jump if true, jump if false, operand: drops a segment whose flags are SYN without ACK. */
    private static final long[][] NO_NEW_CONNECTIONS = {
        {0x30, 0, 0, 13}, // A := the byte of the TCP header that has the flags
        {0x54, 0, 0, 0x12}, // A := A and (SYN or ACK)
        {0x15, 0, 1, 0x02}, // A = SYN? the next, else the one after it
        {0x06, 0, 0, 0}, // drop
        {0x06, 0, 0, 0xFFFFFFFFL}, // keep all of it
    };

    private SharedPort() {}

    /**
     * Lets others listen at the same port.
     *
     * @throws IOException where the system has nothing of the kind
     */
    static void allow(ServerBootstrap bootstrap, Transport transport) throws IOException {
        if (!transport.isNio()) {
            bootstrap.option(UnixChannelOption.SO_REUSEPORT, true);
        } else if (isKnownToTheJdk()) {
            bootstrap.option(NioChannelOption.of(StandardSocketOptions.SO_REUSEPORT), true);
        } else {
            throw new IOException("this system has no SO_REUSEPORT: one process can have a port");
        }
    }

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    private static boolean isKnownToTheJdk() throws IOException {
        try (ServerSocketChannel any = ServerSocketChannel.open()) {
            return any.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT);
        }
    }

    /**
     * Makes new connections go to the other processes that listen at the port.
     *
     * @return false where that is not possible: on other systems, and with other transports than epoll
     */
    static boolean leave(Channel socket) {
        if (!(socket instanceof EpollServerSocketChannel) || Buffer.addressSize() != Long.BYTES) {
            return false;
        }
        // Left to the collector: Netty cannot free what it has not allocated by its own cleaner.
        ByteBuffer code = direct(NO_NEW_CONNECTIONS.length * Long.BYTES);
        ByteBuffer program = direct(PROGRAM_BYTES);
        try {
            for (long[] instruction : NO_NEW_CONNECTIONS) {
                code.putShort((short) instruction[0])
                        .put((byte) instruction[1])
                        .put((byte) instruction[2])
                        .putInt((int) instruction[3]);
            }
            program.putShort(0, (short) NO_NEW_CONNECTIONS.length).putLong(Long.BYTES, Buffer.memoryAddress(code));
            return socket.config().setOption(FILTER, program);
        } catch (RuntimeException e) {
            System.getLogger(Listener.class.getName())
                    .log(System.Logger.Level.DEBUG, "the system takes no filter for " + socket, e);
            return false;
        } finally {
            Reference.reachabilityFence(code);
        }
    }
}
