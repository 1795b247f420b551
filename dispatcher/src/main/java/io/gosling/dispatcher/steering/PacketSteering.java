package io.gosling.dispatcher.steering;

import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.IcmpQuotedPacket;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.link.BpfFilterBuilder;
import io.gosling.dispatcher.packet.link.FrameLink;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.packet.link.PacketSocket;
import io.gosling.document.Ticker;
import io.gosling.netty.transport.ConnectionAddresses;
import io.netty.util.collection.LongObjectHashMap;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Packet steering by hardware addresses, in this process: redirects the packets of clients whose connections were moved
 * to other hosts. It receives a copy of each packet for the cluster's address, which clients know, and forwards it to
 * the host that has its connection, on the same segment. The kernel gets every packet, too; the caller must keep it
 * from answering. Safe for use by many threads.
 *
 * <p>One thread owns the table. Other threads put changes into a queue that is applied before each received packet. A
 * packet allocates nothing.
 */
public final class PacketSteering implements AutoCloseable {
    /** Connections at a time. */
    public static final int MOST_FLOWS = 131_072;

    private static final Logger LOG = System.getLogger(PacketSteering.class.getName());
    private static final Path NEIGHBOURS = Path.of("/proc/thread-self/net/arp");
    /** Flag of an entry of that table whose hardware address is known. */
    private static final int COMPLETE = 2;

    private static final int TIMEOUT_MILLIS = 50;
    private static final long TICK_NANOS = Duration.ofMillis(250).toNanos();
    /** Delay after which a tick may have missed packets. */
    private static final long LATE_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long LOOK_NANOS = Duration.ofSeconds(2).toNanos();
    /** Without a packet after both sides have closed. */
    private static final long CLOSED_NANOS = Duration.ofSeconds(5).toNanos();
    /** The same where the client may still acknowledge. */
    private static final long ENDED_NANOS = Duration.ofSeconds(60).toNanos();
    /** An upper bound of a closed connection's entry. */
    private static final long LAST_NANOS = Duration.ofMinutes(10).toNanos();

    private final FrameLink link;
    private final NetworkDevice device;
    private final IpAddress cluster;
    private final long seed;
    private final Ticker ticker;
    private final EthernetFrame frame;
    private final Map<InetAddress, Route> routes = new ConcurrentHashMap<>();
    private final Queue<Runnable> said = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final Thread thread;
    private volatile boolean stopping;
    private volatile boolean over;
    private volatile long packets;
    private volatile long refused;

    // The thread's own.
    private final LongObjectHashMap<Flow> table = new LongObjectHashMap<>();
    private final List<Flow> ended = new ArrayList<>();
    private long tickedNanos;
    private long lookedNanos;

    /** The route to a host on the segment. */
    public static final class Route {
        private final InetAddress host;
        private volatile long mac;

        private Route(InetAddress host, long mac) {
            this.host = host;
            this.mac = mac;
        }
    }

    /** The redirection of one connection's packets. Safe for use by many threads. */
    public final class Flow {
        private final long key;
        private final Route to;
        private final Runnable over;
        /** The client's highest sequence number. */
        private int next;

        private long seenNanos;
        private long endedNanos;
        private boolean closedByClient;
        private boolean closed;
        private boolean gone;

        private Flow(long key, int next, Route to, Runnable over) {
            this.key = key;
            this.next = next;
            this.to = to;
            this.over = over;
        }

        /** Redirects for a while after the other host's close, for the client's last acknowledgements. */
        public void ended() {
            say(() -> {
                if (!gone && !closed) {
                    closed = true;
                    endedNanos = ticker.nanos();
                    seenNanos = endedNanos;
                    ended.add(this);
                }
            });
        }

        /** Ends the redirection: the packets stay on this host. */
        public void drop() {
            say(() -> forget(this));
        }

        boolean isOver(long nanos) {
            return gone
                    || nanos - seenNanos >= (closedByClient ? CLOSED_NANOS : ENDED_NANOS)
                    || nanos - endedNanos >= LAST_NANOS;
        }
    }

    /** Creates one whose thread has not begun. */
    PacketSteering(FrameLink link, NetworkDevice device, IpAddress cluster, long seed, Ticker ticker) {
        this.link = link;
        this.device = device;
        this.cluster = cluster;
        this.seed = seed;
        this.ticker = ticker;
        this.frame = new EthernetFrame(link.memory());
        this.tickedNanos = ticker.nanos();
        this.lookedNanos = tickedNanos;
        this.thread = Thread.ofPlatform().daemon().name("gosling-steering").unstarted(this::run);
    }

