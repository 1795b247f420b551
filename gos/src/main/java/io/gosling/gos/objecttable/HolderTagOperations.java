package io.gosling.gos.objecttable;

import java.util.ArrayList;
import java.util.List;

/** The list of an object's holders: tags, the latest first, at most {@link #MOST}. Pure; lists are immutable. */
public final class HolderTagOperations {
    /**
     * The most holders listed. More are not needed to find a copy; a holder that is not listed learns of a change at
     * its next check.
     */
    public static final int MOST = 8;

    private HolderTagOperations() {}

    static List<Integer> with(List<Integer> holders, int tag) {
        return !holders.isEmpty() && holders.getFirst() == tag ? holders : union(List.of(tag), holders);
    }

    static List<Integer> without(List<Integer> holders, int tag) {
        return holders.contains(tag)
                ? holders.stream().filter(holder -> holder != tag).toList()
                : holders;
    }

    static List<Integer> union(List<Integer> first, List<Integer> second) {
        List<Integer> all = new ArrayList<>(first);
        for (int holder : second) {
            if (!all.contains(holder) && all.size() < MOST) {
                all.add(holder);
            }
        }
        return List.copyOf(all);
    }
}
