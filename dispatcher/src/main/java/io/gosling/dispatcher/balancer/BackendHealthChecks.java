package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.health.Checking;
import io.gosling.netty.transport.LocalExhaustion;
import io.gosling.netty.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Active health checks: connects to back-ends when {@link Dispatcher} says that it is time, and reports the results to
 * it. Every check has its own connection and ends within its timeout. Belongs to one event loop, and owns nothing that
 * outlives a check.
 */
public record BackendHealthChecks(
        Dispatcher dispatcher, Transport transport, EventLoop loop, Checking how, byte[] first) {
    /**
     * Begins the checks that are due.
     *
     * @throws IllegalStateException when a check could not begin, because of a fault of this program; the others have
     *     begun, and its next check is made when it is due
     */
    public void look() {
        IllegalStateException fault = null;
        for (BackendState member :
                dispatcher.due(() -> ThreadLocalRandom.current().nextDouble())) {
            try {
                check(member);
            } catch (RuntimeException | Error e) {
                dispatcher.unchecked(member);
                fault = new IllegalStateException("a check of " + member.backend.name() + " did not begin", e);
            }
        }
        if (fault != null) {
            throw fault;
        }
    }

    private void check(BackendState member) {
        Backend backend = member.backend;
        String host = how.host().isEmpty() ? backend.hostAndPort() : how.host();
        boolean http = how.get(Checking.BY) == Checking.Means.HTTP;
        Consumer<Boolean> found = well -> dispatcher.checked(member, well);
        ChannelFuture connected = new Bootstrap()
                .group(loop)
                .channel(transport.clientChannel())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        how.get(Checking.TIMEOUT).toMillis())
                .handler(
                        http
                                ? new HttpHealthCheck(first, how.get(Checking.PATH), host, found)
                                : new ChannelInboundHandlerAdapter())
                .connect(backend.address());
        Channel channel = connected.channel();
        if (http && connected.cause() == null) {
            // Whatever was not answered by then is closed, which says so.
            var timer = loop.schedule(
                    () -> channel.close(), how.get(Checking.TIMEOUT).toNanos(), TimeUnit.NANOSECONDS);
            channel.closeFuture().addListener(closed -> timer.cancel(false));
        }
        connected.addListener(done -> {
            if (!done.isSuccess() && LocalExhaustion.isCauseOf(done.cause())) {
                dispatcher.unchecked(member);
            } else if (!done.isSuccess()) {
                found.accept(false);
            } else if (!http) {
                channel.close();
                found.accept(true);
            }
        });
    }
}
