package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.health.HealthCheckSettings;
import io.gosling.netty.client.ConnectionTls;
import io.gosling.netty.client.HostConnector;
import io.gosling.netty.client.HostResolver;
import io.gosling.netty.transport.LocalExhaustionCheck;
import io.gosling.netty.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Active health checks: connects to back-ends when {@link AdmissionController} says that it is time, and reports the
 * results to it. Every check has its own connection, encrypted as those of requests, and ends within its timeout.
 * Belongs to one event loop, and owns nothing that outlives a check.
 */
public record BackendHealthChecks(
        AdmissionController dispatcher,
        Transport transport,
        EventLoop loop,
        Supplier<HealthCheckSettings> settings,
        byte[] first,
        @Nullable ConnectionTls tls) {
    /** Time for a handshake where none is left: 0 ms would be no timeout. */
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

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
        HealthCheckSettings how = settings.get();
        String host = how.find(HealthCheckSettings.HOST).orElseGet(backend::hostAndPort);
        boolean http = how.get(HealthCheckSettings.BY) == HealthCheckSettings.Means.HTTP;
        Consumer<Boolean> found = well -> dispatcher.checked(member, well);
        long until =
                loop.ticker().nanoTime() + how.get(HealthCheckSettings.TIMEOUT).toNanos();
        HostConnector connector = new HostConnector(
                loop,
                backend.serving(),
                new Bootstrap().channel(transport.clientChannel()),
                how.get(HealthCheckSettings.TIMEOUT),
                HostResolver.ofSystem());
        connector.connect().addListener((Future<Channel> made) -> {
            if (!made.isSuccess() && LocalExhaustionCheck.isCauseOf(made.cause())) {
                dispatcher.unchecked(member);
            } else if (!made.isSuccess()) {
                found.accept(false);
            } else if (http) {
                check(
                        made.getNow(),
                        new HttpHealthCheck(first, how.get(HealthCheckSettings.PATH), host, found),
                        backend,
                        until);
            } else {
                connected(made.getNow(), backend, found, until);
            }
        });
    }

    /** The encryption of a connection that is being reported as active; completed when it may be used. */
    private Future<Channel> encrypt(Channel channel, Backend backend, long until) {
        Duration left =
                Duration.ofNanos(Math.max(SHORTEST_NANOS, until - loop.ticker().nanoTime()));
        try {
            return tls == null ? loop.newSucceededFuture(channel) : tls.encrypt(channel, backend.serving(), left);
        } catch (RuntimeException e) {
            channel.close();
            return loop.newFailedFuture(e);
        }
    }

    private void connected(Channel channel, Backend backend, Consumer<Boolean> found, long until) {
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                ctx.close();
            }
        });
        encrypt(channel, backend, until).addListener(secured -> {
            channel.close();
            found.accept(secured.isSuccess());
        });
    }

    /** Checks over a connection that is being reported as active; without an answer it is closed, which says so. */
    private void check(Channel channel, HttpHealthCheck check, Backend backend, long until) {
        channel.pipeline().addLast(check);
        encrypt(channel, backend, until);
        var timer = loop.schedule(() -> channel.close(), until - loop.ticker().nanoTime(), TimeUnit.NANOSECONDS);
        channel.closeFuture().addListener(closed -> timer.cancel(false));
    }
}
