package io.gosling.gos.cluster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import io.gosling.freshness.Freshness;
import io.gosling.freshness.Incarnation;
import io.gosling.freshness.Letter;
import io.gosling.freshness.Outgoing;
import io.gosling.freshness.Purge;
import io.gosling.freshness.PurgeOutcome;
import io.gosling.freshness.Serving;
import io.gosling.freshness.Standing;
import io.gosling.freshness.Storage;
import io.gosling.freshness.Surroundings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The owner of a node's {@link Freshness}: a lock that stands for the one thread it belongs to, the clock, and the way of
 * its letters. Safe for use by many threads; a voter's step may wait for its disk.
 */
final class FreshnessOwner implements LetterBox, KnownPurges, AutoCloseable {
    private static final Duration STEP = Duration.ofMillis(50);

    private final Ticker ticker;
    private final Serving serving;
    private final DutyCycle steps;
    private volatile Courier courier = (node, letters) -> {};

    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Freshness freshness;

    /** Sends letters; they may be lost. Must not block. */
    @FunctionalInterface
    interface Courier {
        void send(String node, List<Letter> letters);
    }

    private FreshnessOwner(String node, Freshness freshness, Ticker ticker) {
        this.freshness = freshness;
        this.serving = freshness.serving();
        this.ticker = ticker;
        this.steps = DutyCycle.start("gosling-freshness-" + node, STEP, this::tick);
    }

    /** @param storage a voter's; closed with this, or by a failure */
    static FreshnessOwner start(
            Incarnation self, VotingSettings settings, Storage storage, Surroundings surroundings, Ticker ticker) {
        try {
            Freshness freshness =
                    new Freshness(self, settings.voters(), settings.purges(), storage, surroundings, ticker.nanos());
            return new FreshnessOwner(self.node(), freshness, ticker);
        } catch (RuntimeException e) {
            storage.close();
            throw e;
        }
    }

    void sendBy(Courier other) {
        courier = other;
    }

    /** Whether this node may serve from memory at this moment, which is one after the request was read. */
    boolean mayServe(long nowNanos) {
        return serving.lease().holds(nowNanos);
    }

    @Override
    public List<Letter> receive(List<Letter> letters) {
        if (letters.isEmpty()) {
            return List.of();
        }
        List<Outgoing> outgoing = new ArrayList<>();
        synchronized (lock) {
            for (Letter letter : letters) {
                outgoing.addAll(freshness.receive(letter, ticker.nanos()));
            }
        }
        return send(outgoing, letters.getFirst().from().node());
    }

    /** Purges everywhere; completes within two deadlines. */
    CompletableFuture<PurgeOutcome> purge(Purge purge) {
        CompletableFuture<PurgeOutcome> outcome = new CompletableFuture<>();
        step((owned, now) -> owned.purge(purge, outcome::complete, now));
        return outcome;
    }

    /** Serves nothing from memory from now on, and tells the voters so. */
    void leave() {
        step(Freshness::leave);
    }

    /** Under the lock: a purge that has taken effect here and is not in the clock yet would be missing. */
    @Override
    public String tell() {
        return KnownPurges.text(standing().clock());
    }

    @Override
    public boolean covers(String told) {
        return told.isEmpty() || KnownPurges.covers(standing().clock(), told);
    }

    Standing standing() {
        synchronized (lock) {
            return freshness.standing(ticker.nanos());
        }
    }

    private void tick() {
        step(Freshness::tick);
    }

    @FunctionalInterface
    private interface Step {
        List<Outgoing> take(Freshness freshness, long now);
    }

    private void step(Step step) {
        List<Outgoing> outgoing;
        synchronized (lock) {
            outgoing = step.take(freshness, ticker.nanos());
        }
        send(outgoing, "");
    }

    /** Sends what is not for this node, whose letters are returned. */
    private List<Letter> send(List<Outgoing> outgoing, String present) {
        Map<String, List<Letter>> bags = new LinkedHashMap<>();
        outgoing.forEach(one ->
                bags.computeIfAbsent(one.node(), made -> new ArrayList<>()).add(one.letter()));
        List<Letter> here = bags.remove(present);
        bags.forEach(courier::send);
        return here == null ? List.of() : here;
    }

    @Override
    public void close() {
        steps.close();
        synchronized (lock) {
            freshness.close();
        }
    }
}
