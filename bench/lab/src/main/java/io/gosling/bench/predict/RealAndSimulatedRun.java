package io.gosling.bench.predict;

import io.gosling.bench.cluster.BackingStore;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.load.LoadResult;
import io.gosling.tools.load.LoadRun;
import io.gosling.tools.load.LoadSettings;
import io.gosling.tools.load.RequestSequence;
import io.gosling.tools.load.TargetServer;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.simulate.CostModel;
import io.gosling.tools.simulate.DistributionStrategy;
import io.gosling.tools.simulate.ParallelSimulationRunner;
import io.gosling.tools.simulate.SimulatedCluster;
import io.gosling.tools.simulate.SimulationResult;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs one trace on a real and on a simulated cluster: a front-end over nodes that do not cooperate, each with an
 * emulated disk of its own (one read at a time, each of the same length). Both begin with empty memories and have as
 * many concurrent requests as the front-end admits. The first third of the trace is not counted: processes compile the
 * code that they use, which models do not. Used by one thread.
 */
record RealAndSimulatedRun(Trace trace, int nodes, String policy, String replacement, long memory, Duration latency) {
    private static final Duration LONGEST = Duration.ofMinutes(20);
    private static final PolicySettings LARD = PolicySettings.defaults();

    /** As many as a front-end lets through to so many nodes of weight 1: S. */
    int clients() {
        return LARD.get(PolicySettings.HIGH) * (nodes - 1) + LARD.get(PolicySettings.LOW) - 1;
    }

    PredictionComparison.Real real(ProcessWorkspace place, Consumer<LoadRun.Progress> told)
            throws IOException, InterruptedException {
        try (BackingStore store = BackingStore.ofSizes(trace, nodes, 1)) {
            store.disks().latency(latency);
            NodeProcesses.Shape shape = new NodeProcesses.Shape(
                    "128m", Long.toString(memory), List.of("--cooperation", "off", "--replacement", replacement));
            try (NodeProcesses processes = NodeProcesses.start(place, shape, store.sources())) {
                // The model never tries another node where one is late; a queue before a disk may be seconds long.
                NodeProcesses.Member front = processes.dispatch(List.of("--policy", policy, "--relay-try-time", "30s"));
                RequestSequence work = store.requests(trace);
                run(front, work, warmUp(), told);
                int measured = trace.requests().length - warmUp();
                LoadResult result = run(front, number -> work.target(warmUp() + number), measured, told);
                return new PredictionComparison.Real(
                        new PredictionComparison.Figures(result.loadCounts().hitRatio(), result.throughput()),
                        store.disks().tookMillis());
            }
        }
    }

    private LoadResult run(
            NodeProcesses.Member front, RequestSequence work, int requests, Consumer<LoadRun.Progress> told)
            throws IOException, InterruptedException {
        LoadSettings settings =
                LoadSettings.closed(List.of(TargetServer.near(front.http())), clients(), LONGEST, requests);
        LoadResult result = new LoadRun(settings, work).run(told);
        long answered = result.loadCounts().ofClass(2);
        if (answered < requests * 0.999) {
            throw new IOException("of " + requests + " requests " + answered + " were answered well; the others: "
                    + result.loadCounts().errors());
        }
        return result;
    }

    private int warmUp() {
        return trace.requests().length / 3;
    }

    PredictionComparison.Figures predicted(CostModel processor) {
        CostModel costs = processor.reading(latency.toNanos());
        DistributionStrategy strategy = DistributionStrategy.of(PolicyName.named(policy));
        SimulatedCluster setup = new SimulatedCluster(nodes, strategy, LARD, replacement, memory, costs);
        List<SimulationResult> outcomes = Stream.of(warmUp(), trace.requests().length)
                .map(requests -> ParallelSimulationRunner.run(first(requests), List.of(setup), done -> {}, done -> {})
                        .getFirst())
                .toList();
        SimulationResult warm = outcomes.getFirst();
        SimulationResult all = outcomes.getLast();
        double requests = all.requests() - warm.requests();
        return new PredictionComparison.Figures(
                1 - (all.misses() - warm.misses()) / requests, requests / (all.seconds() - warm.seconds()));
    }

    /** So many requests of the trace, with objects as large as they are in a node's memory. */
    private Trace first(int requests) {
        int[] beginning = Arrays.copyOf(trace.requests(), requests);
        return new Trace(trace.name(), trace.origin(), beginning, trace.sizes(), 0).heavier(Trace.BESIDE_BODY);
    }
}
