package io.gosling.common;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/** A counter for each kind of event. Safe for use by many threads, without locks. */
public class EventCounters<E extends Enum<E>> {
    private final E[] kinds;
    private final Function<E, String> label;
    private final LongAdder[] counts;

    /** @param label the name of a kind in {@link #snapshot} */
    public EventCounters(Class<E> kind, Function<E, String> label) {
        this.kinds = kind.getEnumConstants();
        this.label = label;
        this.counts = new LongAdder[kinds.length];
        Arrays.setAll(counts, place -> new LongAdder());
    }

    public final void count(E kind) {
        add(kind, 1);
    }

    public final void add(E kind, long more) {
        counts[kind.ordinal()].add(more);
    }

    public final long of(E kind) {
        return counts[kind.ordinal()].sum();
    }

    public final Map<String, Long> snapshot() {
        Map<String, Long> all = new LinkedHashMap<>();
        for (E kind : kinds) {
            all.put(label.apply(kind), of(kind));
        }
        return Collections.unmodifiableMap(all);
    }
}
