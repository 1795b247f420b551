package io.gosling.gos.warm;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.RendezvousHash;
import io.gosling.gos.memory.HeldObjectSummary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A plan that distributes the objects of a leaving node: those that no other node has are shared among the nodes that
 * stay, by highest hash. Pure.
 *
 * @param shares for each node the objects it gets, in the order of worth
 * @param nobodys objects that no other node has, and that no remaining node can take
 */
record DrainPlan(Map<ClusterMember, List<MovableObject>> shares, int elsewhere, int nobodys) {
    static final DrainPlan NOTHING = new DrainPlan(Map.of(), 0, 0);

    /** Plans for objects in the order of worth, and the nodes that stay. */
    static DrainPlan of(List<HeldObjectSummary> held, Collection<ClusterMember> staying) {
        Set<Integer> tags = staying.stream().map(ClusterMember::tag).collect(Collectors.toSet());
        Map<ClusterMember, List<MovableObject>> shares = new LinkedHashMap<>();
        int elsewhere = 0;
        int nobodys = 0;
        for (HeldObjectSummary object : held) {
            if (object.holders().stream().anyMatch(tags::contains)) {
                elsewhere++;
            } else if (staying.isEmpty()) {
                nobodys++;
            } else {
                ClusterMember node = Objects.requireNonNull(RendezvousHash.of(object.key(), staying));
                shares.computeIfAbsent(node, made -> new ArrayList<>())
                        .add(new MovableObject(object.key(), object.count(), object.bytes()));
            }
        }
        return new DrainPlan(shares, elsewhere, nobodys);
    }
}
