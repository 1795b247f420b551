package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.trace.InjectedHotObjects;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The command-line options for the clusters to be simulated: every value of an option is combined with every value of
 * the others.
 */
public final class SimulatedClusterOptions {
    private static final String BY_COUNT = "lfu-aging";

    @Option(names = "--nodes", paramLabel = "N", description = "Such as 1,4,8-16; up to 1000. Default: 1,2,4,8,16.")
    private String nodes = "1,2,4,8,16";

    @Option(
            names = "--policies",
            paramLabel = "NAME",
            split = ",",
            description = "As listed by gosling dispatch --list, or all; and lb-gc-ideal, whose front-end sees all"
                    + " memories. With wrr-gms nodes cooperate. Default: wrr, lb, lard, lard-r.")
    private List<String> policies = new ArrayList<>(List.of("wrr", "lb", "lard", "lard-r"));

    @Option(
            names = "--cooperation",
            description = "Nodes ask the Global Object Table and each other before they read, with every policy but"
                    + " lb-gc-ideal.")
    private boolean cooperation;

    @Option(names = "--cache", paramLabel = "SIZE", description = "Memory of a node for files. Default: 32m.")
    private String cache = "32m";

    @Option(
            names = "--replacement",
            paramLabel = "NAME",
            split = ",",
            description = "What leaves it: lfu, lru, rnd, gds or gdsf; lfu-aging where nodes"
                    + " cooperate. Default: gds, and lfu-aging where nodes cooperate.")
    private List<String> replacements = new ArrayList<>();

    @Option(
            names = "--costs",
            paramLabel = "NAME",
            description = "What a request and a miss cost: disk-1998, nvme, nvme-10g, nvme-25g, object-storage or"
                    + " origin-20ms. Default: disk-1998, the paper's; gosling plan takes origin-20ms.")
    private @Nullable String costs;

    @Option(names = "--profile", paramLabel = "FILE", description = "The same from a YAML file. See docs/simulate.md.")
    private @Nullable Path profile;

    @Option(
            names = "--cpu",
            paramLabel = "X[:M],...",
            description =
                    "Processors so many times as fast, 0.01 to 1000, on nodes with M times the memory. Default: 1.")
    private String cpu = "1";

    @Option(names = "--disks", paramLabel = "N", description = "Of each node, 1 to 64. Default: as the costs have it.")
    private @Nullable String disks;

    @Option(names = "--t-low", paramLabel = "N", description = "T_low of LARD, in requests. Default: 25.")
    private String low = "25";

    @Option(names = "--t-high", paramLabel = "N", description = "T_high of LARD, in requests. Default: 65.")
    private String high = "65";

    @Option(names = "--k", paramLabel = "SECONDS", description = "K of LARD/R, simulated. Default: 20.")
    private String replicaAge = "20";

    @Option(
            names = "--hot",
            paramLabel = "PERCENT",
            description = "Of the requests go to hot files instead, 0 to 99. Default: 0.")
    private String hot = "0";

    @Option(names = "--hot-files", paramLabel = "N", description = "How many those are")
    @NumberRange(least = 1, most = 10_000)
    private int hotFiles = 5;

    @Option(names = "--hot-size", paramLabel = "SIZE", description = "Of each of them. Default: 20k.")
    private String hotSize = "20k";

    @Option(
            names = "--speeds",
            paramLabel = "X",
            description = "Of the first node's processor, the second's ..., 0.01 to 1000; then from the first again."
                    + " Default: 1.")
    private String speeds = "1";

    @Option(
            names = "--weights",
            paramLabel = "X",
            description = "That the front-end gives them, 0.01 to 1000. Default: 1.")
    private String weights = "1";

    @Option(
            names = "--fail",
            paramLabel = "NODE@SECONDS",
            split = ",",
            description = "A node that fails while it runs, such as 2@30, in simulated seconds.")
    private List<String> failures = new ArrayList<>();

    @Option(
            names = "--join",
            paramLabel = "NODE@SECONDS",
            split = ",",
            description = "One that joins, or comes back, with nothing in memory.")
    private List<String> joins = new ArrayList<>();

