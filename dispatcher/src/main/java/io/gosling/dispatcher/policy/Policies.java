package io.gosling.dispatcher.policy;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The distribution policies by name: the one list that every command reads. */
public enum Policies {
    LARD_R(
            "lard-r",
            true,
            "LARD with replication (Pai et al. 1998): by routing key; one that is too much for a back-end gets"
                    + " another besides",
            (cluster, settings) -> new LardReplicated(cluster, settings)),
    LARD(
            "lard",
            true,
            "LARD (Pai et al. 1998): by routing key, moved when its back-end is overloaded",
            (cluster, settings) -> new Lard(cluster, settings)),
    LARD_B(
            "lard-b",
            true,
            "LARD/R that hears of hits and misses, and bounds every back-end's load",
            (cluster, settings) -> new LardBounded(cluster, settings, settings.bound())),
    EXT_LARD(
            "ext-lard",
            true,
            "extended LARD (Aron et al. 1999): the cheapest by balance, locality and replacement",
            (cluster, settings) -> new ExtendedLard(cluster, settings, settings.get(PolicySettings.MISS_COST))),
    LB(
            "lb",
            true,
            "by a hash of the routing key alone (Pai et al. 1998)",
            (cluster, settings) -> new RendezvousSlots(cluster)),
    LB_GC(
            "lb-gc",
            true,
            "by routing key, as if all memories were one cache that the front-end keeps account of (Pai et al. 1998)",
            (cluster, settings) -> new GlobalCache(cluster, settings, settings.get(PolicySettings.NODE_MEMORY))),
    CHBL(
            "chbl",
            true,
            "consistent hashing with bounded loads (Mirrokni et al. 2018)",
            (cluster, settings) -> new BoundedLoads(cluster, settings.bound())),
    MAGLEV("maglev", true, "Maglev hashing (Eisenbud et al. 2016)", (cluster, settings) -> new Maglev(cluster)),
    RENDEZVOUS(
            "rendezvous",
            true,
            "weighted rendezvous hashing: what lb does, by its own name",
            (cluster, settings) -> new RendezvousSlots(cluster)),
    WRR(
            "wrr",
            false,
            "fewest active requests for its weight (Pai et al. 1998)",
            (cluster, settings) -> new WeightedRoundRobin(cluster)),
    WRR_GMS(
            "wrr-gms",
            false,
            "wrr over nodes whose memories are one, as those of this cluster are with cooperation (Pai et al. 1998)",
            (cluster, settings) -> new WeightedRoundRobin(cluster)),
    RR("rr", false, "in turn, by weight", (cluster, settings) -> new RoundRobin(cluster)),
    P2C(
            "p2c",
            false,
            "the better of two drawn by weight, by active requests and latency (Mitzenmacher 1996)",
            (cluster, settings) -> new PowerOfTwoChoices(cluster));

    private final String label;
    private final boolean content;
    private final String summary;
    private final BiFunction<LiveServers, PolicySettings, DistributionPolicy> maker;

    Policies(
            String label,
            boolean content,
            String summary,
            BiFunction<LiveServers, PolicySettings, DistributionPolicy> maker) {
        this.label = label;
        this.content = content;
        this.summary = summary;
        this.maker = maker;
    }

    public String label() {
        return label;
    }

    /** Returns true if it needs the request, so that a forwarding mode which sees only packets cannot run it. */
    public boolean needsContent() {
        return content;
    }

    /**
     * Returns true if it chooses by names and weights, so that several front-ends send a target to the same back-end.
     */
    public boolean agrees() {
        return switch (this) {
            case LB, RENDEZVOUS, MAGLEV, CHBL -> true;
            default -> false;
        };
    }

    /** The number of back-ends that can be kept for a target: 0, 1, or any number. */
    public int holders() {
        return switch (this) {
            case LARD -> 1;
            case LARD_R, LARD_B -> Integer.MAX_VALUE;
            default -> 0;
        };
    }

    public String summary() {
        return summary;
    }

    public DistributionPolicy over(LiveServers cluster, PolicySettings settings) {
        return maker.apply(cluster, settings);
    }

    /** All names, the default first. */
    public static List<String> names() {
        return Stream.of(values()).map(Policies::label).toList();
    }

    /** The names of those that do not need the request. */
    public static List<String> blind() {
        return Stream.of(values())
                .filter(policy -> !policy.content)
                .map(Policies::label)
                .toList();
    }

    /**
     * The policy of this name.
     *
     * @throws IllegalArgumentException for a name that is not in {@link #names}
     */
    public static Policies named(String name) {
        Optional<Policies> named =
                Stream.of(values()).filter(policy -> policy.label.equals(name)).findFirst();
        return named.orElseThrow(() -> new IllegalArgumentException(
                "policy \"" + name + "\" is not known; choose one of " + String.join(", ", names())));
    }
}
