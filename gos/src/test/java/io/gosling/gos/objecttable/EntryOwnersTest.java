package io.gosling.gos.objecttable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryOwnersTest {
    private static final int KEYS = 200_000;

    private static ClusterMember node(String name, int tag, double weight) {
        return node(name, tag, weight, NodeRole.ALL, ClusterMember.Phase.READY);
    }

    private static ClusterMember node(String name, int tag, double weight, NodeRole role, ClusterMember.Phase phase) {
        InetSocketAddress peer = InetSocketAddress.createUnresolved(name, 4676);
        return new ClusterMember(name, tag, role, peer, null, null, phase, new NodeProfile(null, weight, Set.of()));
    }

    /** Weights 1, 2 and 4 in turn. */
    private static List<ClusterMember> cluster(int size) {
        List<ClusterMember> nodes = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            nodes.add(node("n" + i, 1000 + i, 1 << i % 3));
        }
        return nodes;
    }

    private static String key(int number) {
        return "/docs/page-" + number + ".html";
    }

    private static ClusterMember owner(EntryOwners owners, String key) {
        return Objects.requireNonNull(owners.of(key));
    }

    private static Map<String, Integer> keysOwned(EntryOwners owners) {
        Map<String, Integer> owned = new HashMap<>();
        for (int i = 0; i < KEYS; i++) {
            owned.merge(owner(owners, key(i)).name(), 1, Integer::sum);
        }
        return owned;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8, 16})
    void sharesAreWithin15PercentOfWeights(int size) {
        List<ClusterMember> nodes = cluster(size);
        double sum = nodes.stream().mapToDouble(node -> node.profile().weight()).sum();
        Map<String, Integer> owned = keysOwned(EntryOwners.among(nodes));
        for (ClusterMember node : nodes) {
            double fair = KEYS * node.profile().weight() / sum;
            assertEquals(fair, owned.getOrDefault(node.name(), 0), 0.15 * fair, node.name());
        }
    }

    @Test
    void nodesOfRoleWebAndFrontEndsOwnNothing() {
        EntryOwners owners = EntryOwners.among(List.of(
                node("all", 1, 1),
                node("store", 2, 1, NodeRole.STORE, ClusterMember.Phase.READY),
                node("web", 3, 100, NodeRole.WEB, ClusterMember.Phase.READY),
                node("front", 4, 100, NodeRole.FRONT_END, ClusterMember.Phase.READY)));
        assertEquals(Set.of("all", "store"), keysOwned(owners).keySet());
    }

    @Test
    void nodesThatLeaveOrHaveNoPeerAddressOwnNothing() {
        EntryOwners owners = EntryOwners.among(List.of(
                node("ready", 1, 1),
                node("leaving", 2, 100, NodeRole.ALL, ClusterMember.Phase.LEAVING),
                ClusterMember.named("unreachable", 4)));
        assertEquals(Set.of("ready"), keysOwned(owners).keySet());
        assertTrue(owners.isOwner(1, "/a"));
        assertFalse(owners.isOwner(2, "/a"));
    }

    @Test
    void amongNodesThatMayOwnNothingNobodyIsTheOwner() {
        EntryOwners none = EntryOwners.among(List.of(node("web", 3, 1, NodeRole.WEB, ClusterMember.Phase.READY)));
        EntryOwners one = EntryOwners.among(List.of(node("all", 1, 1)));
        assertNull(none.of("/a"));
        assertFalse(none.isOwner(3, "/a"));
        assertEquals(0, none.fingerprint());
        assertEquals(EntryOwners.SLOTS, one.movedSince(none).cardinality());
        assertEquals(EntryOwners.SLOTS, none.movedSince(one).cardinality());
        assertEquals(0, none.movedSince(none).cardinality());
    }

    @Test
    void theOrderOfMembersDoesNotMatter() {
        List<ClusterMember> nodes = cluster(9);
        nodes.add(node("n4", 4, 4)); // An earlier incarnation.
        EntryOwners owners = EntryOwners.among(nodes);
        Random random = new Random(32);
        for (int i = 0; i < 5; i++) {
            Collections.shuffle(nodes, random);
            EntryOwners others = EntryOwners.among(nodes);
            assertEquals(owners.fingerprint(), others.fingerprint());
            assertTrue(others.movedSince(owners).isEmpty());
        }
    }

    @Test
    void slotsAreTheSameInEveryProcess() {
        assertEquals(10860, EntryOwners.slot("/index.html"));
        assertEquals(9836, EntryOwners.slot("/a"));
        assertEquals(15924, EntryOwners.slot("/shop/b.css"));
    }

    @Test
    void aNodeThatJoinsTakesSlotsAndNoOthersMove() {
        List<ClusterMember> nodes = cluster(7);
        EntryOwners before = EntryOwners.among(nodes);
        nodes.add(node("joined", 77, 2));
        assertOnlyTheSlotsOfMove("joined", before, EntryOwners.among(nodes));
    }

    @Test
    void aNodeThatLeavesGivesAwayItsSlotsAndNoOthersMove() {
        List<ClusterMember> nodes = cluster(7);
        EntryOwners before = EntryOwners.among(nodes);
        nodes.set(3, nodes.get(3).leaving());
        EntryOwners after = EntryOwners.among(nodes);
        assertOnlyTheSlotsOfMove("n4", before, after);
        assertFalse(keysOwned(after).containsKey("n4"));
    }

    @Test
    void aNodeThatBecomesHeavierOnlyTakesAndOneThatBecomesLighterOnlyGives() {
        List<ClusterMember> nodes = cluster(7);
        EntryOwners light = EntryOwners.among(nodes);
        nodes.set(2, node("n3", 1003, 3));
        EntryOwners heavy = EntryOwners.among(nodes);
        assertOnlyTheSlotsOfMove("n3", light, heavy);
        for (int i = 0; i < KEYS; i++) {
            assertTrue(!light.isOwner(1003, key(i)) || heavy.isOwner(1003, key(i)), key(i));
        }
    }

    private static void assertOnlyTheSlotsOfMove(String name, EntryOwners before, EntryOwners after) {
        BitSet moved = after.movedSince(before);
        assertFalse(moved.isEmpty());
        assertEquals(moved, before.movedSince(after));
        assertNotEquals(before.fingerprint(), after.fingerprint());
        for (int i = 0; i < KEYS; i++) {
            ClusterMember was = owner(before, key(i));
            ClusterMember is = owner(after, key(i));
            assertEquals(was.tag() != is.tag(), moved.get(EntryOwners.slot(key(i))), key(i));
            assertTrue(
                    was.tag() == is.tag()
                            || was.name().equals(name)
                            || is.name().equals(name),
                    key(i));
        }
    }

    @Test
    void aRestartedNodeKeepsItsSlotsAndCountsAsAnotherOwner() {
        List<ClusterMember> nodes = cluster(4);
        EntryOwners before = EntryOwners.among(nodes);
        nodes.set(1, node("n2", 4711, nodes.get(1).profile().weight()));
        EntryOwners after = EntryOwners.among(nodes);
        assertEquals(keysOwned(before), keysOwned(after));
        assertOnlyTheSlotsOfMove("n2", before, after);
        assertNotEquals(
                EntryOwners.among(List.of(node("n1", 1, 1))).fingerprint(),
                EntryOwners.among(List.of(node("n1", 1 + (1 << 20), 1))).fingerprint());
    }

    @Test
    void theSuccessorOwnsAnEntryOnceItsOwnerHasLeft() {
        List<ClusterMember> nodes = cluster(5);
        EntryOwners owners = EntryOwners.among(nodes);
        Set<String> successors = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            ClusterMember owner = owner(owners, key(i));
            ClusterMember successor = Objects.requireNonNull(owners.successor(key(i)));
            List<ClusterMember> others =
                    nodes.stream().filter(node -> !node.equals(owner)).toList();
            assertEquals(owner(EntryOwners.among(others), key(i)), successor);
            successors.add(successor.name());
        }
        assertEquals(5, successors.size());
        assertNull(EntryOwners.among(cluster(1)).successor(key(1)));
        assertNull(EntryOwners.among(List.of()).successor(key(1)));
    }
}
