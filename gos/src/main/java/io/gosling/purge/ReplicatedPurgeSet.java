package io.gosling.purge;

import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRecordRange;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeVersionVector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private record Place(long stream, long number) {}

    private record Held(PurgeRequest purge, long learntAt) {}

    private final PurgeSettings settings;
    private final PurgeableCopies copies;
    private final CurrentLease serving;
    /** The newest records, in the order in which they became known; those of one log without a gap to its newest. */
    private final LinkedHashMap<Place, Held> records = new LinkedHashMap<>();

    /** The records that {@link PurgeableCopies#shorter} ones can replace, in the same order, and their size. */
    private final Deque<Place> longer = new ArrayDeque<>();

    private long longerBytes;
    private long bytes;
    private Consumer<PurgeRecordRange> journal = run -> {};
    private PurgeVersionVector clock = PurgeVersionVector.ZERO;
    /** The version vector about to be, for other threads. */
    private volatile PurgeVersionVector claimed = PurgeVersionVector.ZERO;

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
        List<PurgeRequest> news =
                run.purges().stream().skip(known - run.after()).toList();
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

    private boolean hasRoom(long stream) {
        return clock.at(stream) > 0 || clock.numbers().size() < PurgeVersionVector.MOST_STREAMS;
    }

    /** Adds records that are claimed, and applied to the copies. */
    private void add(PurgeRecordRange run, long now) {
        journal.accept(run);
        long number = run.after();
        for (PurgeRequest purge : run.purges()) {
            Place place = new Place(run.stream(), ++number);
            records.put(place, new Held(purge, now));
            bytes += purge.size();
            if (copies.shorter(purge) != null) {
                longer.add(place);
                longerBytes += purge.size();
            }
        }
        shorten();
        clock = claimed;
        tick(now);
    }

    /** Remembers records beyond the share of bulk changes less exactly, so that they displace no others. */
    private void shorten() {
        while (longerBytes > settings.keepBytes() / LONG_SHARE) {
            Held exact = held(longer.getFirst());
            longerBytes -= exact.purge().size();
            PurgeRequest shorter = Objects.requireNonNull(copies.shorter(exact.purge()));
            bytes -= exact.purge().size() - shorter.size();
            records.put(longer.removeFirst(), new Held(shorter, exact.learntAt()));
        }
    }

    private Held held(Place place) {
        return Objects.requireNonNull(records.get(place));
    }

    void tick(long now) {
        while (!records.isEmpty() && isDue(records.firstEntry().getValue(), now)) {
            Map.Entry<Place, Held> oldest = records.pollFirstEntry();
            int size = oldest.getValue().purge().size();
            bytes -= size;
            if (oldest.getKey().equals(longer.peekFirst())) {
                longer.removeFirst();
                longerBytes -= size;
            }
        }
    }

    private boolean isDue(Held oldest, long now) {
        return records.size() > settings.keepRecords()
                || bytes > settings.keepBytes()
                || now - oldest.learntAt() > settings.keep().toNanos();
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
        long newest = clock.at(stream);
        long after = newest;
        while (after > from && records.containsKey(new Place(stream, after))) {
            after--;
        }
        List<PurgeRequest> purges = new ArrayList<>();
        long left = most;
        while (left > 0 && after + purges.size() < newest) {
            purges.add(held(new Place(stream, after + purges.size() + 1)).purge());
            left -= purges.getLast().size();
        }
        return new PurgeRecordRange(stream, after, purges);
    }
}
