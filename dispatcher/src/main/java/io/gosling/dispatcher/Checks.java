package io.gosling.dispatcher;

import io.gosling.dispatcher.health.Checking;
import io.gosling.netty.Transport;
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
 * Active checks: connects to back-ends when {@link Dispatcher} says that it is time, and tells it what came of it. Every
 * check has its own connection and ends within its time. Belongs to one event loop, and owns nothing that outlives a check.
 */
final class Checks {
    private final Dispatcher dispatcher;
    private final Transport transport;
    private final EventLoop loop;
    private final Checking how;
    private final byte[] first;

    /** @param first with what a request's connection begins */
    Checks(Dispatcher dispatcher, Transport transport, EventLoop loop, Checking how, byte[] first) {
        this.dispatcher = dispatcher;
        this.transport = transport;
        this.loop = loop;
        this.how = how;
        this.first = first;
    }

    /** Begins those whose time has come. */
    void look() {
        for (Member member : dispatcher.due(() -> ThreadLocalRandom.current().nextDouble())) {
            check(member.backend, well -> dispatcher.checked(member, well));
        }
    }

    private void check(Backend backend, Consumer<Boolean> found) {
        String host = how.host().isEmpty() ? backend.hostAndPort() : how.host();
        boolean http = how.means() == Checking.Means.HTTP;
        ChannelFuture connected = new Bootstrap()
                .group(loop)
                .channel(transport.clientChannel())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        how.timeout().toMillis())
                .handler(http ? new Probe(first, how.path(), host, found) : new ChannelInboundHandlerAdapter())
                .connect(backend.address());
        Channel channel = connected.channel();
        if (http) {
            // Whatever was not answered by then is closed, which says so.
            var timer = loop.schedule(() -> channel.close(), how.timeout().toNanos(), TimeUnit.NANOSECONDS);
            channel.closeFuture().addListener(closed -> timer.cancel(false));
        }
        connected.addListener(done -> {
            if (!done.isSuccess()) {
                found.accept(false);
            } else if (!http) {
                channel.close();
                found.accept(true);
            }
        });
    }
}