    /**
     * Begins at the interface that has the cluster's address, by which its clients' packets come.
     *
     * @param ports of that address that clients come to
     * @throws IOException when this host does not allow it; names the obstacle and the remedy
     */
    public static PacketSteering open(InetAddress cluster, List<Integer> ports, Ticker ticker) throws IOException {
        if (!(cluster instanceof Inet4Address) || cluster.isAnyLocalAddress()) {
            throw new IOException("clients come to " + cluster.getHostAddress()
                    + "; expected one address of IPv4, the cluster's, as host");
        }
        NetworkDevice device = NetworkDevice.named(interfaceOf(cluster));
        IpAddress address = IpAddress.of(cluster);
        FrameLink link = PacketSocket.open(device, BpfFilterBuilder.toPorts(address.bits(), ports));
        PacketSteering steering = new PacketSteering(link, device, address, new SecureRandom().nextLong(), ticker);
        steering.thread.start();
        return steering;
    }

    private static String interfaceOf(InetAddress cluster) throws IOException {
        NetworkInterface found = NetworkInterface.getByInetAddress(cluster);
        if (found == null) {
            throw new IOException("no interface of this host has the address " + cluster.getHostAddress()
                    + "; expected the one that clients come by");
        }
        return found.getName();
    }

    /**
     * The route to another host, for as long as this is open.
     *
     * @throws IOException when no packets can be sent there; says why
     */
    public Route route(InetAddress host) throws IOException {
        Long mac = neighbours().get(host.getHostAddress());
        if (mac == null) {
            throw new IOException(
                    "it is not on the segment of " + device.name() + ", where alone packets can be brought to it");
        }
        return route(host, mac);
    }

    Route route(InetAddress host, long mac) {
        Route route = routes.computeIfAbsent(host, any -> new Route(host, mac));
        route.mac = mac;
        return route;
    }

    private Map<String, Long> neighbours() throws IOException {
        return neighbours(Files.readString(NEIGHBOURS), device.name());
    }

    /** Reads {@code /proc/net/arp}: 48 bits by IPv4 address, of this interface. */
    static Map<String, Long> neighbours(String text, String device) {
        Map<String, Long> known = new HashMap<>();
        for (String line : text.lines().skip(1).toList()) {
            String[] words = line.strip().split("\\s+");
            if (words.length == 6 && words[5].equals(device) && (Integer.decode(words[2]) & COMPLETE) != 0) {
                known.put(words[0], Long.parseLong(words[3].replace(":", ""), 16));
            }
        }
        return known;
    }

    /**
     * Redirects each packet of a client's connection that this host receives, unchanged, from now on.
     *
     * @param next sequence number of the byte that its client sends next (RFC 9293), to recognise old packets and new
     *     connections
     * @param over run once, on any thread and briefly, when that has ended
     * @return null when it cannot be done: too many connections are redirected, or packets of this client do not pass
     *     this host
     */
    public @Nullable Flow steer(ConnectionAddresses connection, int next, Route to, Runnable over) {
        InetAddress client = connection.remote().getAddress();
        if (!(client instanceof Inet4Address)
                || device.addresses().contains(IpAddress.of(client))
                || !IpAddress.of(connection.local().getAddress()).equals(cluster)
                || stopping) {
            return null;
        }
        if (size.incrementAndGet() > MOST_FLOWS) {
            size.decrementAndGet();
            return null;
        }
        long key = key(
                IpAddress.of(client).bits(),
                connection.remote().getPort(),
                connection.local().getPort());
        Flow flow = new Flow(key, next, to, over);
        say(() -> begin(flow));
        return flow;
    }

    /** The unique key of a connection, mixed with a seed, so that clients cannot make collisions. */
    long key(int client, int clientPort, int port) {
        long mixed = ((long) client << 32 | (long) clientPort << 16 | port) ^ seed;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        return (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
    }

    private void say(Runnable change) {
        said.add(change);
        if (over) {
            clear();
        }
    }

    /** Connections whose packets are redirected, including those that have ended a short time ago. */
    public int flows() {
        return size.get();
    }

    public long packets() {
        return packets;
    }

    /** Packets that were lost here, or that the network did not accept. */
    public long lost() {
        return link.lost() + refused;
    }

    // --- the thread's ---

    private void run() {
        try {
            while (!stopping) {
                step();
            }
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "packets of moved connections are no longer redirected, and these end", e);
        } finally {
            stopping = true;
            over = true;
            clear();
        }
    }

