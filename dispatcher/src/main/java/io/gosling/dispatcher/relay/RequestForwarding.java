package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.BackendChannel;
import io.gosling.dispatcher.header.ClientRequestHead;
import io.gosling.dispatcher.header.TrailerSanitizer;
import io.gosling.dispatcher.relay.ClientConnectionTimer.Wait;
import io.gosling.dispatcher.settings.AdmissionSettings;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.site.rules.HeaderRuleFilter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The direction from client to back-end: the request's header, and its body as the client sends it and the back-end
 * takes it. Belongs to the event loop of its {@link RequestRelay}, which chooses the back-end.
 */
final class RequestForwarding {
    /** Delay in which the event loop reads what a client has sent. */
    private static final long LOOK_MILLIS = 1;

    private static final String TOO_LONG = "the body is larger than this server takes";

    private final RequestRelay relay;
    private final RelayClient client;
    private final ClientRequestHead request;
    private final FrontEndContext.Terms terms;
    private final HeaderRuleFilter headerRules;
    private final @Nullable MinimumRateCheck pace;
    /** True if some of the body was passed on. */
    private boolean begun;

    private boolean ended;
    private long bytes;
    /** A piece that was received before an attempt or between two; the next attempt passes it on. */
    private @Nullable HttpContent held;

    private boolean awaited;
    /** True if a check for a starved upload is scheduled. */
    private boolean looking;
    /** True if the body has to begin before admission. */
    private boolean gathering;

    RequestForwarding(RequestRelay relay, FrontEndContext.Terms terms) {
        this.relay = relay;
        this.client = relay.client;
        this.request = relay.request;
        this.terms = terms;
        this.headerRules = relay.headerRules;
        this.pace = request.hasBody()
                ? new MinimumRateCheck(
                        terms.settings().get(AdmissionSettings.DATA_RATE),
                        terms.bodyTime().toNanos())
                : null;
    }

    /** Refuses a request whose announced body is too long; returns true if it was. */
    boolean refuseIfTooLong() {
        boolean tooLong = request.bodyBytes() > terms.body();
        if (tooLong) {
            relay.refuse(413, TOO_LONG);
        }
        return tooLong;
    }

    /**
     * Begins to wait for the body's first byte, against silent clients, except where the connection may be handed off.
     * Returns true if it waits.
     */
    boolean beginGathering() {
        gathering = request.hasBody() && !request.expectsContinue() && !client.mayHandOff();
        if (gathering) {
            wantMore();
            return true;
        }
        return false;
    }

    /** True if a kept piece leaves no room for another. */
    boolean isFull() {
        return held != null && !(held instanceof LastHttpContent);
    }

    private void hold(HttpContent piece) {
        HttpContent before = unhold();
        held = piece;
        if (before != null) {
            boolean lost = before.content().isReadable();
            before.release();
            if (lost) {
                throw new IllegalStateException("a piece of a body came while another was kept");
            }
        }
    }

    private @Nullable HttpContent unhold() {
        HttpContent piece = held;
        held = null;
        return piece;
    }

    /** Sends the header and what was kept of the body, and goes on with what the client sends. */
    void begin(BackendChannel stream) {
        stream.expect(request.isHead(), relay.takesPlain());
        stream.write(request.outgoing());
        stream.flush();
        if (!relay.isSentTo(stream)) {
            return;
        }
        stream.read();
        if (held != null) {
            resumed(stream);
            return;
        }
        if (unfinished() && (begun || !request.expectsContinue())) {
            awaitBody();
        } else {
            relay.awaitHeader();
        }
        if (!ended) {
            client.readMore();
        }
        pauseIfStarved();
    }

    /** Handles a piece of the body; {@code stream} is the back-end's connection, or null. */
    void received(HttpContent content, @Nullable BackendChannel stream) {
        awaited = false;
        if (pace != null) {
            pace.ends(now());
        }
        if (content.decoderResult().isFailure()) {
            content.release();
            relay.refuse(400, "the body's framing is broken");
        } else if (!request.hasBody()) {
            content.release();
            if (noteEnd(content)) {
                awaitAnswer();
            }
        } else if (gathering) {
            gathering = false;
            hold(content);
            client.awaitNothing();
            relay.enter();
        } else if (stream == null) {
            // The request waits, or the requesting attempt has failed.
            hold(content);
            if (content instanceof LastHttpContent) {
                client.readMore();
            }
        } else if (relay.isSent() && !relay.resumesInTurn()) {
            client.awaitNothing();
            hold(content);
        } else {
            if (client.isWritable()) {
                relay.resume(); // one that is being answered waits for nothing
            }
            passOn(content, stream);
        }
    }

    /** Passes on what was kept. */
    void resumed(BackendChannel stream) {
        HttpContent piece = unhold();
        if (piece != null) {
            passOn(piece, stream);
        }
    }

    private void passOn(HttpContent content, BackendChannel stream) {
        begun = true;
        bytes += content.content().readableBytes();
        if (bytes > terms.body()) {
            content.release();
            relay.refuse(413, TOO_LONG);
            return;
        }
        boolean ends = noteEnd(content); // before it is sent, which may bring word that there is room for more
        LastHttpContent end = content instanceof LastHttpContent last
                ? TrailerSanitizer.passedOn(
                        last, terms.settings().get(HttpLimits.HEADER_COUNT), headerRules::concernRequests)
                : null;
        stream.write(new DefaultHttpContent(content.content()));
        if (end != null) {
            stream.write(end);
        }
        stream.flush();
        if (ends) {
            awaitAnswer();
        }
        if (end != null || relay.isOver()) {
            return;
        }
        if (stream.isWritable()) {
            wantMore();
        } else {
            relay.awaitHeader();
        }
    }

    /** Notes the end of the request; false when it was noted before, or the piece is not the last. */
    private boolean noteEnd(HttpContent piece) {
        boolean ends = piece instanceof LastHttpContent && !ended;
        ended |= ends;
        return ends;
    }

    private void awaitAnswer() {
        relay.awaitHeader();
        client.readMore();
    }

    void continued() {
        if (unfinished() && !begun) {
            awaitBody();
            pauseIfStarved();
        }
    }

    void writable() {
        if (unfinished() && begun && !isFull()) {
            wantMore();
        }
    }

    private void wantMore() {
        awaitBody();
        client.readMore();
        pauseIfStarved();
    }

    /** Pauses while the client has to send, after reading data that is here already. */
    private void pauseIfStarved() {
        if (awaited && !gathering && !looking) {
            looking = true;
            client.loop().schedule(this::look, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        looking = false;
        if (awaited && relay.isSent() && unfinished()) {
            relay.pause();
        }
    }

    private void awaitBody() {
        if ((relay.isSent() || gathering) && pace != null) {
            awaited = true;
            client.await(Wait.REQUEST_BODY, pace.begins(bytes, now(), terms.bodyTime()));
        }
    }

    /** The limit that is reached when an awaited piece of the body does not come. */
    LimitKind limit() {
        return pace != null && pace.isBehind() ? LimitKind.DATA_RATE : LimitKind.BODY_TIME;
    }

    private long now() {
        return client.loop().ticker().nanoTime();
    }

    /** True if some of the body was passed on, which excludes retries. */
    boolean begun() {
        return begun;
    }

    /** True while more of an announced body is to come. */
    boolean unfinished() {
        return request.hasBody() && !ended;
    }

    void release() {
        ReferenceCountUtil.release(unhold());
    }
}
