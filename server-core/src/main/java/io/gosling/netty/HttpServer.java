package io.gosling.netty;

import io.gosling.accesslog.AccessLog;
import io.gosling.document.Ticker;
import io.gosling.http.AnswerLog;
import io.gosling.http.Handler;
import io.gosling.http.HotDocuments;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An HTTP/1.1 server with a fast and a slow lane. Does not own its transport. Safe for use by many threads. */
public final class HttpServer implements AutoCloseable {
    private final Listener listener;
    private final ServerContext context;

    private HttpServer(Listener listener, ServerContext context) {
        this.listener = listener;
        this.context = context;
    }

    /** Binds and serves without an access log. */
    public static HttpServer start(
            Transport transport,
            InetSocketAddress address,
            HttpLimits limits,
            HotDocuments hot,
            Handler handler,
            AnswerLog log,
            Ticker ticker)
            throws IOException {
        return start(transport, address, limits, hot, handler, log, null, ticker);
    }

    /**
     * Binds and serves.
     *
     * @param hot asked first for every GET and HEAD, on the event loop
     * @param handler everything else, each exchange on a virtual thread of its own
     * @param lines gets a line for each answer; null for none
     * @throws IOException when the address cannot be bound; the message names it and what to do
     */
    public static HttpServer start(
            Transport transport,
            InetSocketAddress address,
            HttpLimits limits,
            HotDocuments hot,
            Handler handler,
            AnswerLog log,
            @Nullable AccessLog lines,
            Ticker ticker)
            throws IOException {
        LimitCounts counts = new LimitCounts();
        Visitors visitors = new Visitors(limits.addresses(), counts, ticker);
        ServerContext context = new ServerContext(limits, hot, handler, log, lines, ticker, counts);
        return new HttpServer(
                Listener.bind(transport, address, limits.connections(), visitors, new ServerPipeline(context)),
                context);
    }

    /** The bound address, with the port that was picked where 0 was asked for. */
    public InetSocketAddress address() {
        return listener.address();
    }

    /** Connections open now. */
    public int connections() {
        return listener.connections();
    }

    /** Exchanges on the slow lane now. */
    public int exchanges() {
        return context.exchanges().get();
    }

    /** How often each limit has bitten. */
    public LimitCounts limits() {
        return context.counts();
    }

    /** Stops accepting, ends what has begun, then closes; gives up at the deadline. */
    public void drain(Duration deadline) {
        context.draining().set(true);
        listener.drain(deadline);
    }

    /** Closes at once. */
    @Override
    public void close() {
        listener.close();
    }
}
