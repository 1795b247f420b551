package io.gosling.dispatcher.status;

import io.gosling.accesslog.AccessLog;
import io.gosling.accesslog.AccessRecord;
import io.gosling.accesslog.AccessRecordFactory;
import io.gosling.accesslog.LoopAccessLog;
import io.gosling.document.Ticker;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpRequest;
import java.net.SocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the access log of one client connection: notes a request while its header is unchanged, and then its outcome.
 * Belongs to that connection and its loop.
 */
public final class ClientConnectionAccessLog {
    /** The status of a request whose client left before it was answered. */
    private static final int CLIENT_LEFT = 499;

    private final LoopAccessLog log;
    private final Ticker ticker;
    private final AccessRecordFactory peer;
    private @Nullable AccessRecord asked;
    private long began;

    /** The logs of all event loops. */
    public static final class Loops {
        private final AccessLog log;
        private final Ticker ticker;
        private final ConcurrentHashMap<EventLoop, LoopAccessLog> loops = new ConcurrentHashMap<>();

        public Loops(AccessLog log, Ticker ticker) {
            this.log = log;
            this.ticker = ticker;
        }

        /** The log of a connection; null while the access log is off. */
        @Nullable
        public ClientConnectionAccessLog of(EventLoop loop, SocketAddress client) {
            return log.isOn()
                    ? new ClientConnectionAccessLog(loops.computeIfAbsent(loop, log::on), ticker, client)
                    : null;
        }
    }

    private ClientConnectionAccessLog(LoopAccessLog log, Ticker ticker, SocketAddress client) {
        this.log = log;
        this.ticker = ticker;
        this.peer = new AccessRecordFactory(log, client, ClientAddressAttribute.text(client));
    }

    /** Records a request; null for one whose header was late. */
    public void asked(@Nullable HttpRequest request) {
        if (asked != null) {
            log.forget(asked);
        }
        // The decoder represents a malformed request line by a full request with an invented target, and no headers.
        if (!log.isOn()) {
            asked = null;
            return;
        }
        asked = request == null || request instanceof FullHttpRequest
                ? peer.begin()
                : peer.begin(
                        request.method().name(),
                        request.uri(),
                        request.protocolVersion().text(),
                        request.headers()::get,
                        request.headers()::getAll);
        began = ticker.nanos();
    }

    /** @param status that was sent, 0 for none */
    public void over(RequestOutcome outcome, int status, long bytes) {
        AccessRecord note = asked;
        asked = null;
        if (note != null) {
            int code = status == 0 ? CLIENT_LEFT : status;
            log.write(note.answered(outcome.label(), code, bytes, ticker.nanos() - began));
        }
    }
}
