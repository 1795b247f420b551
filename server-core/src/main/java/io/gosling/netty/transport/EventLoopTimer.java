package io.gosling.netty.transport;

import io.gosling.document.Ticker;
import io.gosling.http.Headers;
import io.gosling.http.HttpDateFormat;
import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The clock of one event loop: the Date header, formatted once a second, and the timeouts of all its connections,
 * checked ten times a second by one timer instead of one timer for each. Belongs to its loop, but for {@link
 * #dateField()}, which exchanges' threads read too. The timer runs while there are connections.
 */
public final class EventLoopTimer {
    private static final System.Logger LOG = System.getLogger(EventLoopTimer.class.getName());
    private static final long TICK_MILLIS = 100;

    private final EventLoop loop;
    private final Ticker ticker;
    private final InstantSource wall;
    private final String fields;
    private final byte[] placeFields;
    private volatile byte[] dateField = new byte[0];

    private final List<Timed> connections = new ArrayList<>();
    private long second = Long.MIN_VALUE;
    private boolean ticking;

    /** A connection with timeouts, on the same loop. */
    public interface Timed {
        void tick(long now);

        void fail(Throwable cause);

        /** The index in the clock's list; used by the clock only. */
        int clockIndex();

        void setClockIndex(int index);
    }

    public EventLoopTimer(EventLoop loop, Ticker ticker, InstantSource wall, Headers fields) {
        this.loop = loop;
        this.ticker = ticker;
        this.wall = wall;
        this.fields = fields.lines();
        this.placeFields = this.fields.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Returns the line {@code Date: ...} with its CRLF, at most some tenths of a second old, and the headers that go
     * with it. Not to be modified.
     */
    public byte[] dateField() {
        return dateField;
    }

    /**
     * Returns the headers that go with the date alone, for a response that has a Date of its own. Not to be modified.
     */
    public byte[] placeFields() {
        return placeFields;
    }

    public void add(Timed connection) {
        connection.setClockIndex(connections.size());
        connections.add(connection);
        refreshDate();
        if (!ticking) {
            ticking = true;
            schedule();
        }
    }

    /** The last one takes the place of the one that leaves. Nothing happens to one that has left. */
    public void remove(Timed connection) {
        int index = connection.clockIndex();
        if (index < 0) {
            return;
        }
        connection.setClockIndex(-1);
        Timed last = connections.removeLast();
        if (!last.equals(connection)) {
            connections.set(index, last);
            last.setClockIndex(index);
        }
    }

    /** Another one keeps the times of the same connection from now on. */
    public void replace(Timed before, Timed after) {
        after.setClockIndex(before.clockIndex());
        connections.set(before.clockIndex(), after);
    }

    private void tick() {
        try {
            refreshDate();
            lookAtAll(ticker.nanos());
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the clock of an event loop failed, and goes on", e);
        } finally {
            ticking = !connections.isEmpty();
            if (ticking) {
                schedule();
            }
        }
    }

    private void lookAtAll(long now) {
        // From the end, because a connection that closes itself is replaced by one that was seen already.
        for (int i = connections.size() - 1; i >= 0; i--) {
            if (i < connections.size()) {
                look(connections.get(i), now);
            }
        }
    }

    private static void look(Timed connection, long now) {
        try {
            connection.tick(now);
        } catch (RuntimeException e) {
            connection.fail(e);
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
            dateField = ("Date: " + HttpDateFormat.format(wall.instant()) + "\r\n" + fields)
                    .getBytes(StandardCharsets.US_ASCII);
        }
    }
}
