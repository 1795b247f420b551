package io.gosling.bench.checker;

import io.gosling.testing.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Operations aimed at one mistake, one node of which is no voter being the victim. Each leaves the cluster as it was,
 * and says what the check found.
 */
final class Ambush {
    private static final long LATE = 400_000_000;
    private static final Duration LEASE_OVER = Duration.ofMillis(Cluster.LEASE * 1000 + 100);

    private final Cluster cluster;
    private final CheckedNode coordinator;
    private final CheckedNode victim;
    private final Page page;

    /** @param page a plain one, or for {@link PlantedBug#STALE_SINCE_HEARD} one that may be served stale for a while */
    Ambush(Cluster cluster, CheckedNode coordinator, CheckedNode victim, Page page) {
        this.cluster = cluster;
        this.coordinator = coordinator;
        this.victim = victim;
        this.page = page;
    }

    /** The one that is meant to catch a bug. */
    Optional<String> on(PlantedBug bug) throws IOException {
        return switch (bug) {
            case KEPT_FILL -> duringAFill(false);
            case JOINED_FILL -> duringAFill(true);
            case REFRESHED_COPY -> duringAValidation();
            case BLIND_FAST_LANE, ACKNOWLEDGED_FIRST -> atOnce(Selection.url(page));
            case LOST_TAGS -> atOnce(Selection.tag(page.tags(0).getFirst()));
            case IGNORED_LEASE, FORGOTTEN_LESSEES -> outOfTouch();
            case LEASE_FROM_THE_ANSWER -> withALateLease();
            case STALE_SINCE_HEARD -> backInTouch();
        };
    }

    /** True if it needs a network that can be cut: a node that was only frozen hears of the purge when it wakes. */
    static boolean needsCuts(PlantedBug bug) {
        return switch (bug) {
            case IGNORED_LEASE, FORGOTTEN_LESSEES, LEASE_FROM_THE_ANSWER, STALE_SINCE_HEARD -> true;
            default -> false;
        };
    }

    /** A purge overtakes a fill; somebody asks before it ends, or afterwards. */
    private Optional<String> duringAFill(boolean before) {
        purge(Selection.url(page), false);
        CompletableFuture<Optional<String>> filling = lateRead();
        overtake();
        Optional<String> joined = before ? read() : Optional.empty();
        filling.join();
        return joined.isPresent() ? joined : read();
    }

    /** A purge overtakes the question whether a copy still holds. */
    private Optional<String> duringAValidation() {
        warm();
        purge(Selection.url(page), true);
        CompletableFuture<Optional<String>> validating = lateRead();
        overtake();
        validating.join();
        return read();
    }

    private Optional<String> atOnce(Selection selection) {
        warm();
        cluster.origin().write(page);
        purge(selection, false);
        return read();
    }

    /** The victim hears of nothing, until its lease is over as far as voters know. */
    private Optional<String> outOfTouch() throws IOException {
        warm();
        cluster.isolate(victim);
        try {
            cluster.origin().write(page);
            purge(Selection.url(page), false);
            return read();
        } finally {
            cluster.healAll(victim);
        }
    }

    /** The victim hears of a soft purge when what that still allows is over. */
    private Optional<String> backInTouch() throws IOException {
        warm();
        cluster.isolate(victim);
        try {
            cluster.origin().write(page);
            purge(Selection.url(page), true);
            until(System.nanoTime() + Page.STALE_NANOS);
        } finally {
            cluster.healAll(victim);
        }
        cluster.awaitLease(victim);
        return read();
    }

    /**
     * The voters' answers come half a second after they were asked, and then nothing more passes either way. The purge
     * comes when what they have promised is over.
     */
    private Optional<String> withALateLease() throws IOException {
        warm();
        try {
            betweenVotersAndVictim(true, false);
            LockSupport.parkNanos(250_000_000);
            betweenVotersAndVictim(true, true);
            long lastAsked = System.nanoTime();
            LockSupport.parkNanos(300_000_000);
            betweenVotersAndVictim(false, true);
            until(lastAsked + 700_000_000);
            betweenVotersAndVictim(true, true);
            cluster.origin().write(page);
            until(lastAsked + LEASE_OVER.toNanos());
            purge(Selection.url(page), false);
            return read();
        } finally {
            cluster.healAll(victim);
        }
    }

    private void betweenVotersAndVictim(boolean answersCut, boolean questionsCut) throws IOException {
        for (int voter = 1; voter <= Cluster.VOTERS; voter++) {
            set(voter, victim.number(), answersCut);
            set(victim.number(), voter, questionsCut);
        }
    }

    private void set(int from, int to, boolean cut) throws IOException {
        if (cut) {
            cluster.network().cut(from, to);
        } else {
            cluster.network().heal(from, to);
        }
    }

    private static void until(long nanos) {
        while (nanos - System.nanoTime() > 0) {
            LockSupport.parkNanos(nanos - System.nanoTime());
        }
    }

    /** A read that the origin has decided on, and will answer late. */
    private CompletableFuture<Optional<String>> lateRead() {
        long before = cluster.origin().answers(page);
        cluster.origin().delay(page, LATE);
        CompletableFuture<Optional<String>> reading = CompletableFuture.supplyAsync(this::read, Ambush::start);
        Eventually.that("the origin is asked", () -> cluster.origin().answers(page) > before);
        cluster.origin().delay(page, 0);
        return reading;
    }

    private void overtake() {
        cluster.origin().write(page);
        purge(Selection.url(page), false);
    }

    /** The victim has it in memory. */
    private void warm() {
        cluster.awaitLease(victim);
        Eventually.that(victim + " keeps " + page, () -> {
            try (Client client = new Client(cluster, victim)) {
                return client.read(page, Client.Way.GET, 0)
                        .getFirst()
                        .seen()
                        .how()
                        .endsWith("; hit");
            }
        });
    }

    private void purge(Selection selection, boolean soft) {
        if (!cluster.purge(coordinator, List.of(selection), soft)) {
            throw new AssertionError(
                    selection + " was not purged:\n" + cluster.history().about(page));
        }
    }

    private Optional<String> read() {
        try (Client client = new Client(cluster, victim)) {
            Client.Answer answer = client.read(page, Client.Way.GET, 0).getFirst();
            return answer.wrong().map(wrong -> answer.seen() + ": " + wrong);
        }
    }

    private static void start(Runnable task) {
        Thread.ofVirtual().start(task);
    }
}
