package io.gosling.dispatcher;

import io.gosling.accesslog.AccessLog;
import io.gosling.common.DurationHistogram;
import io.gosling.common.EventCounters;
import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendCodec;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.backend.BackendTls;
import io.gosling.dispatcher.backend.BackendTlsSettings;
import io.gosling.dispatcher.balancer.AdmissionController;
import io.gosling.dispatcher.balancer.BackendHealthChecks;
import io.gosling.dispatcher.downstream.ClientPipelineBuilder;
import io.gosling.dispatcher.handoff.HandoffCounts;
import io.gosling.dispatcher.handoff.HandoffLinks;
import io.gosling.dispatcher.relay.DeliveryStrategy;
import io.gosling.dispatcher.relay.FrontEndContext;
import io.gosling.dispatcher.relay.SlowClientMemoryLimiter;
import io.gosling.dispatcher.route.RouteActions;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.RoutingKeyRule;
import io.gosling.dispatcher.status.ClientConnectionAccessLog;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.status.RoutingExplanation;
import io.gosling.document.Ticker;
import io.gosling.http.Headers;
import io.gosling.netty.client.ConnectionPool;
import io.gosling.netty.client.ConnectionTls;
import io.gosling.netty.client.HostResolver;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.client.http2.Http2ConnectionPool;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.listen.AcceptedChannelInitializer;
import io.gosling.netty.listen.ClientAddressTable;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.listen.Listener;
import io.gosling.netty.server.AdoptedConnections;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.Transport;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The front-end of a cluster: one address for clients, a policy that chooses the back-end of each request, and a relay.
 *
 * <p>Everything runs on the transport's event loops; nothing blocks. Safe for use by many threads. Does not own its
 * transport.
 */
