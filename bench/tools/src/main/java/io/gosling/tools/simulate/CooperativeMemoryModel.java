package io.gosling.tools.simulate;

import io.gosling.document.Ticker;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.AgeingEpoch;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.replacement.LfuAgingSettings;
import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.trace.TraceObjectKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A model of one node's memory, or of several nodes that share theirs.
 *
 * <p>These parts are the product's own: the policies, directory entries of the Global Object Table with their four
 * reporters and eight holders ({@link GlobalObjectEntry}), aging and its back-off ({@link AgeingEpoch}). As in the
 * product, a miss on a node reads the directory entry and adds that node's count to it; a holder is asked, and is sent
 * the count; a node that no longer holds the object is asked in vain, and then the next one; nodes report changes, and
 * the objects to be evicted next; evictions are part of the report; a node remembers the counts of 65 536 objects that
 * it does not hold.
 *
 * <p>Simpler than in the product: the table loses nothing; nodes learn of an aging at once; a copy takes its bytes and
 * no overhead; objects do not change; held objects are not announced again for a table that was lost, and no storage
 * node takes what others refuse. Used by one thread.
 */
public final class CooperativeMemoryModel {
    /** Objects to be evicted next that are reported too, as by {@code CountReporter}: an entry in 32 of 10 000. */
    private static final int NEXT_TO_GO = 312;

    /** Ageing rests for ten seconds, a report is one: so often the mean is looked at. */
    private static final int REPORTS_TO_AN_AGEING = 10;

    /** Of {@link #hitRatio}. */
    private static final int REQUESTS_TO_A_REPORT = 1000;

    /** Objects of all nodes together that are kept account of: some 20 bytes each. */
    private static final long MOST_ACCOUNTS = 1 << 28;

    /** By their tags; null for one that has left. */
    private final List<@Nullable CooperativeModelNode> nodes = new ArrayList<>();

    private final Trace trace;
    private final TraceObjectKeys keys;
    private final String replacement;
    private final LfuAgingSettings ageing;
    private final AgeingEpoch epoch;
    private GlobalObjectEntry[] rows = {};
    private Ageing now;
    private long inVain;
    private long reports;

    /** @param replacement a name of {@link ReplacementPolicy#names} */
    CooperativeMemoryModel(
            Trace trace, TraceObjectKeys keys, String replacement, LfuAgingSettings ageing, Ticker ticker) {
        this.trace = trace;
        this.keys = keys;
        this.replacement = replacement;
        this.ageing = ageing;
        this.epoch = new AgeingEpoch(ageing, ticker);
        this.now = epoch.now();
    }

    /** The share of hits of one node with this policy, 0 to 1, the cold start included; reports are a second apart. */
    public static double hitRatio(Trace trace, String replacement, long budget) {
        return hitRatio(trace, replacement, budget, 0, trace.requests().length);
    }

    /** The same of the requests from {@code first} on to before {@code end}, counted from 0; the others warm it up. */
    public static double hitRatio(Trace trace, String replacement, long budget, int first, int end) {
        long[] seconds = {0};
        CooperativeMemoryModel memory = new CooperativeMemoryModel(
                trace,
                TraceObjectKeys.of(trace),
                replacement,
                LfuAgingSettings.defaults(),
                () -> seconds[0] * 1_000_000_000L);
        int node = memory.join(budget);
        long hits = 0;
        for (int i = 0; i < end; i++) {
            if (i % REQUESTS_TO_A_REPORT == REQUESTS_TO_A_REPORT - 1) {
                seconds[0]++;
                memory.report();
            }
            int object = trace.requests()[i];
            if (!memory.asked(node, object)) {
                memory.offer(node, object);
            } else if (i >= first) {
                hits++;
            }
        }
        return (double) hits / Math.max(1, end - first);
    }

    /** Another node, with nothing in memory, for so many bytes; returns its tag, counted from 0. */
    public int join(long budget) {
        int tag = nodes.size();
        if ((long) (tag + 1) * trace.objects() > MOST_ACCOUNTS) {
            throw new IllegalArgumentException(trace.objects() + " objects on " + (tag + 1)
                    + " nodes that cooperate are too many; expected 2^28 together: fewer nodes, or a sample");
        }
        if (tag == 1) {
            rows = new GlobalObjectEntry[trace.objects()];
            Arrays.fill(rows, GlobalObjectEntry.empty());
        }
        nodes.add(new CooperativeModelNode(tag, trace, keys, ReplacementPolicy.named(replacement, ageing), budget));
        return tag;
    }

    /** Removes a node; entries that name it are corrected when it is asked. */
    public void leave(int tag) {
        nodes.set(tag, null);
    }

    private CooperativeModelNode node(int tag) {
        return Objects.requireNonNull(nodes.get(tag));
    }

    private boolean isByCount() {
        return replacement.equals("lfu-aging");
    }

    private boolean isAlone() {
        return nodes.size() == 1;
    }

    public boolean asked(int tag, int object) {
        return node(tag).asked(object, now);
    }

    public boolean holds(int tag, int object) {
        CooperativeModelNode node = nodes.get(tag);
        return node != null && node.holds(object);
    }

    /** The other node that gives an object to this one, after the directory entry was read; -1 for none. */
    public int holder(int tag, int object) {
        if (isAlone()) {
            return -1;
        }
        CooperativeModelNode node = node(tag);
        EntrySummary row = tell(object, tag, node);
        for (int holder : row.holders()) {
            if (holder == tag) {
                continue;
            }
            if (holds(holder, object)) {
                node(holder).heard(object, node.agac(object, now), now);
                return holder;
            }
            inVain++;
            rows[object] = rows[object].withoutHolder(holder);
        }
        return -1;
    }

    /** The number of requests to nodes that no longer held the object. */
    public long inVain() {
        return inVain;
    }

    public boolean offer(int tag, int object) {
        CooperativeModelNode node = node(tag);
        boolean kept = node.offer(object, now);
        if (kept && !isAlone()) {
            rows[object] = rows[object].told(tag, node.loadCounts(object), now);
        }
        return kept;
    }

    private EntrySummary tell(int object, int tag, CooperativeModelNode node) {
        rows[object] = rows[object].told(tag, node.loadCounts(object), now);
        EntrySummary row = rows[object].readBy(tag);
        node.learn(object, row, now);
        return row;
    }

    /** Has nodes report their counts, and now and then looks whether these have grown so large that they are to age. */
    public void report() {
        for (int tag = 0; tag < nodes.size(); tag++) {
            CooperativeModelNode node = nodes.get(tag);
            if (node == null) {
                continue;
            }
            for (int object : node.toReport(isByCount() ? NEXT_TO_GO : 0)) {
                if (isAlone()) {
                    node.confirm(object, now);
                } else {
                    tell(object, tag, node);
                }
                node.recount(object, now);
            }
        }
        if (++reports % REPORTS_TO_AN_AGEING == 0 && isByCount()) {
            for (CooperativeModelNode node : nodes) {
                if (node != null) {
                    epoch.raiseIfDue(node.mean(now), node.fullness(), now.epoch());
                }
            }
            now = epoch.now();
        }
    }
}
