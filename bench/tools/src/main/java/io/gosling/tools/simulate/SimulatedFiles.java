package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.RoutingKeyHash;
import io.gosling.gos.replacement.ReplacementPolicy.Figures;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.trace.TraceObjectKeys;

/**
 * The files of a trace, the same for all nodes of all simulations of it. Immutable by agreement.
 *
 * @param targets hashes of those, the routing keys of the front-end's policies
 * @param figures what replacement policies know of them beside that they were asked for
 * @param ranks by falling popularity: disks are dealt them in turn
 */
public record SimulatedFiles(Trace trace, TraceObjectKeys keys, long[] targets, Figures[] figures, int[] ranks) {
    public static SimulatedFiles of(Trace trace) {
        int objects = trace.objects();
        TraceObjectKeys keys = TraceObjectKeys.of(trace);
        long[] targets = new long[objects];
        Figures[] figures = new Figures[objects];
        for (int file = 0; file < objects; file++) {
            targets[file] = RoutingKeyHash.hash(keys.key(file));
            figures[file] = new Figures(trace.sizes()[file], 0, 0, 0, false);
        }
        return new SimulatedFiles(trace, keys, targets, figures, ranks(trace));
    }

    private static int[] ranks(Trace trace) {
        int[] ranked = trace.ranked();
        int[] ranks = new int[ranked.length];
        for (int rank = 0; rank < ranked.length; rank++) {
            ranks[ranked[rank]] = rank;
        }
        return ranks;
    }

    long bytes(int file) {
        return trace.sizes()[file];
    }
}
