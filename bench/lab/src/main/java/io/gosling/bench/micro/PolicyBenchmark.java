package io.gosling.bench.micro;

import io.gosling.dispatcher.policy.DistributionPolicy;
import io.gosling.dispatcher.policy.LiveBackends;
import io.gosling.dispatcher.policy.PolicyBackend;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.dispatcher.policy.RoutingKeyHash;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Measures the cost of choosing a back-end: each operation chooses for one request and begins it, and ends the one that
 * began 256 choices ago, so that loads are those of a busy cluster. Routing keys are skewed: the cube of a uniform
 * number over a million.
 */
public class PolicyBenchmark extends TimedBenchmark {
    private static final int TARGETS = 1_000_000;
    private static final int ACTIVE = 256;
    private static final PolicySettings SETTINGS = PolicySettings.defaults();

    @Param({
        "rr",
        "wrr",
        "lb",
        "chbl",
        "lb-gc",
        "lard",
        "lard-r",
        "ext-lard",
    })
    public String policy = "wrr";

    @Param({"16", "1000"})
    public int nodes;

    private final long[] targets = new long[1 << 20];
    private final @Nullable PolicyBackend[] active = new PolicyBackend[ACTIVE];
    private LiveBackends cluster = new LiveBackends();
    private DistributionPolicy choice = PolicyName.WRR.over(cluster, SETTINGS);
    private int turn;

    @Setup
    public void assemble() {
        cluster = new LiveBackends();
        for (int i = 0; i < nodes; i++) {
            cluster.join("n" + i, 1);
        }
        choice = PolicyName.named(policy).over(cluster, SETTINGS);
        Arrays.fill(active, null);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < targets.length; i++) {
            double skewed = Math.pow(random.nextDouble(), 3);
            targets[i] = RoutingKeyHash.hash("/page" + (int) (skewed * TARGETS) + ".html");
        }
    }

    @Benchmark
    public @Nullable PolicyBackend choose() {
        int now = turn++;
        PolicyBackend chosen = choice.choose(targets[now & (targets.length - 1)], now * 1_000L);
        int slot = now & (ACTIVE - 1);
        PolicyBackend ended = active[slot];
        if (ended != null) {
            cluster.end(ended);
        }
        if (chosen != null) {
            cluster.begin(chosen);
        }
        active[slot] = chosen;
        return chosen;
    }
}
