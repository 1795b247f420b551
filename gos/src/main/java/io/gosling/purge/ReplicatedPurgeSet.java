package io.gosling.purge;

import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRecordRange;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeVersionVector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The purges that this node knows: a set that only grows, represented by a version vector and the newest records. A
 * purge that becomes known is applied to this node's copies before it appears in the version vector, so a node that
 * shows the version vector has done everything that it stands for.
 *
 * <p>Records are forgotten after a while; the version vector never is. Belongs to the owner of
 * {@link PurgeParticipant}; no lock.
 */
final class ReplicatedPurgeSet {
    static final int ENVELOPE_BYTES = 512 * 1024;

    /** The share of the remembered bytes for purges that shorter ones can replace. */
    private static final int LONG_SHARE = 2;

    /** A purge in the log, with its size and the time at which it was learnt. */
    private static final class Held {
        final long stream;
        final long number;
        final long learntAt;
        int size;

        Held(long stream, long number, int size, long learntAt) {
            this.stream = stream;
            this.number = number;
            this.size = size;
            this.learntAt = learntAt;
        }
    }

    private final PurgeSettings settings;
    private final PurgeableCopies copies;
    private final CurrentLease serving;
    private final Map<Long, NavigableMap<Long, PurgeRequest>> records = new HashMap<>();
    /** The same records in the order in which they became known. */
    private final Deque<Held> order = new ArrayDeque<>();
    /** The records that {@link PurgeableCopies#shorter} ones can replace, and their size. */
    private final Deque<Held> longer = new ArrayDeque<>();

    private long longerBytes;
    private Consumer<PurgeRecordRange> journal = run -> {};
    private PurgeVersionVector clock = PurgeVersionVector.ZERO;
    /** The version vector about to be, for other threads. */
    private volatile PurgeVersionVector claimed = PurgeVersionVector.ZERO;

    private long bytes;

    ReplicatedPurgeSet(PurgeSettings settings, PurgeableCopies copies, CurrentLease serving) {
        this.settings = settings;
        this.copies = copies;
        this.serving = serving;
    }

    /** Sets the journal, which receives all that becomes known, before anything else can see it. */
    void keepJournal(Consumer<PurgeRecordRange> kept) {
        journal = kept;
    }

    PurgeVersionVector clock() {
        return clock;
    }

    /** Returns at least all that was applied to the copies; any thread. */
    PurgeVersionVector claimed() {
        return claimed;
    }

    /** Learns consecutive records; returns false, with nothing learnt, when earlier ones are missing. */
    boolean learn(PurgeRecordRange run, long now) {
        long known = clock.at(run.stream());
        if (run.after() > known || !hasRoom(run.stream())) {
            return false;
        }
        int old = (int) Math.min(known - run.after(), run.purges().size());
        List<PurgeRequest> news = run.purges().subList(old, run.purges().size());
        if (!news.isEmpty()) {
            claimed = clock.with(run.stream(), known + news.size());
            long number = known;
            for (PurgeRequest purge : news) {
                copies.learn(new PurgeRecord(run.stream(), ++number, purge), serving.awaitedUntil());
            }
            add(new PurgeRecordRange(run.stream(), known, news), now);
        }
        return true;
    }

    /** Learns from a quorum member; records that it has forgotten require revalidation of all copies. */
    void catchUp(PurgeRecordRange run, long now) {
        if (run.after() > clock.at(run.stream()) && hasRoom(run.stream())) {
            claimed = clock.with(run.stream(), run.after());
            copies.doubt();
            add(new PurgeRecordRange(run.stream(), run.after(), List.of()), now);
        }
        learn(run, now);
    }

    private NavigableMap<Long, PurgeRequest> of(long stream) {
        return records.computeIfAbsent(stream, unused -> new TreeMap<>());
    }

    private boolean hasRoom(long stream) {
        return clock.at(stream) > 0 || clock.numbers().size() < PurgeVersionVector.MOST_STREAMS;
    }

    private void add(PurgeRecordRange run, long now) {
        journal.accept(run);
        NavigableMap<Long, PurgeRequest> stream = of(run.stream());
        if (run.after() > clock.at(run.stream())) {
            stream.clear();
        }
        long number = run.after();
        for (PurgeRequest purge : run.purges()) {
            number++;
            stream.put(number, purge);
            Held held = new Held(run.stream(), number, purge.size(), now);
            order.add(held);
            bytes += held.size;
            if (copies.shorter(purge) != null) {
                longer.add(held);
                longerBytes += held.size;
            }
        }
        shorten();
        clock = clock.with(run.stream(), number);
        tick(now);
    }

    /** Remembers records beyond the share of bulk changes less exactly, so that they displace no others. */
    private void shorten() {
        while (longerBytes > settings.keepBytes() / LONG_SHARE) {
            Held oldest = longer.removeFirst();
            longerBytes -= oldest.size;
            PurgeRequest purge = of(oldest.stream).get(oldest.number);
            PurgeRequest shorter = purge == null ? null : copies.shorter(purge);
            if (shorter != null) {
                of(oldest.stream).put(oldest.number, shorter);
                bytes -= oldest.size - shorter.size();
                oldest.size = shorter.size();
            }
        }
    }

    void tick(long now) {
        while (!order.isEmpty() && isDue(order.getFirst(), now)) {
            Held oldest = order.removeFirst();
            bytes -= oldest.size;
            of(oldest.stream).remove(oldest.number);
            if (oldest.equals(longer.peekFirst())) {
                longer.removeFirst();
                longerBytes -= oldest.size;
            }
        }
    }

    private boolean isDue(Held oldest, long now) {
        return order.size() > settings.keepRecords()
                || bytes > settings.keepBytes()
                || now - oldest.learntAt > settings.keep().toNanos();
    }

    /** The records that a node with {@code known} misses: as many as fit into one message, at least one. */
    List<PurgeRecordRange> since(PurgeVersionVector known) {
        return since(known, ENVELOPE_BYTES);
    }

    List<PurgeRecordRange> whole() {
        return since(PurgeVersionVector.ZERO, Long.MAX_VALUE);
    }

    private List<PurgeRecordRange> since(PurgeVersionVector known, long most) {
        List<PurgeRecordRange> runs = new ArrayList<>();
        long left = most;
        for (Map.Entry<Long, Long> entry : clock.numbers().entrySet()) {
            long from = known.at(entry.getKey());
            if (from < entry.getValue() && left > 0) {
                PurgeRecordRange run = run(entry.getKey(), from, left);
                runs.add(run);
                left -= run.size();
            }
        }
        return runs;
    }

    private PurgeRecordRange run(long stream, long from, long most) {
        List<PurgeRequest> purges = new ArrayList<>();
        long after = clock.at(stream);
        long left = most;
        for (Map.Entry<Long, PurgeRequest> entry :
                of(stream).tailMap(from, false).entrySet()) {
            if (left <= 0) {
                break;
            }
            if (purges.isEmpty()) {
                after = entry.getKey() - 1;
            }
            purges.add(entry.getValue());
            left -= entry.getValue().size();
        }
        return new PurgeRecordRange(stream, after, purges);
    }
}
