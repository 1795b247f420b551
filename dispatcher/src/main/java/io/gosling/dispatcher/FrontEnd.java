package io.gosling.dispatcher;

import io.gosling.accesslog.AccessLog;
import io.gosling.document.Ticker;
import io.gosling.netty.ConnectionPool;
import io.gosling.netty.LimitCounts;
import io.gosling.netty.Listener;
import io.gosling.netty.Transport;
import io.gosling.netty.Visitors;
import io.gosling.netty.WireRules;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The front-end of a cluster: one address for clients, a policy that says who serves each request, and a relay.
 *
 * <p>Everything runs on the transport's event loops; nothing blocks. Safe for use by many threads. Does not own its
 * transport.
 */
public final class FrontEnd implements AutoCloseable {
    /** How often probations and waits are looked at, in milliseconds. */
    private static final long TICK_MILLIS = 50;

    private final Wiring wiring;
    private final Listener listener;
    private final Backends.Watch watch;
    private final Future<?> ticking;

    private FrontEnd(Wiring wiring, Listener listener, Backends.Watch watch, Future<?> ticking) {
        this.wiring = wiring;
        this.listener = listener;
        this.watch = watch;
        this.ticking = ticking;
    }

    /** Binds and serves without an access log. */
    public static FrontEnd start(
            FrontEndSettings settings, InetSocketAddress address, Transport transport, Backends source, Ticker ticker)
            throws IOException {
        return start(settings, address, transport, source, null, ticker);
    }

    /**
     * Binds and serves.
     *
     * @param address where clients come; port 0 picks one
     * @param source the back-ends, watched until this is closed
     * @param lines gets a line for each request; null for none
     * @throws IOException when the address cannot be bound; the message names it and what to do
     */
    public static FrontEnd start(
            FrontEndSettings settings,
            InetSocketAddress address,
            Transport transport,
            Backends source,
            @Nullable AccessLog lines,
            Ticker ticker)
            throws IOException {
        Dispatcher dispatcher = new Dispatcher(settings, ticker);
        LimitCounts counts = new LimitCounts();
        Visitors visitors = new Visitors(settings.http().addresses(), counts, ticker);
        Wiring wiring = new Wiring(
                settings,
                dispatcher,
                ConnectionPool.open(transport, settings.pool()),
                new WireRules(settings.http()),
                new ForwardedFor(settings.relay()),
                new Outcomes(),
                counts,
                lines == null ? null : new ClientLog.Loops(lines, ticker),
                new AtomicBoolean(),
                ticker);
        Backends.Watch watch = source.watch(dispatcher::backends);
        try {
            Listener listener = Listener.bind(
                    transport, address, settings.http().connections(), visitors, new FrontPipeline(wiring));
            Future<?> ticking = transport
                    .eventLoops()
                    .next()
                    .scheduleWithFixedDelay(dispatcher::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
            return new FrontEnd(wiring, listener, watch, ticking);
        } catch (IOException | RuntimeException failure) {
            watch.close();
            wiring.pool().close();
            throw failure;
        }
    }

    /** The bound address. */
    public InetSocketAddress address() {
        return listener.address();
    }

    /** How often each limit has bitten. */
    public LimitCounts limits() {
        return wiring.limits();
    }

    /** Loads, states and counts now. */
    public FrontEndStatus status() {
        return wiring.dispatcher()
                .status(listener.connections(), wiring.outcomes().snapshot());
    }

    /** Stops accepting, finishes what has begun, then closes; gives up at the deadline. Blocks; not for event loops. */
    public void drain(Duration deadline) {
        wiring.draining().set(true);
        listener.drain(deadline);
        close();
    }

    /** Closes at once. */
    @Override
    public void close() {
        watch.close();
        ticking.cancel(false);
        listener.close();
        wiring.pool().close();
    }
}
