package io.gosling.tools.policies;

import io.gosling.tools.trace.Trace;
import io.gosling.tools.trace.TraceObjectKeys;
import java.util.SplittableRandom;

/**
 * A model of one node, or of several that share their memories ({@link CooperativeMemoryModel}), answering a trace:
 * each request goes to a node drawn evenly, and ends before the next one comes, so that none waits for another's fetch.
 * An interval of reports, which is a second in the product, is a number of requests.
 */
final class CooperativeModelCache implements ModelCache {
    private final CooperativeMemoryModel memory;
    private final int nodes;
    private final SplittableRandom dealing;
    private final HitCountErrorHistogram error;
    private final int interval;
    private long requests;
    private long intervals;

    /** @param interval of reports, in requests to the whole cluster */
    CooperativeModelCache(
            Trace trace,
            TraceObjectKeys keys,
            ReplacementPolicySpecification entrant,
            int count,
            long budget,
            int interval,
            long seed) {
        this.nodes = count;
        this.interval = interval;
        this.dealing = new SplittableRandom(seed);
        this.memory = new CooperativeMemoryModel(trace, keys, entrant, () -> intervals * 1_000_000_000L);
        this.error = new HitCountErrorHistogram(trace.objects());
        for (int node = 0; node < count; node++) {
            memory.join(budget / count);
        }
    }

    @Override
    public Answer ask(int object) {
        if (requests++ % interval == interval - 1) {
            intervals++;
            memory.report();
        }
        error.count(object, memory.now());
        int tag = nodes == 1 ? 0 : dealing.nextInt(nodes);
        if (memory.asked(tag, object)) {
            return Answer.LOCAL;
        }
        Answer answer = memory.holder(tag, object) < 0 ? Answer.MISS : Answer.PEER;
        error.compare(object, memory.agac(tag, object), memory.now());
        memory.offer(tag, object);
        return answer;
    }

    HitCountErrorHistogram error() {
        return error;
    }
}