    /** @throws IllegalArgumentException with what was wrong and what was expected */
    List<SimulatedCluster> setups() throws IOException {
        CostModel each = costs();
        List<CostModel> stores = stores(each);
        SimulatedCluster.Unlike unlike = new SimulatedCluster.Unlike(
                SweepParser.decimals("--speeds", speeds, 0.01, 1000),
                SweepParser.decimals("--weights", weights, 0.01, 1000));
        List<NodeMembershipChange> changes = NodeMembershipChange.inOrder(Stream.concat(
                        failures.stream().map(text -> NodeMembershipChange.parse(text, false)),
                        joins.stream().map(text -> NodeMembershipChange.parse(text, true)))
                .toList());
        PolicySettings usual = PolicySettings.defaults();
        List<SimulatedCluster> setups = strategies().stream()
                .flatMap(strategy -> replacements(strategy).stream()
                        .map(name -> new SimulatedCluster(1, strategy, usual, name, 1 << 20, each)))
                .toList();
        setups = tried(setups, hotTargets(), SimulatedCluster::with);
        setups = tried(setups, thresholds(), SimulatedCluster::with);
        setups = tried(setups, stores, SimulatedCluster::with);
        setups = tried(setups, SweepParser.sizes("--cache", cache), SimulatedCluster::withMemory);
        setups = tried(setups, SweepParser.grades(cpu), SimulatedCluster::with);
        return tried(
                setups,
                SweepParser.numbers("--nodes", nodes, 1, 1000),
                (setup, count) -> setup.withNodes(count, unlike, changes));
    }

    private List<CostModel> stores(CostModel each) {
        if (disks == null) {
            return List.of(each);
        }
        if (each.disks() == 0) {
            throw new IllegalArgumentException("--disks is '" + disks + "', and with the costs " + each.name()
                    + " what is missed comes from elsewhere; expected costs with disks, such as nvme, or no --disks");
        }
        return SweepParser.numbers("--disks", disks, 1, 64).stream()
                .map(each::withDisks)
                .toList();
    }

    private static <T> List<SimulatedCluster> tried(
            List<SimulatedCluster> setups, List<T> values, BiFunction<SimulatedCluster, T, SimulatedCluster> with) {
        return setups.stream()
                .flatMap(setup -> values.stream().map(value -> with.apply(setup, value)))
                .toList();
    }

    private CostModel costs() throws IOException {
        if (profile != null && costs != null) {
            throw new IllegalArgumentException("--costs and --profile are both there; expected one of them");
        }
        return profile != null
                ? CostModelYamlCodec.read(profile)
                : CostModel.named(costs == null ? "disk-1998" : costs);
    }

    private List<DistributionStrategy> strategies() {
        return (policies.equals(List.of("all")) ? DistributionStrategy.names() : policies)
                .stream()
                        .map(DistributionStrategy::named)
                        .map(strategy -> cooperation ? strategy.cooperating() : strategy)
                        .toList();
    }

    /** The replacement policies, which decide by the cluster's counts only if there are some. */
    private List<String> replacements(DistributionStrategy strategy) {
        if (replacements.isEmpty()) {
            return List.of(strategy.cooperates() ? BY_COUNT : "gds");
        }
        List<String> possible = ReplacementPolicy.names().stream()
                .filter(name -> strategy.cooperates() || !name.equals(BY_COUNT))
                .toList();
        for (String name : replacements) {
            if (!possible.contains(name)) {
                throw new IllegalArgumentException("replacement '" + name + "' cannot be simulated with "
                        + strategy.label() + "; expected one of " + String.join(", ", possible));
            }
        }
        return replacements;
    }

    private List<PolicySettings> thresholds() {
        List<Duration> ages = SweepParser.decimals("--k", replicaAge, 0.001, 1_000_000).stream()
                .map(age -> Duration.ofMillis(Math.round(1000 * age)))
                .toList();
        List<PolicySettings> thresholds = pairs().filter(Thresholds::isPossible)
                .map(pair -> PolicySettings.defaults().withThresholds(pair.low, pair.high))
                .flatMap(pair -> ages.stream().map(age -> pair.with(PolicySettings.REPLICA_AGE, age)))
                .toList();
        if (thresholds.isEmpty()) {
            throw new IllegalArgumentException("--t-low is '" + low + "' and --t-high '" + high
                    + "'; expected a T_high that is no less than a T_low");
        }
        return thresholds;
    }

    /** Thresholds of a sweep that do not go together and are left out, a line for each. */
    List<String> impossible() {
        return pairs().filter(pair -> !pair.isPossible())
                .map(pair -> "left out: T_low " + pair.low + " with T_high " + pair.high + ", which is less")
                .toList();
    }

    private record Thresholds(int low, int high) {
        boolean isPossible() {
            return low <= high;
        }
    }

    /** T_low and T_high, each with each. */
    private Stream<Thresholds> pairs() {
        List<Integer> highs = SweepParser.numbers("--t-high", high, 1, 1_000_000);
        return SweepParser.numbers("--t-low", low, 1, 1_000_000).stream()
                .flatMap(one -> highs.stream().map(other -> new Thresholds(one, other)));
    }

    private List<InjectedHotObjects> hotTargets() {
        List<Double> percents = SweepParser.decimals("--hot", hot, 0, 99);
        return SweepParser.sizes("--hot-size", hotSize).stream()
                .flatMap(size -> percents.stream().map(percent -> new InjectedHotObjects(percent, hotFiles, size)))
                .toList();
    }
}
