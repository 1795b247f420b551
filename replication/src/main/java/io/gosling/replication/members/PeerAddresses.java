package io.gosling.replication.members;

import io.gosling.document.Ticker;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Resolves the names of servers. Lookups run on threads of their own, one at a time for each name: the system's
 * resolver takes as long as it likes, and would block a carrier thread. A caller waits for the first result only, with
 * a timeout; later results replace it, and if a later lookup fails it stays. For many threads, without locks.
 */
public final class PeerAddresses {
    /** A result is not looked up again for so long. */
    private static final long LASTS_NANOS = Duration.ofSeconds(10).toNanos();

    private static final Executor THREADS =
            task -> Thread.ofPlatform().daemon().name("gosling-peer-lookup").start(task);

    private final Duration timeout;
    private final Ticker ticker;
    private final Function<ReplicaPeer, InetSocketAddress> resolver;
    private final ConcurrentHashMap<ReplicaPeer, Found> found = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<ReplicaPeer, CompletableFuture<InetSocketAddress>> underWay =
            new ConcurrentHashMap<>();

    private record Found(InetSocketAddress address, long atNanos) {}

    public PeerAddresses(Duration timeout, Ticker ticker) {
        this(timeout, ticker, ReplicaPeer::address);
    }

    /** @param resolver returns an unresolved address if there is none; may block */
    PeerAddresses(Duration timeout, Ticker ticker, Function<ReplicaPeer, InetSocketAddress> resolver) {
        this.timeout = timeout;
        this.ticker = ticker;
        this.resolver = resolver;
    }

    /**
     * The last address that was found.
     *
     * @throws ConnectException when none was found, or not in time
     */
    public InetSocketAddress of(ReplicaPeer peer) throws ConnectException, InterruptedIOException {
        if (peer.isNumber()) {
            return resolved(peer, peer.address());
        }
        Found last = found.get(peer);
        if (last != null && ticker.nanos() - last.atNanos() < LASTS_NANOS) {
            return last.address();
        }
        CompletableFuture<InetSocketAddress> next =
                underWay.computeIfAbsent(peer, one -> CompletableFuture.supplyAsync(() -> lookUp(one), THREADS));
        return last == null ? first(peer, next) : last.address();
    }

    private InetSocketAddress lookUp(ReplicaPeer peer) {
        try {
            InetSocketAddress address = resolver.apply(peer);
            long now = ticker.nanos();
            if (!address.isUnresolved()) {
                found.put(peer, new Found(address, now));
            } else {
                // Nor is what could not be found looked up again at once.
                found.computeIfPresent(peer, (one, last) -> new Found(last.address(), now));
            }
            return address;
        } finally {
            underWay.remove(peer);
        }
    }

    private InetSocketAddress first(ReplicaPeer peer, CompletableFuture<InetSocketAddress> lookup)
            throws ConnectException, InterruptedIOException {
        try {
            return resolved(peer, lookup.get(timeout.toNanos(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException | TimeoutException e) {
            ConnectException late =
                    new ConnectException(peer.host() + " could not be looked up within " + timeout.toMillis() + " ms");
            late.initCause(e);
            throw late;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + peer.host() + " was looked up");
        }
    }

    private static InetSocketAddress resolved(ReplicaPeer peer, InetSocketAddress address) throws ConnectException {
        if (address.isUnresolved()) {
            throw new ConnectException(peer.host() + " has no address; expected a name in replication.backend that"
                    + " this machine can resolve");
        }
        return address;
    }
}
