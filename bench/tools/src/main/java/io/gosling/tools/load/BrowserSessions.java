package io.gosling.tools.load;

import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.tools.trace.Trace;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs sessions of clients with browsers. Each begins at one of the given pages, fetches it with its assets, over up to
 * six connections, and follows one of its links, until it has visited a number of pages; then it is replaced by another
 * client with an empty browser. Assets that style sheets load are left out. The same seed makes the same visits. Used
 * by one thread; {@link #stop} is for any.
 */
final class BrowserSessions {
    private final LoadSettings settings;
    private final Visits visits;
    private final LoadRunControl control;
    private final ParsedPageCache site;
    private final CountDownLatch stopped = new CountDownLatch(1);

    /**
     * The visits that are made.
     *
     * @param starts pages of which each visit begins at one
     * @param visitors at a time
     * @param pages of a visit
     * @param thinkMillis that a visitor looks at a page
     */
    record Visits(List<String> starts, int visitors, int pages, int thinkMillis, long seed) {}

    /** The state that belongs to one event loop. */
    record Desk(EventLoop loop, LoadStatistics loadCounts, CacheStatusClassifier kinds) {
        LoadStatistics copied() {
            return CompletableFuture.supplyAsync(loadCounts::copy, loop).join();
        }
    }

    BrowserSessions(LoadSettings settings, Visits visits) {
        this.settings = settings;
        this.visits = visits;
        this.site = new ParsedPageCache(settings.servers());
        this.control = new LoadRunControl(settings.warmUp(), settings.time(), settings.requests(), Long.MAX_VALUE);
    }

    LoadResult run(Consumer<LoadRun.Progress> told) throws InterruptedException {
        List<Desk> desks = new ArrayList<>();
        try (Transport transport = Transport.open(TransportKind.AUTO, settings.threads(), "load")) {
            for (int i = 0; i < settings.threads(); i++) {
                desks.add(new Desk(transport.eventLoops().next(), new LoadStatistics(), new CacheStatusClassifier()));
            }
            Bootstrap connecting = ServerConnector.bootstrap(transport, settings);
            ExecutorService people = Executors.newVirtualThreadPerTaskExecutor();
            try {
                control.begin(System.nanoTime());
                for (int i = 0; i < visits.visitors(); i++) {
                    int number = i;
                    people.execute(() -> visit(number, desks.get(number % desks.size()), connecting));
                }
                people.shutdown();
                return control.follow(
                        millis -> people.awaitTermination(millis, TimeUnit.MILLISECONDS),
                        () -> desks.stream().map(Desk::copied).reduce(new LoadStatistics(), LoadStatistics::plus),
                        told);
            } finally {
                people.shutdownNow();
            }
        }
    }

    /** Stops loading pages; requests in progress are awaited. */
    void stop() {
        control.stop(System.nanoTime());
        stopped.countDown();
    }

    private void visit(int number, Desk desk, Bootstrap connecting) {
        TargetServer server = settings.servers().get(number % settings.servers().size());
        SplittableRandom random = new SplittableRandom(Trace.mix(visits.seed()) + number);
        ServerConnector to = new ServerConnector(desk.loop(), connecting, server, settings);
        boolean more = true;
        while (more && !Thread.currentThread().isInterrupted()) {
            try (SimulatedBrowser browser =
                    new SimulatedBrowser(() -> new BrowserConnection(desk, to, control), control, site)) {
                more = visit(browser, desk, random);
            }
        }
    }

    private boolean visit(SimulatedBrowser browser, Desk desk, SplittableRandom random) {
        String target = visits.starts().get(random.nextInt(visits.starts().size()));
        for (int seen = 0; seen < visits.pages(); seen++) {
            long began = System.nanoTime();
            SimulatedBrowser.Shown shown = browser.show(target);
            if (shown.how() == SimulatedBrowser.How.NOTHING) {
                // The server is not there: the next one comes a little later.
                return !rest(100);
            }
            // A broken page has no time at which it was there; who sees it goes on.
            if (shown.how() == SimulatedBrowser.How.WHOLE && control.counts(began)) {
                long nanos = System.nanoTime() - began;
                desk.loop().execute(() -> desk.loadCounts().page(nanos));
            }
            if (shown.how() == SimulatedBrowser.How.OVER || rest(visits.thinkMillis())) {
                return false;
            }
            if (shown.links().isEmpty()) {
                return true;
            }
            target = shown.links().get(random.nextInt(shown.links().size()));
        }
        return true;
    }

    private boolean rest(long millis) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        long left = Math.min(nanos, Math.max(0, control.until() - System.nanoTime()));
        try {
            return left > 0 && stopped.await(left, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
