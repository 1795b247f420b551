package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.handoff.HandedOffConnectionListener;
import io.gosling.dispatcher.handoff.HandoffLink;
import io.gosling.dispatcher.handoff.HandoffOutcome;
import io.gosling.dispatcher.header.ClientRequestHead;
import io.gosling.dispatcher.relay.ClientConnectionTimer.Wait;
import io.gosling.dispatcher.status.ClientConnectionAccessLog;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.netty.client.ConnectionPool;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The client side of a request, as its {@link RequestRelay} sees it: an HTTP/1.1 connection or an HTTP/2 stream. Used
 * on its event loop.
 */
public interface RelayClient {
    EventLoop loop();

    /** The pool from which its requests get their connections. */
    ConnectionPool pool();

    /** The access log with the present request. */
    ClientConnectionAccessLog log();

    /** Counts a request that is over, once; {@code status} is 0 if none was sent. */
    void count(RequestOutcome outcome, int status, long bytes);

    /** Returns true if the connection can stay open after the present request. */
    boolean mayKeep();

    /**
     * Returns true if more of the response can be taken; if not, {@link RequestRelay#clientWritable} is called when it
     * can.
     */
    boolean isWritable();

    /** Bytes of the response that were written and not yet sent to the client. */
    long untaken();

    /** The granularity of {@link #untaken}: bytes that the client may have read before any of them are seen to be. */
    long grain();

    /** Starts a timeout for this wait, in place of any other. */
    void await(Wait wait, Duration timeout);

    void awaitNothing();

    /** Returns true if this status grants the requested upgrade: over HTTP/1.1 only 101. */
    default boolean takesForGrant(HttpResponseStatus status) {
        return false;
    }

    /** Returns true if a 101 proves the upgrade requested for this client; HTTP/1.1 clients check it themselves. */
    default boolean believes(HttpResponse granted) {
        return true;
    }

    /** Requests one more piece of the request. */
    void readMore();

    /** An interim response, sent at once. */
    void writeInterim(HttpResponse interim);

    void writeHead(HttpResponse head);

    /** A piece of the body, whose reference passes to here. */
    void writeBody(HttpContent piece);

    /** The output for responses that are forwarded as bytes; null if every response has to be encoded anew. */
    @Nullable
    RawResponseOutput plainly();

    void flush();

    /** Ends a response that was written piece by piece. */
    void endResponse(LastHttpContent end, boolean keepAlive);

    void answer(LocalResponse answer, ClientRequestHead request, boolean requestRead);

    /** Returns true if anything was received after the request and before its response. */
    boolean sentAhead();

    /**
     * The connection changes its protocol: the header of the 101 is sent, and then bytes pass between it and the
     * back-end's. The client is not used for anything else.
     *
     * @param backend a connection of this loop with its codec, which the tunnel closes
     * @param over told once, when the tunnel ends, how many bytes went to the client
     */
    void becomeTunnel(HttpResponse head, Channel backend, LongConsumer over);

    /**
     * Returns true if its connection can be handed off to another process in its present state, with the present
     * request unanswered.
     */
    default boolean mayHandOff() {
        return false;
    }

    /**
     * Offers its connection to another process. This client is not used until {@code then} gets the outcome: then it is
     * closed if the connection is taken or lost, and as before otherwise.
     *
     * @param listener receives what happens to a connection that is taken
     * @param then as in {@link HandoffLink#offer}
     */
    default void handOff(HandoffLink link, HandedOffConnectionListener listener, Consumer<HandoffOutcome> then) {
        throw new IllegalStateException("this client cannot be handed off");
    }

    /** The connection stays here for the present request. */
    default void stay() {}

    /**
     * Closes at once; any rest of a response stays unsent.
     *
     * @param noticeably so that the client does not take the end of its connection for the end of a body
     */
    void abort(boolean noticeably);
}
