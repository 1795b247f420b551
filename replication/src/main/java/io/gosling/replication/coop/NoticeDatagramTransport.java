package io.gosling.replication.coop;

import io.gosling.netty.client.HostResolver;
import io.gosling.replication.members.CopyUrlPath;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ServerStatusMessage;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Notices as datagrams (DC-Apache, section 3.2.2): the same signed header and lines as in a request, at the UDP port of
 * the same number, without a response. A lost datagram is compensated by the expiry of copies; one that is duplicated
 * or replayed has no further effect. For many threads that send; one of its own receives.
 */
public final class NoticeDatagramTransport implements AutoCloseable {
    /** Of a datagram: goes through every network in one piece. */
    private static final int MOST_BYTES = 1200;

    /** Of the lines in it: the signed header takes less than the rest. */
    public static final int MOST_LINES = 800;

    private static final Logger LOG = System.getLogger(NoticeDatagramTransport.class.getName());
    private static final String METHOD = "UDP";
    private static final int LONGEST = 64 << 10;
    /** Timeout for the receiver's address; notices that cannot be sent by then are lost. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final ReplicaSet group;
    private final DatagramChannel channel;
    private volatile @Nullable Thread receiver;

    private NoticeDatagramTransport(ReplicaSet group, DatagramChannel channel) {
        this.group = group;
        this.channel = channel;
    }

    /**
     * At a port of its own, which receives when {@link #begin} says so.
     *
     * @throws IOException when the address cannot be had
     */
    public static NoticeDatagramTransport at(InetSocketAddress address, ReplicaSet group) throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        boolean bound = false;
        try {
            channel.bind(address);
            bound = true;
        } catch (IOException e) {
            throw new IOException(
                    "UDP " + address + " cannot be had for replication.notices: " + e.getMessage()
                            + "; expected http, or a port of replication.address that is free",
                    e);
        } finally {
            if (!bound) {
                channel.close();
            }
        }
        return new NoticeDatagramTransport(group, channel);
    }

    /** Begins to receive, once; the thread that calls this calls {@link #close} too. */
    public void begin(NoticeHandler reader) {
        receiver = Thread.ofVirtual().name("gosling-datagrams").start(() -> receive(reader));
    }

    /** Sends lines to a server, without confirmation. */
    public void send(ReplicaPeer to, byte[] lines) throws IOException {
        InetSocketAddress address = to.address();
        if (address.isUnresolved()) {
            List<InetAddress> all = HostResolver.ofSystem().all(address.getHostString(), TIMEOUT);
            address = new InetSocketAddress(all.getFirst(), address.getPort());
        }
        String field = group.signedQuestion(group.question(to), METHOD, CopyUrlPath.PREFIX, lines);
        ByteBuffer datagram = ByteBuffer.allocate(field.length() + 1 + lines.length);
        datagram.put(field.getBytes(StandardCharsets.ISO_8859_1))
                .put((byte) '\n')
                .put(lines)
                .flip();
        if (datagram.limit() > MOST_BYTES) {
            LOG.log(Level.DEBUG, "a notice of {0} bytes goes in pieces", datagram.limit());
        }
        channel.send(datagram, address);
    }

    private void receive(NoticeHandler reader) {
        ByteBuffer datagram = ByteBuffer.allocate(LONGEST);
        while (channel.isOpen()) {
            datagram.clear();
            try {
                channel.receive(datagram);
                datagram.flip();
                byte[] bytes = new byte[datagram.remaining()];
                datagram.get(bytes);
                read(bytes, reader);
            } catch (ClosedChannelException closed) {
                return;
            } catch (IOException | RuntimeException e) {
                LOG.log(Level.DEBUG, "a datagram could not be read: {0}", e);
            }
        }
    }

    /** Handles a datagram; those of strangers are ignored. */
    private void read(byte[] datagram, NoticeHandler reader) {
        String text = new String(datagram, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\n');
        @Nullable String field = end < 0 ? null : text.substring(0, end);
        byte[] lines = text.substring(end + 1).getBytes(StandardCharsets.ISO_8859_1);
        Optional<ServerStatusMessage> requester = group.requester(field, METHOD, CopyUrlPath.PREFIX, lines);
        requester.ifPresent(message -> reader.read(message, lines));
    }

    @Override
    public void close() {
        try {
            channel.close();
            Thread begun = receiver;
            if (begun != null) {
                begun.join();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the port of notices was not closed: {0}", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
