package io.gosling.bench.policies;

import io.gosling.bench.trace.Trace;
import io.gosling.gos.Ageing;
import io.gosling.gos.AgeingEpoch;
import io.gosling.gos.ObjectRow;
import io.gosling.gos.RowReading;
import io.gosling.gos.replacement.ReplacementPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A model of one node, or of several whose memories are one, answering a trace.
 *
 * <p>The product's own: the policies, rows of the Global Object Table with their four reporters and eight holders
 * ({@link ObjectRow}), ageing and its pause ({@link AgeingEpoch}). As in the product: a miss on the node asked reads the
 * row and adds that node's count to it; a holder is asked, and told the count; who held the object and does no more is asked
 * in vain, and then the next one; nodes report what has changed, and what would go next, once an interval; evictions are
 * told with the report; a node remembers the counts of 65 536 objects that it does not hold.
 *
 * <p>Simpler than the product: the interval is a number of requests; each request goes to a node drawn evenly; one request
 * at a time, so none waits for another's fill; the table loses nothing; nodes hear of an ageing at once; a copy takes its
 * bytes and no overhead; objects do not change; held objects are not announced again for a table that was lost, and no store
 * takes what others refuse.
 */
final class Cluster implements Contestant {
    /** What would go next and is reported too, as by {@code CountReport}: one row in 32 of 10 000. */
    private static final int NEXT_TO_GO = 312;

    /** Ageing rests for ten seconds, an interval is one: so often the mean is looked at. */
    private static final int INTERVALS_TO_AN_AGEING = 10;

    private final List<ModelNode> nodes = new ArrayList<>();
    private final ObjectRow[] rows;
    private final SplittableRandom dealing;
    private final Entrant entrant;
    private final AgeingEpoch epoch;
    private final AgacError error;
    private final int interval;
    private Ageing now;
    private long requests;
    private long intervals;

    /**
     * @param count of nodes, 1 to 32
     * @param budget of all nodes together, in bytes
     * @param interval of reports, in requests to the whole cluster
     * @param seed of the dealing
     */
    Cluster(Trace trace, ModelNode.Names names, Entrant entrant, int count, long budget, int interval, long seed) {
        this.entrant = entrant;
        this.interval = interval;
        this.dealing = new SplittableRandom(seed);
        this.epoch = new AgeingEpoch(entrant.ageing(), () -> intervals * 1_000_000_000L);
        this.now = epoch.now();
        this.rows = new ObjectRow[count == 1 ? 0 : trace.objects()];
        Arrays.fill(rows, ObjectRow.empty());
        this.error = new AgacError(trace.objects());
        for (int tag = 0; tag < count; tag++) {
            ReplacementPolicy policy = ReplacementPolicy.named(entrant.policy(), entrant.ageing());
            nodes.add(new ModelNode(tag, trace, names, policy, budget / count));
        }
    }

    @Override
    public Answer ask(int object) {
        if (requests++ % interval == interval - 1) {
            report();
        }
        error.count(object, now);
        int tag = nodes.size() == 1 ? 0 : dealing.nextInt(nodes.size());
        ModelNode node = nodes.get(tag);
        if (node.asked(object, now)) {
            return Answer.LOCAL;
        }
        Answer answer = nodes.size() == 1 ? Answer.MISS : fetch(object, tag, node);
        error.compare(object, node.agac(object, now), now);
        if (node.offer(object, now) != null && nodes.size() > 1) {
            rows[object] = rows[object].told(tag, node.tally(object), now);
        }
        return answer;
    }

    private Answer fetch(int object, int tag, ModelNode node) {
        RowReading row = tell(object, tag, node);
        for (int holder : row.holders()) {
            if (holder == tag) {
                continue;
            }
            if (nodes.get(holder).holds(object)) {
                nodes.get(holder).heard(object, node.agac(object, now), now);
                return Answer.PEER;
            }
            rows[object] = rows[object].withoutHolder(holder);
        }
        return Answer.MISS;
    }

    private RowReading tell(int object, int tag, ModelNode node) {
        rows[object] = rows[object].told(tag, node.tally(object), now);
        RowReading row = rows[object].readBy(tag);
        node.learn(object, row, now);
        return row;
    }

    private void report() {
        intervals++;
        for (int tag = 0; tag < nodes.size(); tag++) {
            ModelNode node = nodes.get(tag);
            for (int object : node.toReport(entrant.isByCount() ? NEXT_TO_GO : 0)) {
                if (nodes.size() == 1) {
                    node.confirm(object, now);
                } else {
                    tell(object, tag, node);
                }
                node.recount(object, now);
            }
        }
        if (entrant.isByCount() && intervals % INTERVALS_TO_AN_AGEING == 0) {
            age();
        }
    }

    private void age() {
        for (ModelNode node : nodes) {
            epoch.raiseIfDue(node.mean(now), node.fullness(), now.epoch());
        }
        now = epoch.now();
    }

    /** How far the counts by which newcomers were judged were from the truth. */
    AgacError error() {
        return error;
    }
}
