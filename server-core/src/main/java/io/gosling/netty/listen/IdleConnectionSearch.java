package io.gosling.netty.listen;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * A search among open connections for those that have been idle longest, which make room for others: fired as a user
 * event on each of them, on its loop, where a stage whose client has no request under way calls {@link #offer}. Made
 * before it is needed, when there may be no descriptor left to load a class.
 */
public final class IdleConnectionSearch {
    /** Connections that have been idle for less stay: their clients may be about to send a request, or their first. */
    private static final long LEAST = TimeUnit.SECONDS.toNanos(2);

    private static final Comparator<Idle> LONGEST_FIRST =
            Comparator.comparingLong(Idle::nanos).reversed();

    private final Queue<Idle> offered = new ConcurrentLinkedQueue<>();

    private record Idle(EventLoop loop, long nanos, Runnable leave) {}

    IdleConnectionSearch() {}

    /**
     * Offers a connection, which leaves only if it has not been used since.
     *
     * @param idle nanoseconds for which it has been idle, now and when it is to leave
     * @param leave closes it at once unless a request is under way; run on its loop
     */
    public void offer(Channel connection, LongSupplier idle, Runnable leave) {
        long nanos = idle.getAsLong();
        if (nanos >= LEAST) {
            offered.add(new Idle(connection.eventLoop(), nanos, () -> {
                if (idle.getAsLong() >= nanos) {
                    leave.run();
                }
            }));
        }
    }

    /**
     * Closes those that have been idle longest, a little later.
     *
     * @param most number of connections to close
     */
    void close(Collection<Channel> connections, int most) {
        Map<EventLoop, List<Channel>> loops = connections.stream()
                .filter(connection ->
                        connection.isRegistered() && !connection.eventLoop().isShuttingDown())
                .collect(Collectors.groupingBy(Channel::eventLoop));
        AtomicInteger left = new AtomicInteger(loops.size());
        loops.forEach((loop, some) -> loop.execute(() -> {
            some.forEach(connection -> connection.pipeline().fireUserEventTriggered(this));
            if (left.decrementAndGet() == 0) {
                closeOldest(most);
            }
        }));
    }

    private void closeOldest(int most) {
        List<Idle> all = new ArrayList<>();
        for (Idle next = offered.poll(); next != null; next = offered.poll()) {
            all.add(next);
        }
        all.stream()
                .sorted(LONGEST_FIRST)
                .limit(most)
                .forEach(idle -> idle.loop().execute(idle.leave()));
    }
}
