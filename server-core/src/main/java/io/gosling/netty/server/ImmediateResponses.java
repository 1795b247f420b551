package io.gosling.netty.server;

import io.gosling.http.EventLoopHandler;
import io.netty.channel.ChannelFuture;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Sends the responses that a handler can give immediately: from the event loop, so that they take neither a thread nor
 * an exchange slot of the worker path, and counted when their bytes are with the socket. A client that does not read
 * them gets no more requests read, as on the event-loop path. For one connection of HTTP/1 and its loop.
 */
record ImmediateResponses(
        ServerContext context,
        EventLoopHandler handler,
        @Nullable ConnectionLog lines) {
    private static final System.Logger LOG = System.getLogger(HttpServer.class.getName());

    static @Nullable ImmediateResponses of(ServerContext context, @Nullable ConnectionLog lines) {
        return context.handler() instanceof EventLoopHandler prompt
                ? new ImmediateResponses(context, prompt, lines)
                : null;
    }

    /**
     * Sends the response to a request without a body; returns false, with nothing done, where the worker path is to
     * give it. Failures of the handler recur there; one after the response has begun ends the connection.
     */
    boolean answer(ServerExchange exchange) {
        try {
            ChannelFuture written = exchange.answerAtOnce(handler);
            if (written == null) {
                return false;
            }
            written.addListener(done -> over(exchange, done.isSuccess()));
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "no answer at once to " + exchange.method() + " " + exchange.rawPath(), e);
            if (!exchange.hasBegun()) {
                return false;
            }
            over(exchange, false);
        }
        return true;
    }

    private void over(ServerExchange exchange, boolean sent) {
        exchange.answered(sent);
        long nanos = context.count(exchange);
        if (lines != null) {
            lines.answered(exchange, nanos);
        }
    }
}
