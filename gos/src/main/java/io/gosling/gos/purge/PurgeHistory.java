package io.gosling.gos.purge;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The purges this node has applied, numbered in the order of arrival. Each copy and each fetch is valid up to a number,
 * and is checked against later purges: a copy before it is served, a fetch before a request joins it and before it is
 * stored. So a purge takes effect at once, whatever it selects and however many objects there are; memory is freed
 * afterwards, by a sweep.
 *
 * <p>A purge is written before the number that announces it, so a thread that sees the number sees the purge. Event
 * loops compare two numbers; everything else happens after a purge only, once for each copy. Safe for use by many
 * threads.
 */
public final class PurgeHistory {
    /** The validity of bytes that were good as of some purge number. */
    public enum Validity {
        GOOD,
        /** Purged softly: as if its lifetime were over. */
        STALE,
        /** Purges may have been missed meanwhile: needs revalidation before it is served. */
        UNPROVEN,
        /** Purged: never to be served again. */
        GONE
    }

    /** The most keys remembered before a sweep is due: clients' unsafe requests are remembered too. */
    private static final int MOST_KEYS = 1 << 14;

    private static final int MOST_CHARACTERS = 4 << 20;
    private static final int MOST_WIDES = 1 << 12;

    /** Soft purges of one object that are distinguished; of more, the later ones count as if they had come earlier. */
    private static final int MOST_SOFT = 16;

    /** A soft purge of one object, linked to earlier ones. */
    private record Soft(long number, long nanos, @Nullable Soft earlier, int depth) {
        Soft joined(long number, long nanos) {
            return new Soft(number, sooner(this.nanos, nanos), earlier, depth);
        }
    }

    private record Mark(long hard, @Nullable Soft soft) {
        private static final Mark NONE = new Mark(0, null);

        /** Adds a purge; a hard one supersedes soft ones. */
        Mark with(long number, boolean isSoft, long nanos) {
            if (!isSoft) {
                return new Mark(number, null);
            }
            return soft != null && soft.depth == MOST_SOFT
                    ? new Mark(hard, soft.joined(number, nanos))
                    : new Mark(hard, new Soft(number, nanos, soft, soft == null ? 1 : soft.depth + 1));
        }

        long lastSoft() {
            return soft == null ? 0 : soft.number;
        }

        long last() {
            return Math.max(hard, lastSoft());
        }

        /** The earliest moment of the soft purges after a number, or {@code otherwise}. */
        long softened(long since, long otherwise) {
            long first = otherwise;
            for (Soft one = soft; one != null && one.number > since; one = one.earlier) {
                first = PurgeHistory.sooner(first, one.nanos);
            }
            return first;
        }
    }

    /** A purge of more than one object. */
    private record Wide(PurgeTarget target, long number, boolean soft, long nanos) {}

    private final ConcurrentHashMap<String, Mark> keys = new ConcurrentHashMap<>();
    private volatile List<Wide> wides = List.of();
    private volatile long provenFrom;
    private volatile long latest;

    @GuardedBy("this")
    private long swept;

    @GuardedBy("this")
    private long characters;

    private final Ticker ticker;

    public PurgeHistory(Ticker ticker) {
        this.ticker = ticker;
    }

    /** The number of the last purge. Must be read before the request for bytes that are valid as of it. */
    public long latest() {
        return latest;
    }

    /** Purges targets; in force for every thread when this returns. */
    public void add(Collection<PurgeTarget> targets) {
        add(targets, false, ticker.nanos());
    }

    /** Makes targets stale; in force for every thread when this returns. */
    public void soften(Collection<PurgeTarget> targets) {
        add(targets, true, ticker.nanos());
    }

    /**
     * The same for purges that others knew before.
     *
     * @param byNanos time since which they have been stale as far as others may know, by the ticker; a future time
     *     counts as now
     */
    public void soften(Collection<PurgeTarget> targets, long byNanos) {
        add(targets, true, byNanos);
    }

