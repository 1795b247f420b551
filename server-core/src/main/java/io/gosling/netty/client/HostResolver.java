package io.gosling.netty.client;

import io.gosling.document.Ticker;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of other machines' names, all that each name has. A name in use is looked up again every {@value
 * #SECONDS} s, and earlier where none of its addresses takes a connection. The last known addresses are used meanwhile,
 * and for as long as the resolver fails. That a name has no address is remembered for {@value #ABSENT_SECONDS} s. A
 * name that was not looked up for {@value #UNUSED_HOURS} h is forgotten when another one is added. Changes are logged.
 *
 * <p>Lookups run on threads of their own, one at a time for each name: the system's resolver takes as long as it likes.
 * The first of a name has {@value #MOST_THREADS} threads, and those that follow have as many others, so that a new name
 * does not wait for names that are dead. Java keeps the resolver's answers too, for {@code networkaddress.cache.ttl}.
 * For any thread; only {@link #all} blocks.
 */
public final class HostResolver {
    private static final System.Logger LOG = System.getLogger(HostResolver.class.getName());
    private static final int SECONDS = 10;
    private static final long LASTS = TimeUnit.SECONDS.toNanos(SECONDS);

    /** Age from which a result is doubted where no connection could be made. */
    private static final long SETTLED = TimeUnit.SECONDS.toNanos(1);

    private static final int ABSENT_SECONDS = 2;
    private static final long ABSENT = TimeUnit.SECONDS.toNanos(ABSENT_SECONDS);

    private static final int UNUSED_HOURS = 1;
    private static final long UNUSED = TimeUnit.HOURS.toNanos(UNUSED_HOURS);

    private static final int MOST_THREADS = 16;

    private static final HostResolver SYSTEM = new HostResolver(InetAddress::getAllByName, Ticker.system());

    private final Resolver resolver;
    private final Ticker ticker;
    private final Executor first = threads();
    private final Executor further = threads();
    private final ConcurrentHashMap<String, Host> hosts = new ConcurrentHashMap<>();

    /** Finds the addresses of a name; may block. */
    @FunctionalInterface
    public interface Resolver {
        InetAddress[] all(String name) throws UnknownHostException;
    }

    public HostResolver(Resolver resolver, Ticker ticker) {
        this.resolver = resolver;
        this.ticker = ticker;
    }

    private static Executor threads() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                MOST_THREADS,
                MOST_THREADS,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("gosling-lookup").factory());
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** The names of this process, looked up by the system's resolver. */
    public static HostResolver ofSystem() {
        return SYSTEM;
    }

    /** Returns a socket address: an unresolved one of a name, so that whoever connects to it looks the name up. */
    public static InetSocketAddress socket(String host, int port) {
        try {
            return new InetSocketAddress(InetAddress.ofLiteral(host), port);
        } catch (IllegalArgumentException name) {
            return InetSocketAddress.createUnresolved(host, port);
        }
    }

    /** Returns the text of an address in messages, as in {@code app.example:80} where it is not resolved. */
    public static String text(InetSocketAddress address) {
        return address.isUnresolved() ? address.getHostString() + ":" + address.getPort() : address.toString();
    }

    /** Returns the failure of a connection to an address. */
    public static ConnectException cannotConnect(InetSocketAddress address, String reason, @Nullable Throwable cause) {
        return because("cannot connect to " + text(address) + ": " + reason, cause);
    }

    Host host(String name) {
        Host known = hosts.get(name);
        if (known == null) {
            hosts.values().removeIf(other -> ticker.nanos() - other.lookedUp >= UNUSED);
            known = hosts.computeIfAbsent(name, Host::new);
        }
        return known;
    }

    /**
     * Returns the last known addresses of a name, at least one.
     *
     * @param timeout for the first lookup of the name
     * @throws ConnectException when the name has no address, or none was found in time
     */
    public List<InetAddress> all(String name, Duration timeout) throws ConnectException {
        Host host = host(name);
        List<InetAddress> known = host.known();
        try {
            return known.isEmpty() ? host.lookUp().get(timeout.toNanos(), TimeUnit.NANOSECONDS) : known;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw because(name + " was not looked up: interrupted", e);
        } catch (ExecutionException e) {
            throw because(String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            throw because(name + " was not looked up within " + timeout.toMillis() + " ms", e);
        }
    }

    /** Begins to look a name up; fails with an {@link UnknownHostException} where it has no address. */
    public CompletableFuture<List<InetAddress>> lookUp(String name) {
        return host(name).lookUp();
    }

    private static ConnectException because(String why, @Nullable Throwable cause) {
        return (ConnectException) new ConnectException(why).initCause(cause);
    }

    /** One name and what is known of it. For any thread. */
    final class Host {
        private final String name;
        private final AtomicReference<@Nullable CompletableFuture<List<InetAddress>>> underWay =
                new AtomicReference<>();
        private volatile List<InetAddress> known = List.of();
        private volatile long lookedUp = ticker.nanos();
        private volatile @Nullable InetAddress reached;
        private volatile @Nullable UnknownHostException absent;

        /** True while the resolver fails; of the thread that looks up. */
        private boolean failing;

        private Host(String name) {
            this.name = name;
        }

        /** Returns the last known addresses, none at first; begins to look the name up if they are old. */
        List<InetAddress> known() {
            List<InetAddress> now = known;
            if (!now.isEmpty() && ticker.nanos() - lookedUp >= LASTS) {
                lookUp();
            }
            return now;
        }

        /** Returns true if the last known addresses are so old that another lookup may bring others. */
        boolean isDoubtful() {
            return ticker.nanos() - lookedUp >= SETTLED;
        }

        void reached(InetAddress address) {
            if (!address.equals(reached)) {
                reached = address;
            }
        }

        /** The address that was connected to last, if the name still has it; otherwise the first. */
        InetAddress preferred(List<InetAddress> among) {
            InetAddress last = reached;
            return last != null && among.contains(last) ? last : among.getFirst();
        }

        /**
         * Looks the name up, or joins the lookup under way, unless it had no address a moment ago.
         *
         * @return the addresses that are known then; fails with an {@link UnknownHostException} where there is none
         */
        CompletableFuture<List<InetAddress>> lookUp() {
            // It may have been forgotten while somebody held it.
            hosts.putIfAbsent(name, this);
            UnknownHostException none = absent;
            if (none != null && ticker.nanos() - lookedUp < ABSENT) {
                return CompletableFuture.failedFuture(unknown(none.getCause()));
            }
            CompletableFuture<List<InetAddress>> next = new CompletableFuture<>();
            CompletableFuture<List<InetAddress>> before = underWay.compareAndExchange(null, next);
            if (before != null) {
                return before;
            }
            try {
                (none == null && known.isEmpty() ? first : further).execute(() -> run(next));
            } catch (Error noThread) {
                end(next, noThread);
            }
            return next;
        }

        private void run(CompletableFuture<List<InetAddress>> lookup) {
            @Nullable Throwable failure = null;
            try {
                found(List.copyOf(new LinkedHashSet<>(List.of(resolver.all(name)))));
            } catch (UnknownHostException | RuntimeException | Error e) {
                failure = e;
            }
            end(lookup, failure);
        }

        private void end(CompletableFuture<List<InetAddress>> lookup, @Nullable Throwable failure) {
            if (failure != null) {
                failed(failure);
            }
            UnknownHostException unknown = known.isEmpty() ? unknown(failure) : null;
            lookedUp = ticker.nanos();
            absent = failure instanceof Error ? null : unknown;
            underWay.set(null);
            if (unknown == null) {
                lookup.complete(known);
            } else {
                lookup.completeExceptionally(unknown);
            }
        }

        private UnknownHostException unknown(@Nullable Throwable cause) {
            UnknownHostException unknown = new UnknownHostException("the name " + name + " has no address");
            unknown.initCause(cause);
            return unknown;
        }

        /** Keeps the list itself where the addresses are the same, in whatever order. */
        private void found(List<InetAddress> addresses) {
            List<InetAddress> before = known;
            boolean same = before.size() == addresses.size() && before.containsAll(addresses);
            if (!same && !addresses.isEmpty()) {
                if (!before.isEmpty()) {
                    LOG.log(Level.INFO, "{0} is {1} from now on; it was {2}", name, text(addresses), text(before));
                }
                known = addresses;
            } else if (failing) {
                LOG.log(Level.INFO, "{0} is looked up again; it is still {1}", name, text(addresses));
            }
            failing = false;
        }

        private void failed(Throwable why) {
            if (!failing && !known.isEmpty()) {
                failing = true;
                LOG.log(
                        Level.WARNING,
                        "{0} cannot be looked up ({1}): its last known addresses, {2}, stay in use",
                        name,
                        why,
                        text(known));
            }
        }

        private static String text(List<InetAddress> addresses) {
            return addresses.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(", "));
        }
    }
}