public final class FrontEnd implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FrontEnd.class.getName());
    private static final long TICK_MILLIS = 50;

    private final FrontEndContext context;
    private final ClientAddressTable clientAddresses;
    private final List<Listener> listeners;
    private final AdoptedConnections returning;
    private final BackendSource.Watch watch;
    private final Future<?> ticking;

    private FrontEnd(
            FrontEndContext context,
            ClientAddressTable clientAddresses,
            List<Listener> listeners,
            AdoptedConnections returning,
            BackendSource.Watch watch,
            Future<?> ticking) {
        this.context = context;
        this.clientAddresses = clientAddresses;
        this.listeners = listeners;
        this.returning = returning;
        this.watch = watch;
        this.ticking = ticking;
    }

    /**
     * Binds and serves.
     *
     * @param endpoints the endpoints that clients connect to, at least one; port 0 picks a free port
     * @param source the back-ends, watched until this is closed
     * @param lines gets a line for each request; null for none
     * @throws IOException when the address cannot be bound; the message names it and what to do
     */
    public static FrontEnd start(
            FrontEndSettings settings,
            List<ListenEndpoint> endpoints,
            Transport transport,
            BackendSource source,
            @Nullable AccessLog lines,
            Ticker ticker)
            throws IOException {
        AdmissionController dispatcher = new AdmissionController(settings, ticker);
        DeliveryStrategy delivery = DeliveryStrategy.open(settings, source.encryption() != null, transport, ticker);
        LimitCounters counts = new LimitCounters();
        ClientAddressTable clientAddresses = new ClientAddressTable(settings.http(), counts, ticker);
        PoolLimits bounds = settings.forwarding().pool();
        ConnectionTls tls = tls(settings, source, false, ticker);
        ConnectionPool pool = ConnectionPool.open(transport, bounds, HostResolver.ofSystem(), BackendCodec::new, tls);
        AtomicReference<FrontEndContext.Terms> terms = new AtomicReference<>(FrontEndContext.Terms.of(settings));
        FrontEndContext context = new FrontEndContext(
                terms,
                dispatcher,
                delivery,
                pool,
                settings.get(ForwardingSettings.H2C)
                        ? Http2ConnectionPool.open(
                                transport,
                                bounds,
                                settings.get(ForwardingSettings.STREAMS),
                                settings.relay().silence(),
                                tls(settings, source, true, ticker))
                        : null,
                new EventCounters<>(RequestOutcome.class, RequestOutcome::label),
                DurationHistogram.ofRequests(),
                counts,
                new SlowClientMemoryLimiter.Loops(() -> terms.get().settings().get(HttpLimits.SLOW_CLIENT_MEMORY)),
                new ClientConnectionAccessLog.Loops(
                        lines == null ? AccessLog.off(InstantSource.system(), ZoneOffset.UTC) : lines, ticker),
                new AtomicBoolean(),
                ticker);
        // Connections with TLS or headers of an endpoint never leave, so all come back to one.
        AdoptedConnections returning = new AdoptedConnections(
                transport,
                context::http,
                clientAddresses,
                context.draining(),
                new ClientPipelineBuilder(ListenEndpoint.plain(new InetSocketAddress(0)), context));
        HandoffLinks routes = delivery.routes();
        if (routes != null) {
            routes.home(returning);
        }
        BackendSource.Watch watch = source.watch(all -> {
            delivery.backends(all);
            dispatcher.backends(all);
        });
        try {
            List<Listener> listeners = Listener.bindAll(
                    transport,
                    endpoints,
                    settings.get(HttpLimits.CONNECTIONS),
                    clientAddresses,
                    endpoint -> new AcceptedChannelInitializer(
                            endpoint, context::http, clientAddresses, new ClientPipelineBuilder(endpoint, context)));
            if (routes != null) {
                routes.listening(Listener.addresses(listeners));
            }
            EventLoop loop = transport.eventLoops().next();
            BackendHealthChecks checks = new BackendHealthChecks(
                    dispatcher,
                    transport,
                    loop,
                    () -> context.settings().health().checks(),
                    settings.get(RelaySettings.PROXY_PROTOCOL).ofNobody(),
                    tls);
            FailureLoggingRunnable sweep =
                    new FailureLoggingRunnable(LOG, "the look at back-ends and at the queue", dispatcher::tick);
            FailureLoggingRunnable checking = new FailureLoggingRunnable(LOG, "checking back-ends", checks::look);
            Runnable both = () -> {
                sweep.run();
                checking.run();
            };
            Future<?> ticking = loop.scheduleWithFixedDelay(both, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
            return new FrontEnd(context, clientAddresses, listeners, returning, watch, ticking);
        } catch (IOException | RuntimeException failure) {
            watch.close();
            delivery.close();
            returning.close();
            context.close();
            throw failure;
        }
    }

    private static @Nullable ConnectionTls tls(
            FrontEndSettings settings, BackendSource source, boolean http2, Ticker ticker) throws IOException {
        return settings.get(BackendTlsSettings.ON)
                ? new BackendTlsSettings(settings.values()).open(http2, ticker)
                : BackendTls.of(source, http2 ? ClusterTls.FRONT_END_HTTP2 : ClusterTls.FRONT_END, ticker);
    }

    /** The first bound address that has a port. */
    public InetSocketAddress address() {
        return addresses().getFirst();
    }

    /** The bound addresses that have a port, in the order of the endpoints. */
    public List<InetSocketAddress> addresses() {
        return Listener.addresses(listeners);
    }

    /**
     * Applies {@linkplain FrontEndSettings#LIVE these settings} from now on; other differences are ignored. Open
     * connections stay open: the bounds of a header's size and of one address apply to connections that open later,
     * everything else to the next request.
     */
    public void change(FrontEndSettings other) {
        change(other, null);
    }

    /** The same with the whole set of back-ends, at once; null keeps the present ones. */
    public void change(FrontEndSettings other, @Nullable List<Backend> all) {
        if (all != null) {
            context.delivery().backends(all);
        }
        FrontEndSettings now = context.settings();
        FrontEndSettings next = now.of(now.values().taking(FrontEndSettings.LIVE, other.values()));
        context.dispatcher().change(next, all); // first: new routes name its pools
        context.terms().set(FrontEndContext.Terms.of(next));
        clientAddresses.limit(other.http());
        listeners.forEach(listener -> listener.limit(other.http().get(HttpLimits.CONNECTIONS)));
    }

    /**
     * Sets the number of front-ends that send requests to these back-ends, about as many each. This one then takes the
     * loads that it sees for its part of the whole, and admits its part of the admission limit. 1 until this is called.
     *
     * @param frontEnds this one included, at least 1
     */
    public void setFrontEnds(int frontEnds) {
        context.dispatcher().setFrontEnds(frontEnds);
    }

    /**
     * Announces routing keys, as made by {@link RoutingKeyRule#ofUrl}, that the first back-ends to come hold already:
     * policies with a table of routing keys begin with these. To be called before the source names any back-end; later
     * it has no effect.
     *
     * @param routingKeys by the names of back-ends, the coldest first; together no more than the table holds
     */
    public void expect(Map<String, long[]> routingKeys) {
        context.dispatcher().expect(Map.copyOf(routingKeys));
    }

    /**
     * Takes some assignments of routing keys that have changed here while there were {@linkplain #setFrontEnds several
     * front-ends}, for {@link #adoptAssignments} at the others; null when there are none. Not for event loops.
     */
    public @Nullable String takeAssignments() {
        return context.dispatcher().takeAssignments();
    }

    /**
     * Takes over assignments of another front-end, unless those here are newer. Not for event loops.
     *
     * @throws IllegalArgumentException for a text that is not from {@link #takeAssignments}
     */
    public void adoptAssignments(String assignments) {
        context.dispatcher().adoptAssignments(assignments);
    }

    public LimitCounters limits() {
        return context.limits();
    }

    /** Bytes written to clients that they have not read yet. */
    public long slowClientBytes() {
        return context.slowClients().bytes();
    }

    /** Durations of requests, from their header to the end of their response. */
    public DurationHistogram durations() {
        return context.durations();
    }

    /** Counters of connection handoff; null if connections are not handed off. */
    public @Nullable HandoffCounts handoffs() {
        HandoffLinks routes = context.delivery().routes();
        return routes == null ? null : routes.counts();
    }

    public FrontEndStatus status() {
        int connections = listeners.stream().mapToInt(Listener::connections).sum() + returning.open();
        return context.dispatcher().status(connections, context.outcomes().snapshot());
    }

    /**
     * Explains which back-ends a GET would get now, without sending it.
     *
     * @param target path and query
     * @param headers with {@code Host}
     */
    public RoutingExplanation explain(String target, Headers headers) {
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, target);
        headers.forEach(header -> request.headers().add(header.name(), header.value()));
        FrontEndContext.Terms terms = context.terms().get();
        RouteActions route = terms.routes().of(request);
        return context.dispatcher()
                .explain(
                        route.route(),
                        route.poolOf(request),
                        terms.routingKeyRule().of(request));
    }

    /**
     * Closes every client connection after its next response from now on, while accepting goes on: for the time that
     * load balancers take to notice that this front-end is about to {@link #drain}. Hands off no more connections.
     */
    public void closeAfterAnswers() {
        context.draining().set(true);
    }

    /**
     * Stops accepting, finishes requests under way, then closes; gives up at the deadline. Blocks; not for event loops.
     */
    public void drain(Duration deadline) {
        closeAfterAnswers();
        long until = context.ticker().nanos() + deadline.toNanos();
        HandoffLinks routes = context.delivery().routes();
        if (routes != null) {
            routes.leave();
        }
        returning.tell();
        Listener.drainAll(listeners, deadline);
        returning.await(Duration.ofNanos(Math.max(0, until - context.ticker().nanos())));
        if (routes != null) {
            routes.settle(Duration.ofNanos(Math.max(0, until - context.ticker().nanos())));
        }
        close();
    }

    @Override
    public void close() {
        watch.close();
        ticking.cancel(false);
        listeners.forEach(Listener::close);
        context.delivery().close();
        returning.close();
        context.close();
    }
}
