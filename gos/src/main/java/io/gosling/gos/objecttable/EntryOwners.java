package io.gosling.gos.objecttable;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.replacement.StableKeyHash;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The owners of directory entries among the members of a cluster: a key names a slot, and a slot names a node, by
 * weighted rendezvous hashing (Thaler and Ravishankar 1998; Schindelhauer and Schomaker 2005). With u a number in
 * (0, 1] drawn from slot and node name, the node with the least -ln(u) / weight owns the slot. A node that leaves gives
 * away only its own slots; one that joins, or becomes heavier, takes only its share.
 *
 * <p>A node owns entries if it is ready, has a peer address and a role that {@linkplain NodeRole#holdsEntries() holds
 * entries}; nodes with role web and front-ends own none. With {@value #SLOTS} slots a share of 1/16 has a standard
 * deviation of 3 % from its weight, and one of 1/100 of 8 %.
 *
 * <p>Immutable; safe for use by any thread, and {@link #of} allocates nothing. Making one draws {@value #SLOTS} numbers
 * for each node: too long for an event loop.
 */
public final class EntryOwners {
    private static final int SLOT_BITS = 14;

    /** Number of slots, the same on all nodes. */
    public static final int SLOTS = 1 << SLOT_BITS;

    /** Equal names occur: a node that was restarted, while its earlier incarnation is still a member. */
    private static final Comparator<ClusterMember> ORDER =
            Comparator.comparing(ClusterMember::name).thenComparingInt(ClusterMember::tag);

    private final List<ClusterMember> candidates;

    /** Owners by slot; empty when no member may own entries. */
    private final ClusterMember[] owners;

    private final int fingerprint;

    private EntryOwners(List<ClusterMember> candidates, ClusterMember[] owners) {
        this.candidates = candidates;
        this.owners = owners;
        long mixed = 0;
        for (ClusterMember owner : owners) {
            mixed = mix(mixed + owner.tag());
        }
        this.fingerprint = (int) mixed;
    }

    /** @param members all members, including this node, in any order */
    public static EntryOwners among(Collection<ClusterMember> members) {
        List<ClusterMember> candidates = members.stream()
                .filter(EntryOwners::mayOwn)
                .sorted(ORDER) // The same owner everywhere where two are equally near.
                .toList();
        if (candidates.isEmpty()) {
            return new EntryOwners(candidates, new ClusterMember[0]);
        }
        ClusterMember[] owners = new ClusterMember[SLOTS];
        double[] least = new double[SLOTS];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        for (ClusterMember node : candidates) {
            long seed = StableKeyHash.of(node.name());
            double weight = node.profile().weight();
            for (int slot = 0; slot < SLOTS; slot++) {
                double u = fraction(mix(mix(slot) ^ seed));
                if ((1 - u) / weight >= least[slot]) {
                    continue; // -ln(u) is at least 1 - u: most logarithms are not needed.
                }
                double distance = distance(u, weight);
                if (distance < least[slot]) {
                    owners[slot] = node;
                    least[slot] = distance;
                }
            }
        }
        return new EntryOwners(candidates, owners);
    }

    /** {@code Math.log} may differ between processors. */
    private static double distance(double u, double weight) {
        return -StrictMath.log(u) / weight;
    }

    private static boolean mayOwn(ClusterMember node) {
        return node.role().holdsEntries() && node.peer() != null && node.phase() == ClusterMember.Phase.READY;
    }

    /** The owner of an object's entry; null when no member may own entries. */
    public @Nullable ClusterMember of(String key) {
        return owners.length == 0 ? null : owners[slot(key)];
    }

    /**
     * The node that will own the object's entry when its owner has left, the same on all nodes; null for none. Draws a
     * number for each node.
     */
    public @Nullable ClusterMember successor(String key) {
        ClusterMember owner = of(key);
        long slot = mix(slot(key));
        return candidates.stream()
                .filter(node -> !node.equals(owner))
                .min(Comparator.comparingDouble(node -> distance(
                        fraction(mix(slot ^ StableKeyHash.of(node.name()))),
                        node.profile().weight())))
                .orElse(null);
    }

    /** Returns true if the node with this tag owns the object's entry. */
    public boolean isOwner(int tag, String key) {
        ClusterMember owner = of(key);
        return owner != null && owner.tag() == tag;
    }

    /** The slot of an object's entry, 0 to {@link #SLOTS} - 1, the same on all nodes. */
    public static int slot(String key) {
        return (int) (hash(key) >>> (Long.SIZE - SLOT_BITS));
    }

    /** A mixed hash, the same in every process: its upper {@value #SLOT_BITS} bits are the slot. */
    static long hash(String key) {
        return mix(key.hashCode());
    }

    /**
     * A number that nodes compare: equal while they see the same owners, 0 when there are none. It differs, but for a
     * chance of 2^-32, when a slot has another owner or an owner was restarted.
     */
    public int fingerprint() {
        return fingerprint;
    }

    /**
     * The slots with another owner than before. A restarted node is another owner, since its table is empty.
     *
     * @return a new set of slot numbers, which the caller may change
     */
    public BitSet movedSince(EntryOwners before) {
        BitSet moved = new BitSet(SLOTS);
        if (owners.length != before.owners.length) {
            moved.set(0, SLOTS);
        }
        for (int slot = 0; slot < Math.min(owners.length, before.owners.length); slot++) {
            moved.set(slot, owners[slot].tag() != before.owners[slot].tag());
        }
        return moved;
    }

    /** A number above 0, and at most 1, from the 53 upper bits of a mixed hash. */
    private static double fraction(long hash) {
        return ((hash >>> 11) + 0.5) * 0x1p-53;
    }

    /** The finaliser of MurmurHash3 (A. Appleby), in which every input bit reaches every output bit. */
    private static long mix(long hash) {
        long mixed = (hash ^ hash >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ mixed >>> 33;
    }
}
