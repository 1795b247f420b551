package io.gosling.netty.server;

import io.gosling.accesslog.AccessLog;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Handler;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.listen.AcceptedChannelInitializer;
import io.gosling.netty.listen.ClientAddressTable;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.listen.Listener;
import io.gosling.netty.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server that answers requests on the event-loop path or on the worker path. Does not own its transport. Safe
 * for use by many threads.
 */
public final class HttpServer implements AutoCloseable {
    private final List<Listener> listeners;
    private final ServerContext context;
    private final ClientAddressTable clientAddresses;
    private final AdoptedConnections adoption;

    private HttpServer(
            List<Listener> listeners,
            ServerContext context,
            ClientAddressTable clientAddresses,
            AdoptedConnections adoption) {
        this.listeners = listeners;
        this.clientAddresses = clientAddresses;
        this.context = context;
        this.adoption = adoption;
    }

    /** Binds and serves plain HTTP at one address, without an access log. */
    public static HttpServer start(
            Transport transport,
            InetSocketAddress address,
            HttpLimits limits,
            CachedDocumentLookup hot,
            Handler handler,
            CompletedResponseListener log,
            Ticker ticker)
            throws IOException {
        return start(transport, List.of(ListenEndpoint.plain(address)), limits, hot, handler, log, null, ticker);
    }

    /**
     * Binds and serves.
     *
     * @param endpoints at least one; the limit of connections is for each, that of exchanges for all together
     * @param hot asked first for every GET and HEAD, on the event loop
     * @param handler for all other requests, each exchange on a virtual thread of its own
     * @param lines gets a line for each response; null for none
     * @throws IOException when the address cannot be bound; the message names it and what to do
     */
    public static HttpServer start(
            Transport transport,
            List<ListenEndpoint> endpoints,
            HttpLimits limits,
            CachedDocumentLookup hot,
            Handler handler,
            CompletedResponseListener log,
            @Nullable AccessLog lines,
            Ticker ticker)
            throws IOException {
        LimitCounters counts = new LimitCounters();
        ClientAddressTable clientAddresses = new ClientAddressTable(limits, counts, ticker);
        ServerContext context = ServerContext.of(limits, hot, handler, log, lines, ticker, counts);
        List<Listener> listeners = Listener.bindAll(
                transport,
                endpoints,
                limits.get(HttpLimits.CONNECTIONS),
                clientAddresses,
                endpoint -> new AcceptedChannelInitializer(
                        endpoint, context::limits, clientAddresses, new ServerPipelineBuilder(endpoint, context)));
        AdoptedConnections adoption = new AdoptedConnections(
                transport,
                context::limits,
                clientAddresses,
                context.draining(),
                new ServerPipelineBuilder(ListenEndpoint.plain(new InetSocketAddress(0)), context));
        return new HttpServer(listeners, context, clientAddresses, adoption);
    }

    /** Returns the first bound address that has a port, with the one that was picked where 0 was requested. */
    public InetSocketAddress address() {
        return addresses().getFirst();
    }

    public List<InetSocketAddress> addresses() {
        return Listener.addresses(listeners);
    }

    /** Returns the server's adopted connections, accepted by another process of this machine; plain HTTP/1 only. */
    public AdoptedConnections adoption() {
        return adoption;
    }

    /** Returns the number of open connections, adopted ones included. */
    public int connections() {
        return listeners.stream().mapToInt(Listener::connections).sum() + adoption.open();
    }

    public int exchanges() {
        return context.slots().underWay();
    }

    /**
     * Sets other limits from now on. Open connections stay open; the sizes of a header, the write timeout and the
     * limits of an address apply to those that open later, everything else at once.
     */
    public void limit(HttpLimits limits) {
        context.limit(limits);
        clientAddresses.limit(limits);
        listeners.forEach(listener -> listener.limit(limits.get(HttpLimits.CONNECTIONS)));
    }

    public LimitCounters limits() {
        return context.counts();
    }

    /**
     * Closes every connection after its next response from now on, while accepting goes on: for the time that load
     * balancers take to notice that this server is about to {@link #drain}. Adopts no more connections.
     */
    public void closeAfterAnswers() {
        context.draining().set(true);
    }

    /** Stops accepting, finishes the requests under way, then closes; gives up at the deadline. */
    public void drain(Duration deadline) {
        closeAfterAnswers();
        long until = context.ticker().nanos() + deadline.toNanos();
        adoption.tell();
        Listener.drainAll(listeners, deadline);
        adoption.await(Duration.ofNanos(Math.max(0, until - context.ticker().nanos())));
    }

    @Override
    public void close() {
        listeners.forEach(Listener::close);
        adoption.close();
    }
}
