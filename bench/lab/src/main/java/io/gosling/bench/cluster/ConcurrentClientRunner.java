package io.gosling.bench.cluster;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs many clients at the same time, each on a virtual thread. */
public final class ConcurrentClientRunner {
    private ConcurrentClientRunner() {}

    /** The task of one client. */
    public interface Client<T> {
        T run(int number) throws Exception;
    }

    /** Runs so many to their ends and gives what they found; the first failure is everybody's. */
    public static <T> List<T> run(int count, Client<T> client) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                running.add(threads.submit(() -> client.run(number)));
            }
            List<T> found = new ArrayList<>();
            for (Future<T> one : running) {
                found.add(one.get());
            }
            return found;
        } catch (ExecutionException e) {
            throw new CommandFailureException(ExitCode.FAILURE, "a client failed: " + e.getCause());
        }
    }
}
