package io.gosling.node.testing;

import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Clients that ask for pages one after the other, each some two hundred a second at most, until closed. What was not
 * answered with 200 is kept.
 */
public final class SteadyLoad implements AutoCloseable {
    private static final long PACE_NANOS = Duration.ofMillis(5).toNanos();
    private static final int PAGES = 40;

    /**
     * A request that went wrong.
     *
     * @param client the number of its client
     * @param what the status, or what became of the connection
     * @param millis from the request to that
     */
    public record Failure(int client, String method, String path, String what, long millis) {}

    private final InetSocketAddress server;
    private final boolean kept;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Failure> failures = new CopyOnWriteArrayList<>();
    private final AtomicLong answered = new AtomicLong();
    private volatile boolean over;

    /** @param kept true if each client keeps its connection, or has one for each request */
    public SteadyLoad(InetSocketAddress server, boolean kept) {
        this.server = server;
        this.kept = kept;
    }

    /** Adds clients with one method. */
    public SteadyLoad with(int clients, String method) {
        for (int i = 0; i < clients; i++) {
            int client = i;
            threads.execute(() -> run(client, method));
        }
        return this;
    }

    private void run(int client, String method) {
        RawConnection connection = null;
        for (int number = client; !over; number++) {
            String path = "/" + method.toLowerCase(Locale.ROOT) + "/" + number % PAGES;
            long begun = System.nanoTime();
            try {
                connection = connection == null ? RawConnection.open(server) : connection;
                RawResponse response = ask(connection, method, path);
                if (response.status() == 200) {
                    answered.incrementAndGet();
                } else {
                    failed(client, method, path, response.status() + " " + response.text(), begun);
                }
                connection = kept && !response.saysClose() ? connection : closed(connection);
            } catch (UncheckedIOException e) {
                failed(client, method, path, String.valueOf(e.getMessage()), begun);
                connection = closed(connection);
            }
            LockSupport.parkNanos(PACE_NANOS);
        }
        closed(connection);
    }

    private void failed(int client, String method, String path, String what, long begun) {
        failures.add(new Failure(client, method, path, what, (System.nanoTime() - begun) / 1_000_000));
    }

    private static RawResponse ask(RawConnection connection, String method, String path) {
        return switch (method) {
            case "HEAD" -> connection.request(method, path).readHead();
            case "POST" ->
                connection
                        .request(method, path, "Content-Length", "2")
                        .send("ok")
                        .read();
            default -> connection.request(method, path).read();
        };
    }

    private static @Nullable RawConnection closed(@Nullable RawConnection connection) {
        if (connection != null) {
            connection.close();
        }
        return null;
    }

    /** Number of requests answered with 200. */
    public long answered() {
        return answered.get();
    }

    /** Those that were not. */
    public List<Failure> failures() {
        return List.copyOf(failures);
    }

    /** Those of one method. */
    public List<Failure> failures(String method) {
        return failures.stream()
                .filter(failure -> failure.method().equals(method))
                .toList();
    }

    /** Those of one method of whose answer nothing had come. What breaks off later cannot be asked for once more. */
    public List<Failure> unanswered(String method) {
        return failures(method).stream()
                .filter(failure -> !failure.what().contains(RawConnection.SHORT_BODY))
                .toList();
    }

    /** Ends the clients and waits until each has its last answer. */
    @Override
    public void close() {
        over = true;
        threads.close();
    }
}
