package io.gosling.gos.space;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the holders to ask for a copy, and their order. Pure.
 *
 * <p>The least loaded holder comes first; a home node counts as busier, since it also answers for objects without a
 * holder. Among equals the object and the turn decide.
 */
public final class HolderSelector {
    /** More than two wrong or slow holders are not worth a third try: the disk is faster. */
    static final int TRIES = 2;

    /** Requests added to a home's reported load. */
    static final int HOME_BURDEN = 2;

    private HolderSelector() {}

    /**
     * The holders to ask, in this order; at most {@link #TRIES}.
     *
     * @param holders tags from the directory entry; those not in the book and this node's own are left out
     * @param home the home node's name, or null when none is known
     * @param loads requests in hand, by node
     * @param turn changes from choice to choice
     */
    public static List<ClusterMember> choose(
            List<Integer> holders,
            @Nullable String home,
            KnownNodes book,
            ToIntFunction<ClusterMember> loads,
            int turn) {
        List<ClusterMember> known = new ArrayList<>(holders.size());
        for (int tag : holders) {
            ClusterMember node = tag == book.self().tag() ? null : book.byTag(tag);
            if (node != null && node.peer() != null) {
                known.add(node);
            }
        }
        if (known.size() < 2) {
            return known;
        }
        record Ranked(ClusterMember node, int load, int place) {}
        List<Ranked> ranked = new ArrayList<>(known.size());
        for (int i = 0; i < known.size(); i++) {
            ClusterMember node = known.get(i);
            int burden = node.name().equals(home) ? HOME_BURDEN : 0;
            ranked.add(new Ranked(node, loads.applyAsInt(node) + burden, Math.floorMod(i + turn, known.size())));
        }
        return ranked.stream()
                .sorted(Comparator.comparingInt(Ranked::load).thenComparingInt(Ranked::place))
                .limit(TRIES)
                .map(Ranked::node)
                .toList();
    }
}
