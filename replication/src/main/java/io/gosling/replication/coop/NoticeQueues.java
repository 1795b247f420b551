package io.gosling.replication.coop;

import io.gosling.replication.coop.CopyFetcher.EvictedCopy;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.ReplicaPeerClient;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ReplicationCounts;
import io.gosling.replication.members.ReplicationCounts.Event;
import io.gosling.replication.plan.CopyConsistencySettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;

/**
 * Queues of notices to other servers: a line for each notice, many in one request. A notice that finds no room or no
 * receiver is lost; each mode of {@link CopyConsistencySettings} states the cost of that. For many threads; each other
 * server has a sender of its own, so that one that does not answer delays no other.
 */
public final class NoticeQueues implements AutoCloseable {
    /** Of a request with notices. */
    public static final int MOST_BYTES = 64 << 10;

    private static final Logger LOG = System.getLogger(NoticeQueues.class.getName());
    /** Lines for one server, and in one request to it. */
    private static final int WAITING = 10_000;

    private static final int TOGETHER = 500;
    /** Documents in one report of responses from copies. */
    private static final int REPORTED = 2000;

    static final String FORGET = "forget";
    static final String UPDATE = "update";
    static final String EVICTED = "evicted";
    static final String ANSWERED = "answered";

    private final ReplicaPeerClient client;
    private final ReplicationCounts counts;
    private final Map<String, Mailbox> mailboxes = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private final class Mailbox {
        private final ReplicaPeer peer;
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(WAITING);
        private final Thread sender = Thread.ofVirtual().name("gosling-notices").unstarted(this::send);
        private volatile boolean left;

        Mailbox(ReplicaPeer peer) {
            this.peer = peer;
        }

        private void send() {
            try {
                while (!closed && !left) {
                    List<String> batch = new ArrayList<>(List.of(lines.take()));
                    lines.drainTo(batch, TOGETHER);
                    for (byte[] body : bodies(batch)) {
                        tell(body);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void tell(byte[] body) {
            try {
                client.tell(peer, body);
                counts.count(Event.TOLD);
            } catch (IOException | RuntimeException e) {
                counts.count(Event.UNTOLD);
                LOG.log(Level.DEBUG, "{0} was not notified: {1}", peer.name(), e);
            }
        }
    }

    public NoticeQueues(ReplicaSet group, ReplicaPeerClient client) {
        this.client = client;
        this.counts = group.counts();
        to(group.peers());
    }

    /** Sets the servers that get notices. Called by one thread at a time, and never after {@link #close}. */
    public void to(Collection<ReplicaPeer> peers) {
        Map<String, ReplicaPeer> now = peers.stream().collect(Collectors.toMap(ReplicaPeer::name, peer -> peer));
        mailboxes.values().removeIf(mailbox -> {
            boolean gone = !mailbox.peer.equals(now.get(mailbox.peer.name()));
            if (gone) {
                mailbox.left = true;
                mailbox.sender.interrupt();
            }
            return gone;
        });
        now.forEach((name, peer) -> mailboxes.computeIfAbsent(name, none -> {
            Mailbox mailbox = new Mailbox(peer);
            mailbox.sender.start();
            return mailbox;
        }));
    }

    public void changed(List<CopyConsistencySettings.Notice> notices) {
        // The receiver of an update fetches the bytes at once, in the same way as those of any other copy.
        notices.forEach(notice -> add(
                notice.server(), (notice.update() ? UPDATE : FORGET) + " " + notice.version() + " " + notice.path()));
    }

    public void evicted(List<EvictedCopy> copies) {
        copies.forEach(copy -> add(copy.home(), EVICTED + " " + copy.number() + " " + copy.path()));
    }

    /**
     * Reports to a home the responses from copies of its documents, unless notices to it are waiting: reports must not
     * take the room of other notices.
     */
    public void answered(String home, CopyResponseCounter answers) {
        Mailbox mailbox = mailboxes.get(home);
        if (mailbox != null && mailbox.lines.isEmpty()) {
            answers.take(home, REPORTED)
                    .forEach((path, sent) ->
                            add(home, ANSWERED + " " + sent.requests() + " " + sent.bytes() + " " + path));
        }
    }

    private void add(String peer, String text) {
        Mailbox mailbox = mailboxes.get(peer);
        if (mailbox != null && !mailbox.lines.offer(text)) {
            counts.count(Event.UNTOLD);
        }
    }

    private static List<byte[]> bodies(List<String> lines) {
        List<byte[]> bodies = new ArrayList<>();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (String line : lines) {
            byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
            if (body.size() > 0 && body.size() + bytes.length > MOST_BYTES) {
                bodies.add(body.toByteArray());
                body.reset();
            }
            body.writeBytes(bytes);
        }
        bodies.add(body.toByteArray());
        return bodies;
    }

    @Override
    public void close() {
        closed = true;
        mailboxes.values().forEach(mailbox -> mailbox.sender.interrupt());
    }
}
