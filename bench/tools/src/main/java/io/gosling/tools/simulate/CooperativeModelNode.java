package io.gosling.tools.simulate;

import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.gos.replacement.ReplacementPolicy.Decision;
import io.gosling.gos.replacement.ReplacementPolicy.Figures;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.trace.TraceObjectKeys;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One node of the model: the objects it holds, its own counts, and the cluster's counts as far as it knows them. Its
 * policy is the product's; counts follow the product's rules in arrays, for objects without bytes.
 */
final class CooperativeModelNode {
    /** Objects that a node does not hold and whose counts it remembers, as in the product. */
    private static final int REMEMBERED = 65_536;

    private final int tag;
    private final Trace trace;
    private final TraceObjectKeys keys;
    private final ReplacementPolicy policy;
    private final long budget;
    /** The latest of them last. */
    private final LinkedHashSet<Integer> notHeld = new LinkedHashSet<>();

    private final BitSet held = new BitSet();
    private final BitSet announced = new BitSet();
    private final int[] count;
    private final int[] forgotten;
    private final int[] acknowledged;
    private final double[] agac;
    private final int[] epoch;
    private final BitSet elsewhere = new BitSet();
    private final Set<Integer> changed = new LinkedHashSet<>();
    private long used;

    CooperativeModelNode(int tag, Trace trace, TraceObjectKeys keys, ReplacementPolicy policy, long budget) {
        this.tag = tag;
        this.trace = trace;
        this.keys = keys;
        this.policy = policy;
        this.budget = budget;
        int objects = trace.objects();
        this.count = new int[objects];
        this.forgotten = new int[objects];
        this.acknowledged = new int[objects];
        this.agac = new double[objects];
        this.epoch = new int[objects];
    }

    boolean asked(int object, Ageing now) {
        count[object]++;
        changed.add(object);
        if (held.get(object)) {
            policy.touched(keys.key(object), figures(object, now));
            return true;
        }
        remember(object);
        return false;
    }

    private void remember(int object) {
        notHeld.addLast(object);
        if (notHeld.size() > REMEMBERED) {
            forget(notHeld.removeFirst());
        }
    }

    private void forget(int object) {
        forgotten[object] = count[object];
        acknowledged[object] = count[object];
        agac[object] = 0;
        elsewhere.clear(object);
    }

    boolean holds(int object) {
        return held.get(object);
    }

    /** Offers a fetched object; returns whether it was kept. */
    boolean offer(int object, Ageing now) {
        long bytes = trace.sizes()[object];
        Figures figures = figures(object, now);
        if (bytes > budget || !(policy.offer(keys.key(object), figures, budget - used) instanceof Decision.Keep keep)) {
            return false;
        }
        for (String key : keep.victims()) {
            evict(keys.number(key));
        }
        if (used + bytes > budget) {
            throw new IllegalStateException("the victims of " + keys.key(object) + " do not make room for it");
        }
        policy.kept(keys.key(object), figures);
        held.set(object);
        announced.set(object);
        notHeld.remove(object);
        used += bytes;
        return true;
    }

    private void evict(int object) {
        policy.removed(keys.key(object));
        held.clear(object);
        used -= trace.sizes()[object];
        changed.add(object);
        remember(object);
    }

    private Figures figures(int object, Ageing now) {
        int asked = count[object] - forgotten[object];
        return new Figures(trace.sizes()[object], agac(object, now), now.epoch(), asked, elsewhere.get(object));
    }

    double agac(int object, Ageing now) {
        int unconfirmed = Math.max(0, count[object] - acknowledged[object]);
        return Math.min(now.cap(), now.aged(agac[object], epoch[object]) + unconfirmed);
    }

    LocalCountReport loadCounts(int object) {
        Holding holding = held.get(object) ? Holding.HELD : announced.get(object) ? Holding.DROPPED : Holding.SEEN;
        return new LocalCountReport(
                keys.key(object), count[object], acknowledged[object], agac[object], epoch[object], 0, holding);
    }

    void learn(int object, EntrySummary row, Ageing now) {
        agac[object] = Math.max(now.aged(agac[object], epoch[object]), now.aged(row.agac(), row.epoch()));
        epoch[object] = now.epoch();
        acknowledged[object] = (int) Math.max(acknowledged[object], row.counted());
        elsewhere.set(object, row.holders().stream().anyMatch(holder -> holder != tag));
        announced.set(object, held.get(object));
    }

    /** Confirms the count of a node without a directory: its own counts are all there are. */
    void confirm(int object, Ageing now) {
        agac[object] = agac(object, now);
        epoch[object] = now.epoch();
        acknowledged[object] = count[object];
    }

    void heard(int object, double theirs, Ageing now) {
        agac[object] = Math.max(now.aged(agac[object], epoch[object]), theirs);
        epoch[object] = now.epoch();
        recount(object, now);
    }

    void recount(int object, Ageing now) {
        if (held.get(object)) {
            policy.recounted(keys.key(object), figures(object, now));
        }
    }

    /** Objects whose counts have changed since the last call, and those to be evicted next. */
    List<Integer> toReport(int nextToGo) {
        policy.nextToGo(nextToGo).forEach(key -> changed.add(keys.number(key)));
        List<Integer> report = List.copyOf(changed);
        changed.clear();
        return report;
    }

    double mean(Ageing now) {
        return held.stream().mapToDouble(object -> agac(object, now)).average().orElse(0);
    }

    double fullness() {
        return budget == 0 ? 1 : (double) used / budget;
    }
}
