package io.gosling.bench.checker;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Readers at every node, and publishers that write at the origin, purge through any node, and read again from all of
 * them at once. What each does follows from the seed; how they interleave does not.
 */
final class Load {
    private static final int READERS = 4;
    private static final int PUBLISHERS = 12;
    /** Reads of publishers at one node that are not answered yet: a frozen one collects no more. */
    private static final int LOOKS = 4;

    private static final int BURST = 10;
    private static final long RETRY_NANOS = 20_000_000;

    /** The counted events. */
    enum Count {
        READS,
        HITS,
        UNANSWERED,
        WRITES,
        PURGES,
        COMPLETE,
        UNCERTAIN
    }

    private final Cluster cluster;
    private final long seed;
    private final long rate;
    private final long most;
    private final long start = System.nanoTime();
    private final LongAdder operations = new LongAdder();
    private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);
    private final AtomicReference<String> counterexample = new AtomicReference<>();
    private final List<Semaphore> looks = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * @param rate operations a second at most
     * @param most operations in all
     */
    Load(Cluster cluster, long seed, long rate, long most) {
        this.cluster = cluster;
        this.seed = seed;
        this.rate = rate;
        this.most = most;
        for (Count count : Count.values()) {
            counts.put(count, new LongAdder());
        }
        cluster.nodes().forEach(node -> looks.add(new Semaphore(LOOKS)));
    }

    void start() {
        int number = 0;
        for (CheckedNode node : cluster.nodes()) {
            for (int i = 0; i < READERS; i++) {
                Random random = new Random(seed * 1009 + number++);
                threads.add(Thread.ofVirtual().name("reader at " + node).unstarted(() -> read(node, random)));
            }
        }
        for (int i = 0; i < PUBLISHERS; i++) {
            Random random = new Random(seed * 1009 + number++);
            threads.add(Thread.ofVirtual().name("publisher").unstarted(() -> publish(random)));
        }
        threads.forEach(Thread::start);
    }

    /** Returns whether there is nothing more to do. */
    boolean isOver() {
        return operations.sum() >= most || counterexample.get() != null;
    }

    void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** The first fault, with the events that led to it; null as long as there is none. */
    String counterexample() {
        return counterexample.get();
    }

    long operations() {
        return operations.sum();
    }

    long count(Count count) {
        return counts.get(count).sum();
    }

    String counts() {
        StringBuilder text = new StringBuilder(operations() + " operations:");
        counts.forEach((count, sum) -> text.append(' ')
                .append(count.name().toLowerCase(Locale.ROOT))
                .append(' ')
                .append(sum.sum()));
        return text.append(", of the hits ")
                .append(cluster.check().obliged())
                .append(" after a purge that was complete, ")
                .append(cluster.origin().answers())
                .append(" answers of the origin")
                .toString();
    }

    private void did(Count count, int times) {
        operations.add(times);
        counts.get(count).add(times);
    }

    /** Keeps to the rate. */
    private void pace() {
        long due = start + operations.sum() * 1_000_000_000L / rate;
        while (due - System.nanoTime() > 0 && !isOver()) {
            LockSupport.parkNanos(Math.min(due - System.nanoTime(), RETRY_NANOS));
        }
    }

    private void read(CheckedNode node, Random random) {
        try (Client client = new Client(cluster, node)) {
            for (int i = 0; !isOver(); i++) {
                if (i % BURST == 0) {
                    pace();
                }
                int turn = random.nextInt(100);
                Page page = page(random);
                if (node.isRunning()) {
                    look(client, page, way(turn), random.nextInt(4));
                } else {
                    LockSupport.parkNanos(RETRY_NANOS);
                }
            }
        }
    }

    private static Client.Way way(int turn) {
        return turn < 60
                ? Client.Way.GET
                : turn < 72
                        ? Client.Way.TWICE
                        : turn < 82
                                ? Client.Way.CONDITIONAL
                                : turn < 90 ? Client.Way.PART : turn < 96 ? Client.Way.HEAD : Client.Way.RELOAD;
    }

    /** The first few are asked for more often. */
    private Page page(Random random) {
        List<Page> pages = cluster.origin().pages();
        return pages.get(random.nextInt(1 + random.nextInt(pages.size())));
    }

    private void look(Client client, Page page, Client.Way way, int turn) {
        try {
            List<Client.Answer> answers = client.read(page, way, turn);
            did(Count.READS, answers.size());
            for (Client.Answer answer : answers) {
                if (answer.seen().how().contains("; hit")) {
                    counts.get(Count.HITS).increment();
                }
                answer.wrong().ifPresent(wrong -> found(answer.seen(), wrong));
            }
        } catch (UncheckedIOException e) {
            did(Count.UNANSWERED, 1);
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    /** The first is told; what comes after it may only be its consequence. */
    private void found(Seen seen, String wrong) {
        String story = seen + "\nread in the " + (seen.ended() - seen.began()) / 1000 + " us before " + seen.ended()
                + ": " + wrong + "\n\n" + cluster.history().about(seen.page());
        counterexample.compareAndSet(null, story);
    }

    private void publish(Random random) {
        while (!isOver()) {
            pace();
            CheckedNode by = cluster.node(1 + random.nextInt(cluster.nodes().size()));
            if (!by.isRunning()) {
                LockSupport.parkNanos(RETRY_NANOS);
                continue;
            }
            Page page = page(random);
            cluster.origin().write(page);
            did(Count.WRITES, 1);
            List<Selection> about = about(page, random);
            boolean soft = random.nextInt(4) == 0;
            boolean complete = cluster.purge(by, about, soft);
            did(Count.PURGES, 1);
            counts.get(complete ? Count.COMPLETE : Count.UNCERTAIN).increment();
            if (complete) {
                cluster.nodes().forEach(node -> lookAgain(node, page));
            }
        }
    }

    /** Mostly the page alone: what purges many leaves nothing for others to be wrong about. */
    private List<Selection> about(Page page, Random random) {
        int version = cluster.origin().version(page);
        int turn = random.nextInt(60);
        if (turn == 0) {
            return List.of(Selection.everything());
        }
        if (turn < 4) {
            return List.of(Selection.prefix(page.folder()));
        }
        if (turn < 10) {
            return List.of(Selection.tag(page.tags(version).getFirst()));
        }
        if (turn < 13) {
            return List.of(Selection.tag(page.tags(Math.max(0, version - 1)).getLast()));
        }
        return turn < 15
                ? List.of(
                        Selection.url(page),
                        Selection.url(page(random)),
                        Selection.tag(page.kind().name()))
                : List.of(Selection.url(page));
    }

    private void lookAgain(CheckedNode node, Page page) {
        Semaphore free = looks.get(node.number() - 1);
        if (!node.isRunning() || !free.tryAcquire()) {
            return;
        }
        Thread.ofVirtual().name("look at " + node).start(() -> {
            try (Client client = new Client(cluster, node)) {
                look(client, page, Client.Way.GET, 0);
            } finally {
                free.release();
            }
        });
    }
}
