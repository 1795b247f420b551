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
 * The purges this node has applied, numbered as they came. Each copy and each fill knows the number up to which it is
 * known to be good, and is held against what came after: a copy before it is served, a fill before somebody joins it and
 * before it is kept. So a purge takes effect at once and whatever it is about, however many objects there are; memory is
 * given back afterwards, by a sweep.
 *
 * <p>What was purged is written before the number that tells of it, so who sees the number sees the purge. Event loops
 * compare two numbers; everything else happens after a purge only, once for each copy. Safe for use by many threads.
 */
public final class PurgeHistory {
    /** What is to be thought of bytes that were good as of some number. */
    public enum Standing {
        GOOD,
        /** Purged softly: as if its lifetime were over. */
        STALE,
        /** What happened meanwhile is not known: to be compared with its source before it is served. */
        UNPROVEN,
        /** Purged: never to be served again. */
        GONE
    }

    /** What is remembered at most before a sweep is due: clients' unsafe requests are remembered too. */
    private static final int MOST_KEYS = 1 << 14;

    private static final int MOST_CHARACTERS = 4 << 20;
    private static final int MOST_WIDES = 1 << 12;

    /** Soft purges of one object that are told apart; of more, the later ones count as if they had come earlier. */
    private static final int MOST_SOFT = 16;

    /** A soft purge of one object, and those before it. */
    private record Soft(long number, long nanos, @Nullable Soft earlier, int depth) {
        /** Numbered anew, and as early as the earlier of the two. */
        Soft joined(long number, long nanos) {
            return new Soft(number, sooner(this.nanos, nanos), earlier, depth);
        }
    }

    private record Mark(long hard, @Nullable Soft soft) {
        private static final Mark NONE = new Mark(0, null);

        /** A hard purge leaves nothing for which the soft ones before it would mean something. */
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

        /** The earliest moment of the soft purges after a number, which need not be that of the first; or {@code otherwise}. */
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

    /** The number of the last purge. To be taken before the bytes are asked for that are good as of it. */
    public long latest() {
        return latest;
    }

    /** From now on these are gone; in force for every thread when this returns. */
    public void add(Collection<PurgeTarget> targets) {
        add(targets, false, ticker.nanos());
    }

    /** From now on these are stale; in force for every thread when this returns. */
    public void soften(Collection<PurgeTarget> targets) {
        add(targets, true, ticker.nanos());
    }

    /**
     * The same of what others knew of before.
     *
     * @param byNanos since when they have been so as far as others may know, by the ticker; what is not past yet is now
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
     * Purges may have been missed: nothing that is held is served any more before it was compared with its source.
     *
     * @return the number as of which whatever comes now is good
     */
    public synchronized long doubtAll() {
        long number = latest + 1;
        provenFrom = number;
        latest = number;
        return number;
    }

    /**
     * What is to be thought of a copy.
     *
     * @param key its key, variants included
     * @param since the number as of which it is known to be good
     */
    public Standing judge(String key, Set<String> tags, long since) {
        return judge(PurgeTarget.base(key), since, target -> target.covers(PurgeTarget.base(key), tags));
    }

    /** Whether a fill, of which not even the tags are known yet, may be joined by a request that has just come. */
    public boolean isJoinable(String key, long since) {
        String base = PurgeTarget.base(key);
        return judge(base, since, target -> target instanceof PurgeTarget.Tag || target.covers(base, Set.of()))
                == Standing.GOOD;
    }

    private Standing judge(String base, long since, Predicate<PurgeTarget> meant) {
        if (since >= latest) {
            return Standing.GOOD;
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
            return Standing.GONE;
        }
        // Read last: what is forgotten while this looks has raised it before.
        return since < provenFrom ? Standing.UNPROVEN : stale ? Standing.STALE : Standing.GOOD;
    }

    /**
     * When a copy that is {@link Standing#STALE} became so, by the ticker: when the earliest soft purge came that means it,
     * or when the node lost the right to hear of it in time; not when that was found. A purge that was heard of late has a
     * later number than one that is younger.
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

    /** Whether so much is remembered that it should be held against everything and forgotten. */
    public synchronized boolean isFull() {
        return keys.size() > MOST_KEYS || characters > MOST_CHARACTERS || wides.size() > MOST_WIDES;
    }

    /** How many purges are remembered, wide ones for as many as they are about. */
    public int remembered() {
        return keys.size() + wides.size();
    }

    /**
     * All copies were held against everything up to a number: what the sweep before had seen is forgotten. It is kept for
     * the time between two sweeps, for the fills that had begun.
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