    private synchronized void add(Collection<PurgeTarget> targets, boolean soft, long byNanos) {
        long number = latest + 1;
        long since = sooner(ticker.nanos(), byNanos);
        List<Wide> more = new ArrayList<>();
        for (PurgeTarget target : targets) {
            if (target instanceof PurgeTarget.Key one) {
                Mark mark = keys.getOrDefault(one.key(), Mark.NONE);
                Mark old = keys.put(one.key(), mark.with(number, soft, since));
                characters += old == null ? one.key().length() : 0;
            } else {
                more.add(new Wide(target, number, soft, since));
            }
        }
        if (!more.isEmpty()) {
            more.addAll(0, wides);
            wides = List.copyOf(more);
        }
        latest = number;
    }

    /**
     * Requires revalidation of all copies, since purges may have been missed.
     *
     * @return the number as of which later copies are valid
     */
    public synchronized long doubtAll() {
        long number = latest + 1;
        provenFrom = number;
        latest = number;
        return number;
    }

    /**
     * Judges a copy.
     *
     * @param key its key, variants included
     * @param since the number as of which it is known to be good
     */
    public Validity judge(String key, Set<String> tags, long since) {
        return judge(PurgeTarget.base(key), since, target -> target.covers(PurgeTarget.base(key), tags));
    }

    /** Returns true if a new request may join a fetch whose tags are not known yet. */
    public boolean isJoinable(String key, long since) {
        String base = PurgeTarget.base(key);
        return judge(base, since, target -> target instanceof PurgeTarget.Tag || target.covers(base, Set.of()))
                == Validity.GOOD;
    }

    private Validity judge(String base, long since, Predicate<PurgeTarget> meant) {
        if (since >= latest) {
            return Validity.GOOD;
        }
        Mark mark = keys.getOrDefault(base, Mark.NONE);
        boolean gone = mark.hard > since;
        boolean stale = mark.lastSoft() > since;
        List<Wide> ordered = wides;
        for (int i = ordered.size() - 1; i >= 0 && ordered.get(i).number > since; i--) {
            if (meant.test(ordered.get(i).target)) {
                gone |= !ordered.get(i).soft;
                stale |= ordered.get(i).soft;
            }
        }
        if (gone) {
            return Validity.GONE;
        }
        // Read last: a purge that is forgotten meanwhile has raised it before.
        return since < provenFrom ? Validity.UNPROVEN : stale ? Validity.STALE : Validity.GOOD;
    }

    /**
     * The time when a copy that is {@link Validity#STALE} became so, by the ticker: when the earliest soft purge that
     * selects it arrived, or when the node lost the lease that would have delivered it in time; not when that was
     * found. A purge that arrived late has a later number than one that is younger.
     */
    public long staleSince(String key, Set<String> tags, long since) {
        String base = PurgeTarget.base(key);
        long first = keys.getOrDefault(base, Mark.NONE).softened(since, ticker.nanos());
        for (Wide wide : wides) {
            if (wide.soft && wide.number > since && wide.target.covers(base, tags)) {
                first = sooner(first, wide.nanos);
            }
        }
        return first;
    }

    private static long sooner(long one, long other) {
        return one - other < 0 ? one : other;
    }

    public synchronized boolean isFull() {
        return keys.size() > MOST_KEYS || characters > MOST_CHARACTERS || wides.size() > MOST_WIDES;
    }

    /** The number of purges remembered; a wide one counts as many as its targets. */
    public int remembered() {
        return keys.size() + wides.size();
    }

    /**
     * All copies were checked against everything up to a number: the purges that the sweep before had seen are
     * forgotten. They are kept for the time between two sweeps, for the fetches that had begun.
     */
    public synchronized void swept(long number) {
        long forgotten = swept;
        swept = number;
        provenFrom = Math.max(provenFrom, forgotten);
        Iterator<Map.Entry<String, Mark>> entries = keys.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<String, Mark> entry = entries.next();
            if (entry.getValue().last() <= forgotten) {
                characters -= entry.getKey().length();
                entries.remove();
            }
        }
        wides = wides.stream().filter(wide -> wide.number > forgotten).toList();
    }
}
