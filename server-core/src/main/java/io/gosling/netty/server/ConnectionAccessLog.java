package io.gosling.netty.server;

import io.gosling.accesslog.AccessRecord;
import io.gosling.accesslog.AccessRecord.Part;
import io.gosling.accesslog.AccessRecordFactory;
import io.gosling.accesslog.LoopAccessLog;
import io.gosling.document.ResponseSource;
import io.gosling.netty.fastpath.PlainHttp2RequestParser;
import io.gosling.netty.fastpath.PlainRequestParser;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2Headers;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes the access log of one connection. A response of the event loop is noted while
 * its request is still in memory, and logged in the same order when it is with the socket. Belongs to one connection
 * and its loop.
 */
final class ConnectionAccessLog {
    private final LoopAccessLog log;
    private final AccessRecordFactory peer;
    private final Deque<AccessRecord> underWay = new ArrayDeque<>(1);

    ConnectionAccessLog(LoopAccessLog log, Channel channel) {
        this.log = log;
        SocketAddress address = ClientAddressAttribute.of(channel);
        this.peer = new AccessRecordFactory(log, address, ClientAddressAttribute.text(address));
    }

    /** Creates a record for {@link #given} or {@link #write}; null for a request that could not be read. */
    AccessRecord note(@Nullable HttpRequest request) {
        // The decoder turns a malformed request line into a full request with a target of its own, and no headers.
        return request == null || request instanceof FullHttpRequest
                ? peer.begin()
                : peer.begin(
                        request.method().name(),
                        request.uri(),
                        request.protocolVersion().text(),
                        request.headers()::get,
                        request.headers()::getAll);
    }

    AccessRecord note(PlainHttp2RequestParser request, Http2Headers headers) {
        AccessRecord note =
                peer.isProxy() ? peer.begin(name -> headers.getAll(name.toLowerCase(Locale.ROOT))) : peer.begin();
        request.describe(headers, note);
        return note;
    }

    void given(AccessRecord note) {
        underWay.add(note);
    }

    /** Takes back a note of a request that is logged otherwise. */
    void forget(AccessRecord note) {
        log.forget(note);
    }

    AccessRecord note(PlainRequestParser request) {
        AccessRecord note = peer.isProxy() ? peer.begin(request::values) : peer.begin();
        request.describe(note);
        return note;
    }

    void answered(ResponseSource from, int status, long bytes, long nanos) {
        write(underWay.remove(), from, status, bytes, nanos);
    }

    void write(AccessRecord note, ResponseSource from, int status, long bytes, long nanos) {
        log.write(note.answered(from.label(), status, bytes, nanos));
    }

    void answered(ServerExchange exchange, long nanos) {
        AccessRecord note = peer.begin(
                exchange.method(),
                exchange.target(),
                exchange.protocol(),
                exchange.headers()::first,
                exchange.headers()::all);
        String user = exchange.countedUser();
        if (user != null) {
            byte[] name = user.getBytes(StandardCharsets.UTF_8);
            note.put(Part.USER, name, 0, name.length);
        }
        log.write(note.answered(
                exchange.countedSource().label(), exchange.countedStatus(), exchange.countedBytes(), nanos));
    }
}
