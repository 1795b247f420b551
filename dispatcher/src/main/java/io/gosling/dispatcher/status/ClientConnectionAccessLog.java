package io.gosling.dispatcher.status;

import io.gosling.accesslog.AccessLog;
import io.gosling.accesslog.AccessRecord;
import io.gosling.accesslog.AccessRecord.Figure;
import io.gosling.accesslog.AccessRecord.Part;
import io.gosling.accesslog.AccessRecordFactory;
import io.gosling.accesslog.LoopAccessLog;
import io.gosling.document.Ticker;
import io.gosling.netty.fastpath.PlainRequest;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpRequest;
import java.net.SocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the access log of one client connection or stream: notes a request while its header is unchanged, then its way
 * to a back-end, and then its outcome. Belongs to that connection and its loop.
 */
public final class ClientConnectionAccessLog {
    /** The status of a request whose client left before it was answered. */
    private static final int CLIENT_LEFT = 499;

    private static final int NONE = -1;

    /** Null, as {@link #peer}, in the one that notes nothing, which all loops share. */
    private final @Nullable LoopAccessLog log;

    private final @Nullable AccessRecordFactory peer;
    private final boolean always;
    private final Ticker ticker;
    private @Nullable AccessRecord asked;
    private long began;
    private int attempts;
    private boolean waiting;
    private long since;

    /** The logs of all event loops. */
    public static final class Loops {
        private final AccessLog log;
        private final Ticker ticker;
        private final ClientConnectionAccessLog off;
        private final ConcurrentHashMap<EventLoop, LoopAccessLog> loops = new ConcurrentHashMap<>();

        public Loops(AccessLog log, Ticker ticker) {
            this.log = log;
            this.ticker = ticker;
            this.off = new ClientConnectionAccessLog(null, null, false, ticker);
        }

        /**
         * The log of a connection, which notes nothing while no lines are written.
         *
         * @param always true to note requests nevertheless, for {@link #serverTiming}
         */
        public ClientConnectionAccessLog of(Channel channel, boolean always) {
            if (!always && !log.isOn()) {
                return off;
            }
            LoopAccessLog lines = loops.computeIfAbsent(channel.eventLoop(), log::on);
            SocketAddress client = ClientAddressAttribute.of(channel);
            String address = ClientAddressAttribute.text(client);
            AccessRecordFactory peer = new AccessRecordFactory(lines, client, address);
            return new ClientConnectionAccessLog(lines, peer, always, ticker);
        }
    }

    private ClientConnectionAccessLog(
            @Nullable LoopAccessLog log, @Nullable AccessRecordFactory peer, boolean always, Ticker ticker) {
        this.log = log;
        this.peer = peer;
        this.always = always;
        this.ticker = ticker;
    }

    /** Returns true if it notes the next request; if not, the connection may have another log by now. */
    public boolean notes() {
        return log != null && (always || log.isOn());
    }

    /** Records a request; null for one whose header was late. */
    public void asked(@Nullable HttpRequest request) {
        if (log == null || peer == null) {
            return;
        }
        if (asked != null) {
            log.forget(asked);
        }
        // The decoder represents a malformed request line by a full request with an invented target, and no headers.
        AccessRecord note = request == null || request instanceof FullHttpRequest
                ? peer.begin()
                : peer.begin(
                        request.method().name(),
                        request.uri(),
                        request.protocolVersion().text(),
                        request.headers()::get,
                        request.headers()::getAll);
        asked = note.put(Figure.ATTEMPTS, 0);
        attempts = 0;
        waiting = false;
        began = ticker.nanos();
    }

    /**
     * The request is for back-ends.
     *
     * @param pool the label of those that it is confined to; null for all
     * @param request as they get it; one that is forwarded as bytes has the X-Request-Id with which it came
     */
    public void relayed(@Nullable String pool, HttpRequest request) {
        if (asked != null) {
            asked.put(Part.POOL, pool);
            if (!(request instanceof PlainRequest)) {
                asked.put(Part.REQUEST_ID, request.headers().get("X-Request-Id"));
            }
        }
    }

    /** It waits in the queue. */
    public void queued() {
        if (asked != null) {
            waiting = true;
            since = ticker.nanos();
        }
    }

    /** It gets a back-end, its first or another one. */
    public void assigned(String backend) {
        if (asked != null) {
            long now = ticker.nanos();
            if (attempts++ == 0) {
                asked.put(Figure.QUEUE, waiting ? now - since : 0);
            }
            waiting = false;
            since = now;
            asked.put(Part.BACKEND, backend)
                    .put(Figure.ATTEMPTS, attempts)
                    .put(Figure.CONNECT, NONE)
                    .put(Figure.FIRST_BYTE, NONE)
                    .put(Figure.UPSTREAM_STATUS, NONE);
        }
    }

    /** There is a connection to the back-end. */
    public void connected() {
        if (asked != null) {
            long now = ticker.nanos();
            asked.put(Figure.CONNECT, now - since);
            since = now;
        }
    }

    /** The header of the back-end's response is there. */
    public void answered(int status) {
        if (asked != null) {
            asked.put(Figure.UPSTREAM_STATUS, status).put(Figure.FIRST_BYTE, ticker.nanos() - since);
        }
    }

    /** The value of Server-Timing, in milliseconds, for a response whose header is there. */
    public String serverTiming() {
        return "queue;dur=" + millis(Figure.QUEUE) + ", connect;dur=" + millis(Figure.CONNECT) + ", backend;dur="
                + millis(Figure.FIRST_BYTE);
    }

    private double millis(Figure time) {
        return asked == null ? 0 : asked.get(time) / 1000 / 1000.0;
    }

    /** @param status that was sent, 0 for none */
    public void over(RequestOutcome outcome, int status, long bytes) {
        AccessRecord note = asked;
        if (note != null && log != null) {
            asked = null;
            long now = ticker.nanos();
            if (waiting) {
                note.put(Figure.QUEUE, now - since);
            }
            int code = status == 0 ? CLIENT_LEFT : status;
            log.write(note.answered(outcome.label(), code, bytes, now - began));
        }
    }
}
