package io.gosling.tools.simulate;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.trace.InjectedHotObjects;
import io.gosling.tools.trace.Trace;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Runs simulations of one trace, as many concurrently as there are processors. Each is deterministic. */
public final class ParallelSimulationRunner {
    private static final long SEED = 1;

    private ParallelSimulationRunner() {}

    /**
     * @param told called with each outcome, in the order of the setups
     * @param progress called with the number of further requests answered, by any thread
     * @return the outcomes in the order of the setups
     */
    public static List<SimulationResult> run(
            Trace trace, List<SimulatedCluster> setups, Consumer<SimulationResult> told, LongConsumer progress) {
        // One after the other, since hot objects change the trace.
        Map<SimulatedCluster, SimulationResult> outcomes = new IdentityHashMap<>();
        for (InjectedHotObjects hot :
                setups.stream().map(SimulatedCluster::hot).distinct().toList()) {
            SimulatedFiles files = SimulatedFiles.of(hot.in(trace, SEED));
            List<SimulatedCluster> alike =
                    setups.stream().filter(setup -> setup.hot().equals(hot)).toList();
            runAll(files, alike, told, progress).forEach(outcome -> outcomes.put(outcome.setup(), outcome));
        }
        return setups.stream()
                .map(setup -> Objects.requireNonNull(outcomes.get(setup)))
                .toList();
    }

    private static List<SimulationResult> runAll(
            SimulatedFiles files,
            List<SimulatedCluster> setups,
            Consumer<SimulationResult> told,
            LongConsumer progress) {
        try (ExecutorService workers =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Future<SimulationResult>> running = setups.stream()
                    .map(setup -> workers.submit(() -> new Simulation(setup, files, progress).run()))
                    .toList();
            List<SimulationResult> outcomes = new ArrayList<>();
            for (Future<SimulationResult> one : running) {
                outcomes.add(one.get());
                told.accept(outcomes.getLast());
            }
            return outcomes;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailureException(ExitCode.FAILURE, "the simulation was interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IllegalArgumentException wrong) {
                throw new CommandFailureException(ExitCode.FAILURE, String.valueOf(wrong.getMessage()));
            }
            throw new IllegalStateException("a simulation has failed", e.getCause());
        }
    }
}
