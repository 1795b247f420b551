package io.gosling.gos.quorum;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.common.PeriodicTask;
import io.gosling.document.Ticker;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.purge.CurrentLease;
import io.gosling.purge.LeaseAndVoteStatus;
import io.gosling.purge.PurgeEnvironment;
import io.gosling.purge.PurgeParticipant;
import io.gosling.purge.QuorumMemberStorage;
import io.gosling.purge.message.AddressedPurgeMessage;
import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.OutgoingMessage;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeVersionVector;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a node's {@link PurgeParticipant}: a lock in place of the one thread it belongs to, the clock, and the
 * transport of its messages. Safe for use by many threads; a quorum member's step may wait for its disk. A disk that
 * hangs blocks that one thread, and no other for longer than {@link #TURN}: messages are lost meanwhile, as messages
 * may be.
 */
public final class PurgeService implements KnownPurgeVersions, AutoCloseable {
    private static final Logger LOG = System.getLogger(PurgeService.class.getName());
    private static final Duration STEP = Duration.ofMillis(50);

    /** The longest time between two steps while no purge is under way. */
    private static final Duration IDLE_STEP = Duration.ofMillis(200);

    /** Interval of checks of this node's lease. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** The longest wait for the lock, within the timeouts of senders. */
    private static final Duration TURN = Duration.ofSeconds(1);

    /** Messages in one request, so that the longest fit. */
    private static final int MOST_ENVELOPES = 4;

    private static final PurgeOutcome STOPPED =
            PurgeOutcome.failed("this node was stopped meanwhile, or its disk does not answer");

    private static final String HANGS = "its file's disk has not answered for " + TURN.toMillis() + " ms";

    private final String node;
    private final Ticker ticker;
    private final QuorumSettings settings;
    final Duration timeout;
    private final CurrentLease serving;
    private final LeaseWarnings watch;
    private final PeriodicTask steps;
    private volatile PurgeVersionVector known;

    private volatile boolean idle;

    private long nextLook;

    private volatile boolean left;

    /** True if the quorum members were notified that this node has left. */
    private volatile boolean saidGoodbye;

    private volatile EnvelopeTransport envelopeTransport = (node, envelopes) -> {};

    private final Supplier<PurgeVersionVector> claimed;

    /** Notified when more may be known; guards nothing. */
    private final Object news = new Object();

    /** Fair, so that no message starves behind a slow disk. */
    private final ReentrantLock lock = new ReentrantLock(true);

    @GuardedBy("lock")
    private final PurgeParticipant freshness;

    @GuardedBy("lock")
    private boolean closed;

    /** The state of this node's lease and vote at the last check. */
    private volatile LeaseAndVoteStatus stood;

    /** Sends messages; they may be lost. Must not block. */
    @FunctionalInterface
    public interface EnvelopeTransport {
        void send(String node, List<AddressedPurgeMessage> envelopes);
    }

    private PurgeService(String node, PurgeParticipant freshness, QuorumSettings settings, Ticker ticker) {
        this.node = node;
        this.settings = settings;
        this.watch = new LeaseWarnings(node, settings);
        this.timeout = settings.purges().deadline().multipliedBy(2).plus(TURN);
        this.known = freshness.clock();
        this.stood = freshness.vouching(ticker.nanos());
        this.freshness = freshness;
        this.claimed = freshness::claimed;
        this.serving = freshness.serving();
        this.ticker = ticker;
        this.nextLook = ticker.nanos() + LOOK.toNanos();
        this.steps = PeriodicTask.start(
                "gosling-freshness-" + node, () -> pause(idle, settings.purges().ask()), this::tick);
    }

    /** @param storage that of a quorum member; closed with this, or by a failure */
    public static PurgeService start(
            NodeIncarnation self,
            QuorumSettings settings,
            QuorumMemberStorage storage,
            PurgeEnvironment ports,
            Ticker ticker) {
        try {
            PurgeParticipant freshness =
                    new PurgeParticipant(self, settings.voters(), settings.purges(), storage, ports, ticker.nanos());
            String failure = freshness.fileFailure();
            if (failure != null) {
                LOG.log(
                        Level.WARNING,
                        "{0}: the quorum member''s file {1} cannot be used: {2}; it counts as empty: this node does"
                                + " not vote until it has the known purges from a quorum, or a quorum has begun"
                                + " anew, and then writes the file again",
                        self.node(),
                        storage,
                        failure);
            }
            return new PurgeService(self.node(), freshness, settings, ticker);
        } catch (RuntimeException e) {
            storage.close();
            throw e;
        }
    }

    public void sendBy(EnvelopeTransport other) {
        envelopeTransport = other;
    }

    /** The time for which a node may serve from memory after a quorum has vouched for it. */
    public Duration lease() {
        return settings.purges().lease();
    }

    public List<String> voters() {
        return settings.voters().names();
    }

    /** Returns true if this node may serve from memory at a moment, which must be after the request was read. */
    public boolean mayServe(long nowNanos) {
        return !left && serving.holds(nowNanos);
    }

    /** The epoch of this node's lease. */
    public long epoch() {
        return serving.epoch();
    }

    /** The purges that were applied to this node's memory. */
    public PurgeVersionVector known() {
        return known;
    }

    /** Takes messages of one node; the result is for the same node. */
    public List<AddressedPurgeMessage> receive(List<AddressedPurgeMessage> envelopes) {
        if (envelopes.isEmpty()) {
            return List.of();
        }
        List<OutgoingMessage> outgoing = take((owned, now) -> owned.receive(envelopes, now), TURN);
        return outgoing == null
                ? List.of()
                : send(outgoing, envelopes.getFirst().from().node());
    }

    /** Purges everywhere; completes within two deadlines, whatever the disk does. Never blocks. */
    public CompletableFuture<PurgeOutcome> purge(PurgeRequest purge) {
        CompletableFuture<PurgeOutcome> outcome = new CompletableFuture<PurgeOutcome>()
                .completeOnTimeout(STOPPED, timeout.toNanos(), TimeUnit.NANOSECONDS);
        Thread.ofVirtual().name("gosling-purge").start(() -> {
            try {
                if (!step((owned, now) -> owned.purge(purge, outcome::complete, now), timeout)) {
                    outcome.complete(STOPPED);
                }
            } catch (RuntimeException e) {
                outcome.completeExceptionally(e);
            }
        });
        return outcome;
    }

    /**
     * Stops serving from memory, and notifies the quorum members. Retried behind a hanging disk; meanwhile the lease
     * expires. Each call sends the notification once more, since messages may be lost.
     */
    public void leave() {
        left = true;
        if (!sayGoodbye()) {
            LOG.log(
                    Level.WARNING,
                    "{0} has not notified the quorum members that it leaves: {1}; purges wait until its lease of {2} ms"
                            + " has run out",
                    node,
                    HANGS,
                    lease().toMillis());
        }
    }

    private boolean sayGoodbye() {
        if (step(PurgeParticipant::leave, TURN)) {
            saidGoodbye = true;
        }
        return saidGoodbye;
    }

    /**
     * At least the purges of {@link #known}, with those that are being applied and those that were missed. Never waits
     * for a step, which may wait for a disk.
     */
    @Override
    public PurgeVersionVector tell() {
        return claimed.get();
    }

    @Override
    public boolean covers(PurgeVersionVector other) {
        return known.covers(other);
    }

    @Override
    public boolean learns(PurgeVersionVector told, Duration timeout) throws InterruptedException {
        if (covers(told)) {
            return true;
        }
        long deadline = ticker.nanos() + timeout.toNanos();
        synchronized (news) {
            while (!covers(told)) {
                long left = deadline - ticker.nanos();
                if (left <= 0) {
                    return false;
                }
                news.wait(left / 1_000_000, (int) (left % 1_000_000));
            }
            return true;
        }
    }

    /** The state of this node's lease and vote; while its disk hangs, the last known state. */
    public LeaseAndVoteStatus vouching() {
        if (!isOurTurn(TURN)) {
            return stood.waiting(mayServe(ticker.nanos()), HANGS);
        }
        try {
            stood = freshness.vouching(ticker.nanos());
            return stood;
        } finally {
            lock.unlock();
        }
    }

    /** The time until the next step: a node that has nothing to do wakes its processor seldom. */
    static Duration pause(boolean idle, Duration ask) {
        long fifth = Math.clamp(ask.toNanos() / 5, STEP.toNanos(), IDLE_STEP.toNanos());
        return idle ? Duration.ofNanos(fifth) : STEP;
    }

    private void tick() {
        boolean taken = (!left || saidGoodbye || sayGoodbye()) && step(PurgeParticipant::tick, TURN);
        long now = ticker.nanos();
        if ((now - nextLook >= 0 || !taken) && !left) {
            nextLook = now + LOOK.toNanos();
            watch.look(vouching());
            watch.lookAtLogs(known.numbers().size());
        }
    }

    @FunctionalInterface
    private interface Step {
        List<OutgoingMessage> take(PurgeParticipant freshness, long now);
    }

    private boolean step(Step step, Duration turn) {
        List<OutgoingMessage> outgoing = take(step, turn);
        if (outgoing == null) {
            return false;
        }
        send(outgoing, "");
        return true;
    }

    /** Runs a step; returns its messages, or null without the lock. */
    private @Nullable List<OutgoingMessage> take(Step step, Duration turn) {
        if (!isOurTurn(turn)) {
            return null;
        }
        List<OutgoingMessage> outgoing;
        try {
            if (closed) {
                return null;
            }
            outgoing = step.take(freshness, ticker.nanos());
            known = freshness.clock();
            idle = freshness.isIdle();
        } finally {
            lock.unlock();
        }
        synchronized (news) {
            news.notifyAll();
        }
        return outgoing;
    }

    /** Takes the lock in time; false if interrupted. */
    private boolean isOurTurn(Duration turn) {
        try {
            return lock.tryLock(turn.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return lock.tryLock();
        }
    }

    /** Sends the messages that are not for the present peer, whose messages are returned. */
    private List<AddressedPurgeMessage> send(List<OutgoingMessage> outgoing, String present) {
        Map<String, List<AddressedPurgeMessage>> bags = outgoing.stream()
                .collect(Collectors.groupingBy(
                        OutgoingMessage::node,
                        LinkedHashMap::new,
                        Collectors.mapping(OutgoingMessage::envelope, Collectors.toList())));
        List<AddressedPurgeMessage> first = bags.getOrDefault(present, List.of()).stream()
                .limit(MOST_ENVELOPES)
                .toList();
        bags.forEach((node, bag) -> bag.stream()
                .skip(node.equals(present) ? first.size() : 0)
                .gather(Gatherers.windowFixed(MOST_ENVELOPES))
                .forEach(part -> envelopeTransport.send(node, part)));
        return first;
    }

    /**
     * The quorum member's file is closed as well, by a thread of its own when a disk that hangs answers, if it ever
     * does.
     */
    @Override
    public void close() {
        steps.close();
        if (isOurTurn(TURN)) {
            shut();
        } else {
            Thread.ofVirtual().name("gosling-voter-closing").start(() -> {
                lock.lock();
                shut();
            });
        }
    }

    /** Gives the lock back, which the caller has taken. */
    private void shut() {
        try {
            if (!closed) {
                closed = true;
                freshness.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