    void step() {
        int came = link.receive(TIMEOUT_MILLIS);
        hear();
        long nanos = ticker.nanos();
        int steered = 0;
        for (int i = 0; i < came; i++) {
            if (steers(i, nanos)) {
                link.forward(i);
                steered++;
            }
        }
        int untaken = link.flush();
        if (steered > 0) {
            long before = packets;
            packets = before + steered - untaken;
            long lostBefore = refused;
            refused = lostBefore + untaken;
        }
        long since = nanos - tickedNanos;
        if (since >= TICK_NANOS) {
            tickedNanos = nanos;
            if (since > LATE_NANOS) {
                // While this process did not run it saw no packets, so no connection was quiet.
                ended.forEach(flow -> flow.seenNanos += since);
            }
            tick(nanos);
        }
    }

    private void hear() {
        for (Runnable change = said.poll(); change != null; change = said.poll()) {
            change.run();
        }
    }

    private synchronized void clear() {
        hear();
        new ArrayList<>(table.values()).forEach(this::forget);
        ended.clear();
    }

    private void begin(Flow flow) {
        Flow before = table.put(flow.key, flow);
        if (before != null) {
            before.gone = true;
            end(before);
        }
        flow.seenNanos = ticker.nanos();
    }

    private void forget(Flow flow) {
        if (!flow.gone) {
            flow.gone = true;
            table.remove(flow.key);
            end(flow);
        }
    }

    private void end(Flow flow) {
        size.decrementAndGet();
        flow.over.run();
    }

    private boolean steers(int i, long nanos) {
        int bytes = link.bytes(i);
        if (bytes == 0) {
            return false;
        }
        return switch (frame.read(link.at(i), bytes)) {
            case TCP -> tcp(nanos);
            case ICMP -> icmp();
            case ARP, NDP, PRESENCE, FRAGMENT, EXTENDED, OTHER, BROKEN -> false;
        };
    }

    private boolean tcp(long nanos) {
        if (!frame.isFour() || !frame.isTo(cluster)) {
            return false;
        }
        Flow flow = table.get(key((int) frame.sourceLow(), frame.sourcePort(), frame.destinationPort()));
        if (flow == null) {
            return false;
        }
        int flags = frame.tcpFlags();
        int ahead = frame.sequence() - flow.next;
        boolean begins = (flags & (EthernetFrame.SYN | EthernetFrame.ACK)) == EthernetFrame.SYN;
        if (begins && flow.closed) {
            if (ahead > 0) {
                // Another connection from the same port (RFC 6191): its next try is this host's.
                forget(flow);
            }
            // Else it may be the one with which this connection began, seen late: its last packets are still to come.
            return false;
        }
        // A SYN is no part of a connection that is there: when it is tried again, this one may have ended.
        if (!begins && ahead >= 0) {
            flow.next = frame.sequence();
            flow.closedByClient |= (flags & (EthernetFrame.FIN | EthernetFrame.RST)) != 0;
        }
        flow.seenNanos = nanos;
        frame.address(flow.to.mac, device.mac().bits());
        return true;
    }

    /** Forwards an ICMP error to the connection's host: it may give the path MTU. */
    private boolean icmp() {
        if (!frame.isTo(cluster) || !frame.quotesTcp() || !frame.quotation().isFrom(cluster)) {
            return false;
        }
        IcmpQuotedPacket quoted = frame.quotation();
        Flow flow = table.get(key((int) quoted.destinationLow(), quoted.destinationPort(), quoted.sourcePort()));
        if (flow == null) {
            return false;
        }
        frame.address(flow.to.mac, device.mac().bits());
        return true;
    }

    private void tick(long nanos) {
        ended.removeIf(flow -> {
            boolean over = flow.isOver(nanos);
            if (over) {
                forget(flow);
            }
            return over;
        });
        link.look();
        if (nanos - lookedNanos >= LOOK_NANOS) {
            lookedNanos = nanos;
            look();
        }
    }

    /** Updates hosts' hardware addresses. */
    private void look() {
        String change = link.change();
        if (!change.isEmpty()) {
            throw new IllegalStateException(change + "; start the front-end again");
        }
        try {
            Map<String, Long> known = neighbours();
            for (Route route : routes.values()) {
                Long mac = known.get(route.host.getHostAddress());
                if (mac != null) {
                    route.mac = mac;
                }
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the neighbour table cannot be read: {0}", e.toString());
        }
    }

    /** Ends within some 50 ms. */
    @Override
    public void close() {
        stopping = true;
        FrameLink.join(thread);
        over = true;
        clear();
        link.close();
    }
}
