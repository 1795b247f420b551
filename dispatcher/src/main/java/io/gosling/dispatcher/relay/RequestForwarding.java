package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.BackendStream;
import io.gosling.dispatcher.header.ClientRequestHead;
import io.gosling.dispatcher.header.Trailers;
import io.gosling.dispatcher.relay.Deadline.Wait;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.Limit;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The direction from client to back-end: the request's header, and its body as the client sends it and the back-end
 * takes it. Belongs to the event loop of its {@link Relay}, which chooses the back-end.
 */
final class RequestForwarding {
    /** Long enough for the event loop to read what a client has sent. */
    private static final long LOOK_MILLIS = 1;

    private static final String TOO_LONG = "the body is larger than this server takes";

    private final Relay relay;
    private final Client client;
    private final ClientRequestHead request;
    private final FrontEndSettings settings;
    private final RequestUpload upload;
    private final @Nullable MinimumRate pace;
    private boolean behind;
    /** Whether a piece of the body was asked for and has not come. */
    private boolean awaited;
    /** Whether it is looked at in a moment if that is so still. */
    private boolean looking;
    /** Whether the body has to begin before the request asks for a place. */
    private boolean gathering;
    /** The received beginning of the body, if the routing key depends on it. */
    private @Nullable BodyPrefix prefix;

    RequestForwarding(Relay relay, Client client, ClientRequestHead request, FrontEndSettings settings) {
        this.relay = relay;
        this.client = client;
        this.request = request;
        this.settings = settings;
        this.upload = new RequestUpload(request.hasBody(), settings.http().get(HttpLimits.BODY));
        this.pace = request.hasBody()
                ? new MinimumRate(
                        settings.admission().dataRate(),
                        settings.http().get(HttpLimits.BODY_TIME).toNanos())
                : null;
    }

    /** Whether the announced body may be passed on; refuses the request if not. */
    boolean admits() {
        boolean fits = request.bodyBytes() <= settings.http().get(HttpLimits.BODY);
        if (!fits) {
            relay.refuse(413, TOO_LONG);
        }
        return fits;
    }

    /**
     * Whether the relay waits for the beginning of the body before it enters: for as much as the routing key depends
     * on, and a byte at least, so that a client that announces a body and sends none takes no place. A connection that
     * may be handed off goes with its body unread.
     */
    boolean gathers() {
        int wanted = settings.target().bodyBytes();
        boolean gathers = request.hasBody() && !request.expectsContinue() && (wanted > 0 || !client.mayGo());
        if (gathers) {
            gathering = true;
            prefix = wanted == 0 ? null : new BodyPrefix(wanted);
            wantMore(); // which may bring all of it
        }
        return gathers;
    }

    private void gather(HttpContent piece) {
        BodyPrefix first = prefix;
        if (first == null) {
            gathering = false;
            upload.hold(piece);
            relay.enter(settings.target().of(request.outgoing()));
        } else if (first.add(piece)) {
            gathering = false;
            prefix = null;
            upload.hold(first.whole());
            relay.enter(settings.target().of(request.outgoing(), first.text()));
        } else {
            wantMore();
        }
    }

    /** Whether a piece of the body is kept, so that no other can be. */
    boolean isFull() {
        return upload.isFull();
    }

    /** Sends the header and what was kept of the body, and goes on with what the client sends. */
    void begin(BackendStream stream) {
        ask(stream);
        if (!relay.isSentTo(stream)) {
            return;
        }
        stream.read();
        HttpContent held = upload.unhold();
        if (held != null) {
            passOn(held, stream);
            return;
        }
        boolean clientIsToSend = upload.unfinished() && (upload.begun() || !request.expectsContinue());
        if (clientIsToSend) {
            awaitBody();
        } else {
            relay.awaitHeader();
        }
        if (upload.open()) {
            client.readMore();
        }
        pauseIfStarved();
    }

    /** Sends the header. */
    void ask(BackendStream stream) {
        stream.expect(request.isHead(), relay.takesPlain());
        stream.write(request.outgoing());
        stream.flush();
    }

