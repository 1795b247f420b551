package io.gosling.netty;

import io.gosling.document.Ticker;
import io.gosling.http.HttpDate;
import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The time of one event loop: the Date field, made once a second, and the time-outs of all its connections, looked at ten
 * times a second by one timer instead of one timer for each.
 *
 * <p>Belongs to its loop, but for {@link #dateField()}, which exchanges' threads read too. The timer runs while there are
 * connections.
 */
final class LoopClock {
    private static final long TICK_MILLIS = 100;

    private final EventLoop loop;
    private final Ticker ticker;
    private final InstantSource wall;
    private volatile byte[] dateField = new byte[0];

    /* Owned by the loop. */
    private final List<ServerConnection> connections = new ArrayList<>();
    private long second = Long.MIN_VALUE;
    private boolean ticking;

    LoopClock(EventLoop loop, Ticker ticker, InstantSource wall) {
        this.loop = loop;
        this.ticker = ticker;
        this.wall = wall;
    }

    /** The line {@code Date: ...} with its CRLF; at most some tenths of a second old. Not to be modified. */
    byte[] dateField() {
        return dateField;
    }

    void add(ServerConnection connection) {
        connection.setClockIndex(connections.size());
        connections.add(connection);
        refreshDate();
        if (!ticking) {
            ticking = true;
            schedule();
        }
    }

    /** The last one takes the place of the one that leaves. */
    void remove(ServerConnection connection) {
        int index = connection.clockIndex();
        ServerConnection last = connections.removeLast();
        if (last != connection) {
            connections.set(index, last);
            last.setClockIndex(index);
        }
    }

    private void tick() {
        refreshDate();
        long now = ticker.nanos();
        // From the end, because a connection that closes itself is replaced by one that was seen already.
        for (int i = connections.size() - 1; i >= 0; i--) {
            if (i < connections.size()) {
                connections.get(i).tick(now);
            }
        }
        ticking = !connections.isEmpty();
        if (ticking) {
            schedule();
        }
    }

    private void schedule() {
        if (!loop.isShuttingDown()) {
            loop.schedule(this::tick, TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void refreshDate() {
        long now = wall.millis() / 1000;
        if (now != second) {
            second = now;
            dateField = ("Date: " + HttpDate.format(wall.instant()) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        }
    }
}
