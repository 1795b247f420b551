package io.gosling.tools.load;

import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Puts load on servers, and reports the result. Used by one thread; {@link #stop} is for any. */
public final class LoadRun {
    private static final int READ = 32 << 10;

    private final LoadSettings settings;
    private final RequestSequence work;
    private final LoadRunControl control;

    public LoadRun(LoadSettings settings, RequestSequence work) {
        this(settings, work, Long.MAX_VALUE);
    }

    /** @param most requests in all, those of the warm-up included */
    LoadRun(LoadSettings settings, RequestSequence work, long most) {
        this.settings = settings;
        this.work = work;
        this.control = new LoadRunControl(settings.warmUp(), settings.time(), settings.requests(), most);
    }

    /** A snapshot of a run's progress. */
    public record Progress(double seconds, LoadStatistics loadCounts) {}

    /** Runs until the end, or until it is stopped; reports its progress once a second, after the warm-up. */
    public LoadResult run(Consumer<Progress> told) throws InterruptedException {
        try (Transport transport = Transport.open(TransportKind.AUTO, loadLoops(), "load")) {
            // Preparation is not part of the run.
            CountDownLatch left = new CountDownLatch(loadLoops());
            List<ClientEventLoop> loadLoops = loadLoops(transport, System.nanoTime(), left::countDown);
            loadLoops.forEach(ClientEventLoop::start);
            return control.follow(
                    millis -> left.await(millis, TimeUnit.MILLISECONDS),
                    () -> loadLoops.stream()
                            .map(ClientEventLoop::copied)
                            .reduce(new LoadStatistics(), LoadStatistics::plus),
                    told);
        }
    }

    /** Stops sending requests; those in progress are awaited. */
    public void stop() {
        control.stop(System.nanoTime());
    }

    /** The number of lanes, each of which has a client: one without would send nothing of its share of the rate. */
    private int loadLoops() {
        return Math.min(settings.threads(), settings.clients());
    }

    private List<ClientEventLoop> loadLoops(Transport transport, long start, Runnable done) {
        control.begin(start);
        Bootstrap connecting = ServerConnector.bootstrap(transport, settings)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ).maxMessagesPerRead(1));
        int count = loadLoops();
        List<ClientEventLoop> loadLoops = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            EventLoop loop = transport.eventLoops().next();
            RequestSchedule pace = new RequestSchedule(start, settings.rate() / count, (double) i / count);
            ClientEventLoop loadLoop = new ClientEventLoop(loop, settings, work, control, pace, done);
            loadLoop.open(connecting, i, count);
            loadLoops.add(loadLoop);
        }
        return loadLoops;
    }
}
