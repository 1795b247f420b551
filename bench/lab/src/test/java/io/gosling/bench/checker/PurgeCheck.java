package io.gosling.bench.checker;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The judgement: what was read after a purge was answered as complete must have been asked of the origin, or confirmed
 * by it, after that purge had been sent. All times are of one clock. Pure but for what it remembers; safe for use by
 * many threads.
 *
 * <p>Whoever purges without certainty (207, a time-out, a driver that dies) obliges nobody, and is not told of here. A
 * soft purge obliges as a hard one does, since these origins are always there: but a page that may be served stale for
 * a while is that much later obliged.
 */
final class PurgeCheck {
    /** A response of the origin: its page, its version, and the time at which the request had been read. */
    private record Given(Page page, int version, long asked) {}

    /** The time at which the newest purge was sent of those that were complete by the time that is the key. */
    private static final class Obligation {
        private final NavigableMap<Long, Long> sentByEnd = new ConcurrentSkipListMap<>();

        synchronized void add(long sent, long ended) {
            Map.Entry<Long, Long> before = sentByEnd.floorEntry(ended);
            sentByEnd.put(ended, before == null ? sent : Math.max(sent, before.getValue()));
            sentByEnd.tailMap(ended, false).replaceAll((end, other) -> Math.max(sent, other));
        }

        /** The time at which the newest purge was sent that was over before this; the lowest number without one. */
        long before(long began) {
            Map.Entry<Long, Long> last = sentByEnd.lowerEntry(began);
            return last == null ? Long.MIN_VALUE : last.getValue();
        }
    }

    private final Map<Long, Given> given = new ConcurrentHashMap<>();
    /** The time from which the version of a page was no longer the current one. */
    private final Map<String, Long> replaced = new ConcurrentHashMap<>();

    private final Map<Selection, Obligation> hard = new ConcurrentHashMap<>();
    private final Map<Selection, Obligation> soft = new ConcurrentHashMap<>();
    private final LongAdder obliged = new LongAdder();

    /** By which purge a read is obliged, and when that was sent. */
    private record Obliged(Selection by, long sent) {
        Obliged or(Obliged other) {
            return other.sent > sent ? other : this;
        }
    }

    private static Obliged newest(Map<Selection, Obligation> obligations, Seen seen, long began) {
        Obliged newest = new Obliged(null, Long.MIN_VALUE);
        for (Selection selection : Selection.covering(seen.page(), seen.version())) {
            Obligation obligation = obligations.get(selection);
            if (obligation != null) {
                long sent = obligation.before(began);
                newest = newest.or(new Obliged(sent == Long.MIN_VALUE ? null : selection, sent));
            }
        }
        return newest;
    }

    /** The origin has read a request and is about to answer it from this version, with a 200 or a 304. */
    void asked(long serial, Page page, int version, long when) {
        given.put(serial, new Given(page, version, when));
    }

    /** This version is the current one no more. */
    void replaced(Page page, int version, long when) {
        replaced.put(page.number() + " " + version, when);
    }

    /** A purge was answered as complete. */
    void purged(List<Selection> selections, boolean isSoft, long sent, long ended) {
        for (Selection selection : selections) {
            (isSoft ? soft : hard)
                    .computeIfAbsent(selection, made -> new Obligation())
                    .add(sent, ended);
        }
    }

    /** Reads from memory that some purge had obliged. */
    long obliged() {
        return obliged.sum();
    }

    /** Describes a fault of an answer that has bytes or stands for them; empty when it is right. */
    Optional<String> judge(Seen seen) {
        Given from = seen.serial() < 0 ? null : given.get(seen.serial());
        if (seen.serial() >= 0 && (from == null || !from.page().equals(seen.page()))) {
            return Optional.of("the origin has never given answer " + seen.serial() + " for " + seen.page());
        }
        if (from != null && from.version() != seen.version()) {
            return Optional.of(
                    "answer " + seen.serial() + " was version " + from.version() + ", and not " + seen.version());
        }
        long lenience = seen.page().kind() == Page.Kind.LENIENT ? Page.STALE_NANOS : 0;
        Obliged newest = newest(hard, seen, seen.began()).or(newest(soft, seen, seen.began() - lenience));
        if (newest.by() == null) {
            return Optional.empty();
        }
        long sent = newest.sent();
        if (seen.how().endsWith("hit") || seen.how().contains("; hit;")) {
            obliged.increment();
        }
        Long until = replaced.get(seen.page().number() + " " + seen.version());
        if (from != null && from.asked() < sent) {
            return Optional.of(
                    "it began after a purge of " + newest.by() + " was complete, and has what the origin was asked"
                            + " for " + (sent - from.asked()) / 1000 + " us before that purge was sent");
        }
        if (until != null && until < sent) {
            return Optional.of(
                    "it began after a purge of " + newest.by() + " was complete, and has a version that was replaced "
                            + (sent - until) / 1000 + " us before that purge was sent");
        }
        return Optional.empty();
    }
}
