package io.gosling.bench.policies;

import io.gosling.bench.trace.ObjectKeys;
import io.gosling.bench.trace.Trace;
import io.gosling.document.Ticker;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.AgeingEpoch;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.replacement.ReplacementPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A model of one node's memory, or of several that are one.
 *
 * <p>The product's own: the policies, rows of the Global Object Table with their four reporters and eight holders
 * ({@link GlobalObjectEntry}), ageing and its pause ({@link AgeingEpoch}). As in the product: a miss on the node asked reads the
 * row and adds that node's count to it; a holder is asked, and told the count; who held the object and does no more is asked
 * in vain, and then the next one; nodes report what has changed, and what would go next; evictions are told with the report; a
 * node remembers the counts of 65 536 objects that it does not hold.
 *
 * <p>Simpler than the product: the table loses nothing; nodes hear of an ageing at once; a copy takes its bytes and no
 * overhead; objects do not change; held objects are not announced again for a table that was lost, and no store takes what
 * others refuse. Used by one thread.
 */
public final class SharedMemory {
    /** What would go next and is reported too, as by {@code CountReport}: one row in 32 of 10 000. */
    private static final int NEXT_TO_GO = 312;

    /** Objects of all nodes together that are kept account of: 31 bytes each. */
    private static final long MOST_ACCOUNTS = 1 << 28;

    /** By their tags; null for one that has left. */
    private final List<@Nullable ModelNode> nodes = new ArrayList<>();

    private final Trace trace;
    private final ObjectKeys keys;
    private final Entrant entrant;
    private final AgeingEpoch epoch;
    private GlobalObjectEntry[] rows = {};
    private Ageing now;
    private long inVain;

    SharedMemory(Trace trace, ObjectKeys keys, Entrant entrant, Ticker ticker) {
        this.trace = trace;
        this.keys = keys;
        this.entrant = entrant;
        this.epoch = new AgeingEpoch(entrant.ageing(), ticker);
        this.now = epoch.now();
    }

    /**
     * Without a node yet.
     *
     * @param replacement a name of {@link ReplacementPolicy#names}
     */
    public static SharedMemory of(Trace trace, ObjectKeys keys, String replacement, Ticker ticker) {
        return new SharedMemory(trace, keys, Entrant.parse(replacement), ticker);
    }

    /**
     * Another node, with nothing in memory.
     *
     * @param budget in bytes
     * @return its tag; they are counted from 0
     */
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
        nodes.add(new ModelNode(tag, trace, keys, ReplacementPolicy.named(entrant.policy(), entrant.ageing()), budget));
        return tag;
    }

    /** A node is there no more; rows that name it find that out when it is asked. */
    public void leave(int tag) {
        nodes.set(tag, null);
    }

    private ModelNode node(int tag) {
        return Objects.requireNonNull(nodes.get(tag));
    }

    private boolean isAlone() {
        return nodes.size() == 1;
    }

    /** A client has asked for an object at a node; whether it is in that node's memory. */
    public boolean asked(int tag, int object) {
        return node(tag).asked(object, now);
    }

    /** Whether an object is in a node's memory. */
    public boolean holds(int tag, int object) {
        ModelNode node = nodes.get(tag);
        return node != null && node.holds(object);
    }

    /** The other node that gives an object to this one, after the row was read; -1 for none. */
    public int holder(int tag, int object) {
        if (isAlone()) {
            return -1;
        }
        ModelNode node = node(tag);
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

    /** How often a node was asked that held the object no more. */
    public long inVain() {
        return inVain;
    }

    /** An object has been brought to a node; whether it is kept. */
    public boolean offer(int tag, int object) {
        ModelNode node = node(tag);
        boolean kept = node.offer(object, now) != null;
        if (kept && !isAlone()) {
            rows[object] = rows[object].told(tag, node.tally(object), now);
        }
        return kept;
    }

    private EntrySummary tell(int object, int tag, ModelNode node) {
        rows[object] = rows[object].told(tag, node.tally(object), now);
        EntrySummary row = rows[object].readBy(tag);
        node.learn(object, row, now);
        return row;
    }

    /** Every node tells the rows what has changed. */
    public void report() {
        for (int tag = 0; tag < nodes.size(); tag++) {
            ModelNode node = nodes.get(tag);
            if (node == null) {
                continue;
            }
            for (int object : node.toReport(entrant.isByCount() ? NEXT_TO_GO : 0)) {
                if (isAlone()) {
                    node.confirm(object, now);
                } else {
                    tell(object, tag, node);
                }
                node.recount(object, now);
            }
        }
    }

    /** Looks whether counts have grown so large that they are to age, and has them if so. */
    public void age() {
        if (entrant.isByCount()) {
            for (ModelNode node : nodes) {
                if (node != null) {
                    epoch.raiseIfDue(node.mean(now), node.fullness(), now.epoch());
                }
            }
            now = epoch.now();
        }
    }

    Ageing now() {
        return now;
    }

    /** The count of an object as a node knows it. */
    double agac(int tag, int object) {
        return node(tag).agac(object, now);
    }
}
