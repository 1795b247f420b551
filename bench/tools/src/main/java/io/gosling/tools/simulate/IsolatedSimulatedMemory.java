package io.gosling.tools.simulate;

import io.gosling.gos.replacement.LfuAgingSettings;
import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.gos.replacement.ReplacementPolicy.Decision;
import io.gosling.gos.replacement.ReplacementPolicy.Figures;
import java.util.BitSet;
import java.util.List;

/**
 * The memory of a node that does not cooperate: a replacement policy of the object space, which is told of every
 * access.
 */
public final class IsolatedSimulatedMemory implements SimulatedNodeMemory {
    private final SimulatedFiles files;
    private final ReplacementPolicy policy;
    private final BitSet held = new BitSet();
    private final long budget;
    private long free;

    /** @param budget in bytes; a larger file is not kept */
    public IsolatedSimulatedMemory(SimulatedFiles files, String replacement, long budget) {
        this.files = files;
        this.policy = ReplacementPolicy.named(replacement, LfuAgingSettings.defaults());
        this.budget = budget;
        this.free = budget;
    }

    @Override
    public boolean asked(int file) {
        if (!held.get(file)) {
            return false;
        }
        policy.touched(files.keys().key(file), files.figures()[file]);
        return true;
    }

    @Override
    public boolean holds(int file) {
        return held.get(file);
    }

    @Override
    public void offer(int file) {
        long bytes = files.bytes(file);
        String key = files.keys().key(file);
        Figures figures = files.figures()[file];
        if (held.get(file) || bytes > budget || !(policy.offer(key, figures, free) instanceof Decision.Keep keep)) {
            return;
        }
        for (String victim : keep.victims()) {
            int number = files.keys().number(victim);
            policy.removed(victim);
            held.clear(number);
            free += files.bytes(number);
        }
        policy.kept(key, figures);
        held.set(file);
        free -= bytes;
    }

    long free() {
        return free;
    }

    /** The file that goes after so many others, or the last one; -1 when nothing is held. */
    int nextToGo(int after) {
        List<String> next = policy.nextToGo(after + 1);
        return next.isEmpty() ? -1 : files.keys().number(next.getLast());
    }
}
