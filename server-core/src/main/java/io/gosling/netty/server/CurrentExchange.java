package io.gosling.netty.server;

import io.gosling.netty.exchange.RequestBody;
import io.gosling.netty.http1.NettyHeaderConversion;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The exchange under way on a connection of HTTP/1, and the rest of its request that is still to come: one at a time.
 * Belongs to the connection's loop; the exchange is its own thread's.
 */
final class CurrentExchange {
    private @Nullable ServerExchange exchange;
    private @Nullable UncachedDocumentExchange fetching;
    private @Nullable RequestBody body;
    private long began;
    private boolean rest;
    private boolean broken;
    private boolean upgraded;

    void begin(ServerExchange exchange, RequestBody body) {
        this.exchange = exchange;
        this.body = body;
        this.began = exchange.began;
    }

    /** The whole request has arrived; nobody but the event loop owns the exchange. */
    void begin(UncachedDocumentExchange exchange) {
        this.fetching = exchange;
        this.began = exchange.began;
    }

    void upgrade(RequestBody bytes) {
        body = bytes;
        upgraded = true;
    }

    /** Skips a request that was answered without being begun; its body is discarded. */
    void skip(long began) {
        rest = true;
        this.began = began;
    }

    boolean runs() {
        return exchange != null || fetching != null;
    }

    /** Returns true if none runs and nothing of an earlier one is to come. */
    boolean isOver() {
        return !runs() && !rest;
    }

    boolean hasRest() {
        return rest;
    }

    boolean receives() {
        return body != null;
    }

    boolean hasEnough() {
        return body != null && body.hasEnough();
    }

    /** Takes a piece of the body and its reference; false, with nothing done, for anything else. */
    boolean receive(Object message) {
        RequestBody to = body;
        if (to == null || !(message instanceof HttpContent || message instanceof ByteBuf)) {
            return false;
        }
        if (message instanceof HttpContent content) {
            receive(content, to);
        } else {
            to.offer((ByteBuf) message);
        }
        return true;
    }

    private void receive(HttpContent content, RequestBody to) {
        if (content.decoderResult().isFailure()) {
            broken = true;
            content.release();
            to.fail(new RequestBody.Failure(400, "malformed chunk"));
            return;
        }
        to.offer(content.content());
        if (content instanceof LastHttpContent last) {
            endBody(last, to);
            body = null;
        }
    }

    private static void endBody(LastHttpContent last, RequestBody of) {
        try {
            of.end(NettyHeaderConversion.of(
                    last.trailingHeaders(), last.trailingHeaders().size()));
        } catch (IllegalArgumentException e) {
            of.fail(new RequestBody.Failure(400, "malformed trailer"));
        }
    }

    /** Discards a piece that is not needed; returns true if it is of the rest of an answered request. */
    boolean passOver(HttpContent piece) {
        boolean skipped = rest;
        rest &= !(piece instanceof LastHttpContent);
        return skipped;
    }

    /** Fails the rest of the body; false when none was to come. */
    boolean fail(int status, String why) {
        if (body == null) {
            return false;
        }
        body.fail(new RequestBody.Failure(status, why));
        return true;
    }

    /** Ends the exchange; returns true if the connection cannot be reused. */
    boolean end() {
        rest = body != null;
        exchange = null;
        fetching = null;
        body = null;
        return broken;
    }

    boolean waitsForClient() {
        return rest || (body != null && body.isAwaited());
    }

    /** @param most for a whole request, the rest of its body included; none where it is zero */
    boolean takesTooLong(long now, Duration most) {
        return !isOver() && !upgraded && !most.isZero() && now - began > most.toNanos();
    }

    void withdraw() {
        if (fetching != null) {
            fetching.withdraw();
        }
    }

    void tick(long now) {
        if (fetching != null) {
            fetching.tick(now);
        }
    }

    void drain() {
        if (exchange != null) {
            exchange.drain();
        }
    }
}
