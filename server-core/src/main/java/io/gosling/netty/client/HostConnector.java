package io.gosling.netty.client;

import io.gosling.netty.transport.LocalExhaustionCheck;
import io.gosling.netty.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connects to one address; to a name at any of the addresses that it has ("happy eyeballs", RFC 8305). The address that
 * was connected to last comes first, then both families in turn, each {@value #NEXT_MILLIS} ms after the one before, or
 * at once when that has failed; the first connection counts. If all fail, the name is looked up again, and addresses
 * that are new are tried. Belongs to its event loop.
 */
public final class HostConnector {
    private static final long NEXT_MILLIS = 250;
    private static final int MOST_ADDRESSES = 16;
    private static final ChannelHandler QUIET = new Quiet();

    private final EventLoop loop;
    private final InetSocketAddress address;
    private final Bootstrap bootstrap;
    private final Duration within;
    private final HostResolver.@Nullable Host host;
    private List<InetAddress> addresses = List.of();

    /**
     * @param address unresolved if a name is to be looked up
     * @param bootstrap of which clones are used, with a loop and a handler
     * @param within bound of the lookup and the connecting together
     */
    public HostConnector(
            EventLoop loop, InetSocketAddress address, Bootstrap bootstrap, Duration within, HostResolver hosts) {
        this.loop = loop;
        this.address = address;
        this.bootstrap = bootstrap;
        this.within = within;
        this.host = address.isUnresolved() ? hosts.host(address.getHostString()) : null;
    }

    /**
     * Connects. The future is completed on the loop, and before the channel is reported as active: stages that a
     * listener adds see that event.
     */
    public Future<Channel> connect() {
        Bootstrap attempts = bootstrap
                .clone(loop)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) within.toMillis())
                .handler(QUIET);
        Promise<Channel> promise = loop.newPromise();
        new Race(attempts, promise).start();
        return promise;
    }

    /** Returns true once after the name's addresses have changed. */
    public boolean addressesChanged() {
        if (host == null) {
            return false;
        }
        List<InetAddress> before = addresses;
        addresses = host.known();
        return !before.isEmpty() && !before.equals(addresses);
    }

    /** Returns true if a connection leads to an address that the name no longer had at the last look. */
    public boolean isOutdated(Channel connection) {
        return !addresses.isEmpty()
                && connection.remoteAddress() instanceof InetSocketAddress to
                && !addresses.contains(to.getAddress());
    }

    static List<InetAddress> inOrder(List<InetAddress> all, InetAddress first) {
        List<InetAddress> rest = new ArrayList<>(all);
        List<InetAddress> ordered = new ArrayList<>(all.size());
        InetAddress next = first;
        while (!rest.isEmpty()) {
            rest.remove(next);
            ordered.add(next);
            Class<?> family = next.getClass();
            next = rest.stream()
                    .filter(other -> !other.getClass().equals(family))
                    .findFirst()
                    .orElse(rest.isEmpty() ? first : rest.getFirst());
        }
        return ordered;
    }

    /** Ignores what happens to a channel that nobody has yet. */
    @ChannelHandler.Sharable
    private static final class Quiet extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    private final class Race {
        private final Bootstrap attempts;
        private final Promise<Channel> promise;
        private final Deque<InetAddress> pending = new ArrayDeque<>();
        private final Set<InetAddress> tried = new HashSet<>();
        private final Set<ChannelFuture> running = new LinkedHashSet<>();
        private @Nullable Future<?> step;
        private @Nullable Throwable failure;
        private boolean lookedUp;

        Race(Bootstrap attempts, Promise<Channel> promise) {
            this.attempts = attempts;
            this.promise = promise;
        }

        void start() {
            if (host == null) {
                pending.add(address.getAddress());
                next();
                return;
            }
            Future<?> timer = loop.schedule(this::late, within.toNanos(), TimeUnit.NANOSECONDS);
            promise.addListener(done -> {
                timer.cancel(false);
                stopStep();
                List.copyOf(running).stream()
                        .filter(attempt -> !attempt.isDone())
                        .forEach(attempt -> attempt.channel().close());
            });
            List<InetAddress> known = host.known();
            if (known.isEmpty()) {
                lookUp(host);
            } else {
                begin(known, host);
            }
        }

        private void lookUp(HostResolver.Host named) {
            lookedUp = true;
            named.lookUp()
                    .whenComplete((found, unknown) -> Transport.onLoop(loop, () -> {
                        if (found == null) {
                            promise.tryFailure(unknown);
                        } else if (!promise.isDone()) {
                            begin(found, named);
                        }
                    }));
        }

        private void begin(List<InetAddress> found, HostResolver.Host named) {
            inOrder(found, named.preferred(found)).stream()
                    .filter(one -> !tried.contains(one))
                    .forEach(pending::add);
            next();
        }

        private void next() {
            stopStep();
            InetAddress to = tried.size() < MOST_ADDRESSES ? pending.poll() : null;
            if (to != null) {
                tried.add(to);
                ChannelFuture attempt = attempts.connect(new InetSocketAddress(to, address.getPort()));
                running.add(attempt);
                // Without a descriptor there is no channel on this loop: another thread may complete the future.
                attempt.addListener(done -> Transport.onLoop(loop, () -> ended(to, attempt)));
                step = pending.isEmpty() ? null : loop.schedule(this::next, NEXT_MILLIS, TimeUnit.MILLISECONDS);
            } else if (running.isEmpty()) {
                allFailed();
            }
        }

        private void stopStep() {
            if (step != null) {
                step.cancel(false);
                step = null;
            }
        }

        private void ended(InetAddress to, ChannelFuture attempt) {
            running.remove(attempt);
            if (!attempt.isSuccess()) {
                failed(attempt.cause());
                return;
            }
            Channel channel = attempt.channel();
            if (channel.pipeline().get(Quiet.class) != null) {
                channel.pipeline().remove(QUIET);
            }
            if (!promise.trySuccess(channel)) {
                channel.close();
            } else if (host != null) {
                host.reached(to);
            }
        }

        /** Goes on, unless no connection at all can be made now. The failure that is reported is of the other side. */
        private void failed(Throwable why) {
            boolean ours = LocalExhaustionCheck.isCauseOf(why);
            if (ours && !LocalExhaustionCheck.isOfOneAddress(why)) {
                promise.tryFailure(why);
            }
            if (failure == null || !ours) {
                failure = why;
            }
            if (!promise.isDone()) {
                next();
            }
        }

        private void allFailed() {
            if (host != null && !lookedUp && host.isDoubtful()) {
                lookUp(host);
            } else {
                promise.tryFailure(failure == null ? new ConnectException("no address") : failure);
            }
        }

        private void late() {
            promise.tryFailure(new ConnectTimeoutException("no connection within " + within.toMillis() + " ms"));
        }
    }
}
