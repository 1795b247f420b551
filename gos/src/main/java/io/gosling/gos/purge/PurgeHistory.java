package io.gosling.gos.purge;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

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

    /** Purges of one object that are distinguished; of more, the later soft ones count as if they had come earlier. */
    private static final int MOST_SOFT = 16;

    /** @param nanos time since which copies have been stale, of a soft one */
    private record NumberedPurge(PurgeTarget target, long number, boolean soft, long nanos) {
        /** Adds it to earlier ones of the same object; a hard one supersedes all. */
        List<NumberedPurge> after(List<NumberedPurge> earlier) {
            if (!soft) {
                return List.of(this);
            }
            List<NumberedPurge> all = new ArrayList<>(earlier);
            long first = all.size() < MOST_SOFT ? nanos : sooner(all.removeLast().nanos, nanos);
            all.add(new NumberedPurge(target, number, true, first));
            return List.copyOf(all);
        }
    }

    /** The purges of single objects, the newest last, and those of many. */
    private final ConcurrentHashMap<String, List<NumberedPurge>> keys = new ConcurrentHashMap<>();

    private volatile List<NumberedPurge> wides = List.of();
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
        List<NumberedPurge> more = new ArrayList<>();
        for (PurgeTarget target : targets) {
            NumberedPurge purge = new NumberedPurge(target, number, soft, since);
            if (target instanceof PurgeTarget.Key one) {
                List<NumberedPurge> old = keys.put(one.key(), purge.after(keys.getOrDefault(one.key(), List.of())));
                characters += old == null ? one.key().length() : 0;
            } else {
                more.add(purge);
            }
        }
        if (!more.isEmpty()) {
            more.addAll(0, wides);
            wides = List.copyOf(more);
        }
        latest = number;
    }

    /** Requires revalidation of all copies, since purges may have been missed. */
    public synchronized void doubtAll() {
        provenFrom = latest + 1;
        latest = provenFrom;
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
        Validity worst = worst(keys.getOrDefault(base, List.of()), since, meant, Validity.GOOD);
        worst = worst(wides, since, meant, worst);
        // Read last: a purge that is forgotten meanwhile has raised it before.
        return since < provenFrom ? worse(worst, Validity.UNPROVEN) : worst;
    }

    private static Validity worst(
            List<NumberedPurge> purges, long since, Predicate<PurgeTarget> meant, Validity otherwise) {
        Validity worst = otherwise;
        for (int i = purges.size() - 1; i >= 0 && purges.get(i).number > since; i--) {
            if (meant.test(purges.get(i).target)) {
                worst = worse(worst, purges.get(i).soft ? Validity.STALE : Validity.GONE);
            }
        }
        return worst;
    }

    private static Validity worse(Validity one, Validity other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    /**
     * The time when a copy that is {@link Validity#STALE} became so, by the ticker: when the earliest soft purge that
     * selects it arrived, or when the node lost the lease that would have delivered it in time; not when that was
     * found. A purge that arrived late has a later number than one that is younger.
     */
    public long staleSince(String key, Set<String> tags, long since) {
        String base = PurgeTarget.base(key);
        return Stream.of(keys.getOrDefault(base, List.<NumberedPurge>of()), wides)
                .flatMap(List::stream)
                .filter(purge -> purge.soft && purge.number > since && purge.target.covers(base, tags))
                .map(NumberedPurge::nanos)
                .reduce(ticker.nanos(), PurgeHistory::sooner);
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
        for (Map.Entry<String, List<NumberedPurge>> purges : keys.entrySet()) {
            if (purges.getValue().getLast().number <= forgotten) {
                characters -= purges.getKey().length();
                keys.remove(purges.getKey());
            }
        }
        wides = wides.stream().filter(wide -> wide.number > forgotten).toList();
    }
}
