package io.gosling.dispatcher.policy;

import io.gosling.settings.SettingType;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The distribution policies by name: the one list that every command reads. */
public enum PolicyName {
    LARD_R(
            "LARD with replication (Pai et al. 1998): by routing key; one that is too much for a back-end gets"
                    + " another besides",
            (cluster, settings) -> new LardReplicated(cluster, settings)),
    LARD(
            "LARD (Pai et al. 1998): by routing key, moved when its back-end is overloaded",
            (cluster, settings) -> new Lard(cluster, settings)),
    EXT_LARD(
            "extended LARD (Aron et al. 1999): the cheapest by balance, locality and replacement",
            (cluster, settings) -> new ExtendedLard(cluster, settings)),
    LB(
            "by a hash of the routing key alone (Pai et al. 1998): weighted rendezvous hashing",
            (cluster, settings) -> new RendezvousHashing(cluster)),
    LB_GC(
            "by routing key, as if all memories were one cache that the front-end keeps account of (Pai et al. 1998)",
            (cluster, settings) -> new GlobalCachePolicy(cluster, settings, settings.get(PolicySettings.NODE_MEMORY))),
    CHBL(
            "consistent hashing with bounded loads (Mirrokni et al. 2018)",
            (cluster, settings) -> new BoundedLoadConsistentHash(cluster, settings.bound())),
    WRR(
            "fewest active requests for its weight (Pai et al. 1998)",
            (cluster, settings) -> new WeightedLeastRequests(cluster)),
    WRR_GMS(
            "wrr over nodes whose memories are one, as those of this cluster are with cooperation (Pai et al. 1998)",
            (cluster, settings) -> new WeightedLeastRequests(cluster)),
    RR("in turn, by weight", (cluster, settings) -> new RoundRobin(cluster));

    private final String summary;
    private final BiFunction<LiveBackends, PolicySettings, DistributionPolicy> maker;

    PolicyName(String summary, BiFunction<LiveBackends, PolicySettings, DistributionPolicy> maker) {
        this.summary = summary;
        this.maker = maker;
    }

    public String label() {
        return SettingType.word(this);
    }

    /** Returns true if it needs the request, so that a forwarding mode which sees only packets cannot run it. */
    public boolean needsContent() {
        return switch (this) {
            case WRR, WRR_GMS, RR -> false;
            default -> true;
        };
    }

    /** The number of back-ends that can be kept for a target: 0, 1, or any number. */
    public int holders() {
        return switch (this) {
            case LARD -> 1;
            case LARD_R -> Integer.MAX_VALUE;
            default -> 0;
        };
    }

    public String summary() {
        return summary;
    }

    public DistributionPolicy over(LiveBackends cluster, PolicySettings settings) {
        return maker.apply(cluster, settings);
    }

    /** All names, the default first. */
    public static List<String> names() {
        return Stream.of(values()).map(PolicyName::label).toList();
    }

    /**
     * The policy of this name.
     *
     * @throws IllegalArgumentException for a name that is not in {@link #names}
     */
    public static PolicyName named(String name) {
        Optional<PolicyName> named = Stream.of(values())
                .filter(policy -> policy.label().equals(name))
                .findFirst();
        return named.orElseThrow(() -> new IllegalArgumentException(
                "policy \"" + name + "\" is not known; choose one of " + String.join(", ", names())));
    }
}
