package io.gosling.tools.policies;

import io.gosling.tools.trace.Trace;

/**
 * The results of one contestant for a trace.
 *
 * @param requests of the whole trace: the cold start counts
 * @param hits answered from memory, of the node asked or another
 * @param localHits of these, from the node asked
 * @param hitBytes of those answered from memory
 */
record PolicyScore(long requests, long hits, long localHits, long bytes, long hitBytes, long nanos) {
    static PolicyScore of(Trace trace, ModelCache contestant) {
        long began = System.nanoTime();
        long hits = 0;
        long local = 0;
        long bytes = 0;
        long hitBytes = 0;
        for (int object : trace.requests()) {
            ModelCache.Answer answer = contestant.ask(object);
            long size = trace.sizes()[object];
            bytes += size;
            if (answer != ModelCache.Answer.MISS) {
                hits++;
                hitBytes += size;
                local += answer == ModelCache.Answer.LOCAL ? 1 : 0;
            }
        }
        return new PolicyScore(trace.requests().length, hits, local, bytes, hitBytes, System.nanoTime() - began);
    }

    double hitRatio() {
        return requests == 0 ? 0 : (double) hits / requests;
    }

    double localRatio() {
        return requests == 0 ? 0 : (double) localHits / requests;
    }

    double byteRatio() {
        return bytes == 0 ? 0 : (double) hitBytes / bytes;
    }
}
