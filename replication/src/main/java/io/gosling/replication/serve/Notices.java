package io.gosling.replication.serve;

import io.gosling.replication.plan.Consistency;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What this server has to tell others and waits to be sent: a line for each, many in one request. What finds no room or no
 * listener is lost: each mode of consistency says what that costs. For many threads; one of its own sends.
 */
final class Notices implements AutoCloseable {
    /** Of a request with notices. */
    static final int MOST_BYTES = 64 << 10;

    private static final Logger LOG = System.getLogger(Notices.class.getName());
    private static final int WAITING = 10_000;
    private static final String FORGET = "forget ";
    private static final String UPDATE = "update ";
    private static final String EVICTED = "evicted ";

    private final Group group;
    private final PeerClient client;
    private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>(WAITING);
    private final Thread sender;

    final LongAdder sent = new LongAdder();
    final LongAdder lost = new LongAdder();

    private record Line(String peer, String text) {}

    /** What is done with a notice that has come. */
    interface Listener {
        /** The sender has evicted its copy of a document of this server. */
        void evicted(String path, String coop);

        /** A document of the sender has changed: an older copy is to be forgotten. */
        void forget(String home, long version, String path);

        /** The same, and the new bytes are to be brought. */
        void update(String home, long version, String path);
    }

    private Notices(Group group, PeerClient client) {
        this.group = group;
        this.client = client;
        this.sender = Thread.ofVirtual().name("gosling-notices").unstarted(this::send);
    }

    static Notices start(Group group, PeerClient client) {
        Notices notices = new Notices(group, client);
        notices.sender.start();
        return notices;
    }

    /** Tells holders that a document has changed. */
    void changed(List<Consistency.Notice> notices) {
        for (Consistency.Notice notice : notices) {
            switch (notice) {
                case Consistency.Notice.Forget forget ->
                    add(forget.server(), FORGET + forget.version() + " " + forget.path());
                // The bytes follow when they are asked for, at once, over the same way as any other copy's.
                case Consistency.Notice.Bytes bytes ->
                    add(bytes.server(), UPDATE + bytes.version() + " " + bytes.path());
            }
        }
    }

    /** Tells homes which of their copies had to go. */
    void evicted(List<Copy> copies) {
        copies.forEach(copy -> add(copy.home(), EVICTED + copy.path()));
    }

    private void add(String peer, String text) {
        if (!lines.offer(new Line(peer, text))) {
            lost.increment();
        }
    }

    private void send() {
        try {
            while (true) {
                List<Line> batch = new ArrayList<>(List.of(lines.take()));
                lines.drainTo(batch, 500);
                Map<String, StringBuilder> byPeer = new LinkedHashMap<>();
                for (Line line : batch) {
                    StringBuilder text = byPeer.computeIfAbsent(line.peer(), none -> new StringBuilder());
                    if (text.length() + line.text().length() >= MOST_BYTES) {
                        tell(line.peer(), text);
                        text.setLength(0);
                    }
                    text.append(line.text()).append('\n');
                }
                byPeer.forEach(this::tell);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(String name, StringBuilder text) {
        Peer peer = group.peer(name);
        if (peer == null) {
            return;
        }
        try {
            client.tell(peer, text.toString().getBytes(StandardCharsets.UTF_8));
            sent.increment();
        } catch (IOException e) {
            lost.increment();
            LOG.log(Level.DEBUG, "{0} was not told: {1}", name, e);
        }
    }

    /** Reads what a server of the group has sent; lines of another form are passed over. */
    static void read(String from, byte[] body, Listener listener) {
        new String(body, StandardCharsets.UTF_8).lines().forEach(line -> {
            if (line.startsWith(EVICTED)) {
                listener.evicted(line.substring(EVICTED.length()), from);
            } else if (line.startsWith(FORGET)) {
                Versioned about = Versioned.of(line.substring(FORGET.length()));
                if (about != null) {
                    listener.forget(from, about.version(), about.path());
                }
            } else if (line.startsWith(UPDATE)) {
                Versioned about = Versioned.of(line.substring(UPDATE.length()));
                if (about != null) {
                    listener.update(from, about.version(), about.path());
                }
            }
        });
    }

    private record Versioned(long version, String path) {
        static @Nullable Versioned of(String text) {
            int space = text.indexOf(' ');
            boolean form = space > 0 && space <= 18 && text.startsWith("/", space + 1);
            return form && text.substring(0, space).chars().allMatch(Character::isDigit)
                    ? new Versioned(Long.parseLong(text.substring(0, space)), text.substring(space + 1))
                    : null;
        }
    }

    @Override
    public void close() {
        sender.interrupt();
    }
}