    /**
     * A piece of the body came, of which there is only the empty end when the request has none.
     *
     * @param stream the back-end's connection, or null while there is none
     */
    void received(HttpContent content, @Nullable BackendStream stream) {
        awaited = false;
        if (pace != null) {
            pace.ends(now());
        }
        if (content.decoderResult().isFailure()) {
            content.release();
            relay.refuse(400, "the body's framing is broken");
        } else if (!request.hasBody()) {
            content.release();
            ended(content);
        } else if (gathering) {
            gather(content);
        } else if (stream == null) {
            // It came while the request waits, or was asked for by an attempt that has failed since.
            upload.hold(content);
            if (content instanceof LastHttpContent) {
                client.readMore();
            }
        } else if (relay.isSent() && !relay.resumesInTurn()) {
            client.awaitNothing();
            upload.hold(content);
        } else {
            if (client.isWritable()) {
                relay.resume(); // one that is being answered waits for nothing
            }
            passOn(content, stream);
        }
    }

    /** The request has its place again. */
    void resumed(BackendStream stream) {
        HttpContent held = upload.unhold();
        if (held != null) {
            passOn(held, stream);
        }
    }

    private void passOn(HttpContent content, BackendStream stream) {
        if (!upload.take(content)) {
            content.release();
            relay.refuse(413, TOO_LONG);
            return;
        }
        boolean last = content instanceof LastHttpContent;
        boolean ends = upload.noteEnd(content); // before it is sent, which may bring word that there is room for more
        LastHttpContent end = last
                ? Trailers.passedOn((LastHttpContent) content, settings.http().get(HttpLimits.HEADER_COUNT))
                : null;
        stream.write(new DefaultHttpContent(content.content()));
        if (end != null) {
            stream.write(end);
        }
        stream.flush();
        if (ends) {
            awaitAnswer();
        }
        if (last || relay.isOver()) {
            return;
        }
        if (stream.isWritable()) {
            wantMore();
        } else {
            relay.awaitHeader();
        }
    }

    private void ended(HttpContent content) {
        if (upload.noteEnd(content)) {
            awaitAnswer();
        }
    }

    private void awaitAnswer() {
        relay.awaitHeader();
        client.readMore();
    }

    /** The client was told to go on with its body: it is its turn. */
    void continued() {
        if (upload.unfinished() && !upload.begun()) {
            awaitBody();
            pauseIfStarved();
        }
    }

    /** The back-end can take more. */
    void writable() {
        if (upload.unfinished() && upload.begun() && !upload.isFull()) {
            wantMore();
        }
    }

    private void wantMore() {
        awaitBody();
        client.readMore();
        pauseIfStarved();
    }

    /**
     * Pauses the request while the client has to send. Data that the client has sent already is read first: a body that
     * is here must not give up its place and wait for it again with each piece.
     */
    private void pauseIfStarved() {
        if (awaited && !gathering && !looking) {
            looking = true;
            client.loop().schedule(this::look, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        looking = false;
        if (awaited && relay.isSent() && upload.unfinished()) {
            relay.pause();
        }
    }

    private void awaitBody() {
        if ((relay.isSent() || gathering) && pace != null) {
            Duration patience = settings.http().get(HttpLimits.BODY_TIME);
            long now = now();
            pace.begins(now);
            awaited = true;
            long moved = prefix == null ? upload.bytes() : prefix.bytes();
            long rest = pace.restNanos(moved, now);
            behind = rest < patience.toNanos();
            client.await(Wait.REQUEST_BODY, behind ? Duration.ofNanos(Math.max(0, rest)) : patience);
        }
    }

    /** The limit that is reached when an awaited piece of the body does not come. */
    Limit limit() {
        return behind ? Limit.DATA_RATE : Limit.BODY_TIME;
    }

    private long now() {
        return client.loop().ticker().nanoTime();
    }

    /** Whether something of the body was passed on, so that no other back-end can get it from its beginning. */
    boolean begun() {
        return upload.begun();
    }

    /** Whether bytes of the body are still to come. */
    boolean unfinished() {
        return upload.unfinished();
    }

    /** Gives up what was kept of the body. */
    void release() {
        upload.release();
        BodyPrefix begun = prefix;
        prefix = null;
        if (begun != null) {
            begun.release();
        }
    }
}
