package io.gosling.bench.simulate;

import io.gosling.bench.trace.Trace;
import io.gosling.node.CommandFailure;
import io.gosling.node.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs simulations of one trace, as many at a time as there are processors. Each is deterministic. */
public final class Simulator {
    private Simulator() {}

    /**
     * @param progress is told each outcome, in the order of the setups
     * @return the outcomes in the order of the setups
     */
    public static List<Outcome> run(Trace trace, List<Setup> setups, Consumer<Outcome> progress) {
        SimulatedNode.Files files = SimulatedNode.Files.of(trace);
        long[] targets = Simulation.targets(files);
        try (ExecutorService workers =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Future<Outcome>> running = setups.stream()
                    .map(setup -> workers.submit(() -> new Simulation(setup, files, targets).run()))
                    .toList();
            List<Outcome> outcomes = new ArrayList<>();
            for (Future<Outcome> one : running) {
                outcomes.add(one.get());
                progress.accept(outcomes.getLast());
            }
            return outcomes;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILURE, "the simulation was interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a simulation has failed", e.getCause());
        }
    }
}
