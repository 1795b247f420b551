package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.PolicyBackend;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ideal policy that Pai et al. 1998 simulate as LB/GC: a front-end that sees the contents of every node's memory,
 * so that all memories are one. No real front-end can; the dispatcher's {@code lb-gc} estimates the contents instead,
 * with errors.
 *
 * <pre>
 *   some node has the file, or is about to:  that one
 *   some node has room:                      the one with the most, less what is being read there
 *   else:                                    the node whose next victim was requested the longest ago of all, after as
 *                                            many as are being fetched there
 * </pre>
 */
final class IdealGlobalCacheChooser implements NodeChooser {
    private final class Known {
        private final PolicyBackend server;
        private final SimulatedNode node;
        private final IsolatedSimulatedMemory memory;
        /** Files that were sent for and are not read yet: as many of the next victims are as good as evicted. */
        private int coming;
        /** The next victim after those, -1 for none, with its last request, and {@link #coming} when it was found. */
        private int victim = -1;

        private long victimAsked = Long.MAX_VALUE;
        private int cameThen = -1;

        Known(PolicyBackend server, SimulatedNode node, IsolatedSimulatedMemory memory) {
            this.server = server;
            this.node = node;
            this.memory = memory;
        }

        long room() {
            return memory.free() - node.readingBytes();
        }

        long oldest() {
            boolean same = cameThen == coming && victim >= 0 && asked[victim] == victimAsked && memory.holds(victim);
            if (!same) {
                cameThen = coming;
                victim = memory.nextToGo(coming);
                victimAsked = victim < 0 ? Long.MAX_VALUE : asked[victim];
            }
            return victimAsked;
        }
    }

    private final SimulatedFiles files;
    private final List<Known> all = new ArrayList<>();
    private final @Nullable Known[] holders;
    private final int[] underWay;
    private final boolean[] coming;
    private final long[] asked;
    private final long budget;
    private long turn;

    IdealGlobalCacheChooser(SimulatedFiles files, long budget) {
        int objects = files.trace().objects();
        this.files = files;
        this.budget = budget;
        this.holders = new Known[objects];
        this.underWay = new int[objects];
        this.coming = new boolean[objects];
        this.asked = new long[objects];
        Arrays.fill(asked, -1);
    }

    @Override
    public void joined(PolicyBackend server, SimulatedNode node, SimulatedNodeMemory memory) {
        all.add(new Known(server, node, (IsolatedSimulatedMemory) memory));
    }

    @Override
    public void left(PolicyBackend server) {
        all.removeIf(known -> known.server.equals(server));
    }

    @Override
    public PolicyBackend choose(int file) {
        asked[file] = turn++;
        Known holder = holders[file];
        boolean there = holder != null && holder.server.live() && (underWay[file] > 0 || holder.node.has(file));
        if (!there || holder == null) {
            arrived(file);
            holder = place(Math.min(files.bytes(file), budget));
            holders[file] = holder;
            holder.coming++;
            coming[file] = true;
        }
        underWay[file]++;
        return holder.server;
    }

    @Override
    public void ended(int file) {
        underWay[file]--;
        arrived(file);
    }

    private void arrived(int file) {
        Known holder = holders[file];
        if (coming[file] && holder != null) {
            coming[file] = false;
            holder.coming--;
        }
    }

    private Known place(long bytes) {
        Known emptiest = Collections.max(all, Comparator.comparingLong(Known::room));
        return emptiest.room() >= bytes ? emptiest : Collections.min(all, Comparator.comparingLong(Known::oldest));
    }
}
