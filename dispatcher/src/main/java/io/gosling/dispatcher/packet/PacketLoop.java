package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.link.FrameLink;
import io.gosling.dispatcher.packet.session.SessionTable;
import io.gosling.document.Ticker;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The main loop of a packet dispatcher: frames come in a batch, each is examined once and rewritten in place, and those
 * to be forwarded are sent in a batch. Ten times a second, a part of the table is swept and back-ends are queried.
 *
 * <p>One thread runs this, and owns everything it touches; any other may read {@link #status}. A packet allocates
 * nothing.
 */
final class PacketLoop {
    private static final Logger log = System.getLogger(PacketLoop.class.getName());
    private static final int TIMEOUT_MILLIS = 50;
    private static final long TICK_NANOS = Duration.ofMillis(100).toNanos();
    /** Gap after which advertisements may be stale. */
    private static final long HELD_UP_NANOS = 3 * TICK_NANOS;
    /** Parts of the table, one swept per tick. */
    private static final int PARTS = 100;

    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long CHECK_NANOS = Duration.ofSeconds(10).toNanos();

    private final FrameLink link;
    private final IpAddress cluster;
    /** Of the interface: 48 bits. */
    private final long mac;

    private final EthernetFrame frame;
    private final PacketForwarding forwarding;
    private final NeighbourProtocol enquiry;
    private final StandbyController turns;
    private final SessionTracker sessions;
    private final Supplier<String> obstacle;
    private final Ticker ticker;
    private final long beginNanos;
    private final long askNanos;
    private final long silentNanos;
    private long tickedNanos;
    private long askedNanos;
    private long lookedNanos;
    private long checkedNanos;
    private String said = "";
    private volatile boolean stopping;
    private volatile long size;
    private volatile long halfOpen;
    private volatile long replaced;
    private volatile long displaced;

    /** @param obstacle describes an obstacle on the host; an empty text for none */
    PacketLoop(
            FrameLink link,
            PacketForwarding forwarding,
            SessionTracker sessions,
            NeighbourProtocol enquiry,
            StandbyController turns,
            PacketSettings settings,
            long mac,
            Supplier<String> obstacle,
            Ticker ticker) {
        this.link = link;
        this.cluster = settings.cluster();
        this.mac = mac;
        this.frame = new EthernetFrame(link.memory());
        this.forwarding = forwarding;
        this.enquiry = enquiry;
        this.turns = turns;
        this.sessions = sessions;
        this.obstacle = obstacle;
        this.ticker = ticker;
        this.beginNanos = ticker.nanos();
        this.askNanos = settings.get(PacketSettings.ASK_INTERVAL).toNanos();
        this.silentNanos = settings.get(PacketSettings.SILENT_AFTER).toNanos();
        this.tickedNanos = beginNanos - TICK_NANOS;
        this.askedNanos = beginNanos - askNanos;
        this.lookedNanos = beginNanos;
        this.checkedNanos = beginNanos;
    }

    /**
     * Runs until {@link #stop}, noticed within 50 ms.
     *
     * @throws IllegalStateException when the interface has changed
     */
    void run() {
        while (!stopping) {
            step();
        }
        turns.leave();
    }

    void stop() {
        stopping = true;
    }

    /** One batch, and what is due beside it. */
    void step() {
        int came = link.receive(TIMEOUT_MILLIS);
        long nanos = ticker.nanos();
        int second = (int) ((nanos - beginNanos) / SECOND_NANOS);
        for (int i = 0; i < came; i++) {
            if (forward(i, nanos, second)) {
                link.forward(i);
            }
        }
        int refused = link.flush();
        if (refused > 0) {
            sessions.dropped.add(DropReason.UNSENT.ordinal(), refused);
        }
        long since = nanos - tickedNanos;
        if (since >= TICK_NANOS) {
            tickedNanos = nanos;
            long late = since - TICK_NANOS;
            if (late > askNanos) {
                // While this process did not run, no back-end was queried, so none was silent.
                sessions.backends.excuse(late, nanos);
            }
            if (since > HELD_UP_NANOS) {
                turns.excuse(since, nanos);
            }
            tick(nanos, second);
        }
    }

    private boolean forward(int i, long nanos, int second) {
        int bytes = link.bytes(i);
        if (bytes == 0) {
            return sessions.drop(DropReason.TOO_LONG);
        }
        return switch (frame.read(link.at(i), bytes)) {
            case TCP -> isServed() && forwarding.tcp(frame, nanos, second);
            case ICMP -> isServed() && icmp();
            case PRESENCE -> {
                turns.heard(frame.presence(), nanos);
                yield false;
            }
            case ARP, NDP -> {
                enquiry.heard(frame.word(), nanos);
                yield false;
            }
            case FRAGMENT -> frame.isTo(cluster) && sessions.drop(DropReason.FRAGMENT);
            case EXTENDED -> frame.isTo(cluster) && sessions.drop(DropReason.EXTENDED);
            case OTHER -> frame.isTo(cluster) && sessions.drop(DropReason.NOT_TCP);
            case BROKEN -> sessions.drop(DropReason.MALFORMED);
        };
    }

    private boolean isServed() {
        if (frame.isFour() != cluster.isFour()) {
            return false;
        }
        return turns.active() || (frame.isTo(cluster) && sessions.drop(DropReason.STAND_BY));
    }

    private boolean icmp() {
        boolean here = frame.isTo(cluster);
        if (here && frame.isEchoRequest()) {
            frame.echo(mac);
            return true;
        }
        return frame.quotesTcp() ? forwarding.error(frame) : here && sessions.drop(DropReason.NOT_TCP);
    }

    private void tick(long nanos, int second) {
        SessionTable table = sessions.table;
        table.sweep(second, table.places() / PARTS + 1);
        enquiry.announce(nanos);
        if (nanos - askedNanos >= askNanos) {
            askedNanos = nanos;
            enquiry.ask();
        }
        sessions.backends.silence(nanos - silentNanos);
        turns.tick(nanos);
        link.look();
        if (nanos - lookedNanos >= SECOND_NANOS) {
            lookedNanos = nanos;
            String change = link.change();
            if (!change.isEmpty()) {
                throw new IllegalStateException(change + "; start the dispatcher again");
            }
        }
        if (nanos - checkedNanos >= CHECK_NANOS) {
            checkedNanos = nanos;
            check();
        }
        size = table.size();
        halfOpen = table.halfOpen();
        replaced = table.replaced();
        displaced = table.displaced();
    }

    private void check() {
        String now = obstacle.get();
        if (!now.isEmpty() && !now.equals(said)) {
            log.log(Level.WARNING, "{0}", now);
        }
        said = now;
    }

    /** Returns the status, as of the last tick. Any thread. */
    PacketStatus status() {
        Map<DropReason, Long> drops = new EnumMap<>(DropReason.class);
        for (DropReason why : DropReason.values()) {
            drops.put(why, sessions.dropped.get(why.ordinal()));
        }
        drops.put(DropReason.UNREAD, link.lost());
        return new PacketStatus(
                size,
                halfOpen,
                replaced,
                displaced,
                sessions.table.bytes(),
                turns.active(),
                turns.taken(),
                enquiry.rivals(),
                drops,
                sessions.backends.status());
    }
}
