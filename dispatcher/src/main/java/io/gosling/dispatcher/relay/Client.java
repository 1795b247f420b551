package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.handoff.HandoffCallback;
import io.gosling.dispatcher.handoff.HandoffRoute;
import io.gosling.dispatcher.header.ClientRequestHead;
import io.gosling.dispatcher.relay.Deadline.Wait;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.netty.client.ConnectionPool;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a request came from, as its {@link Relay} sees it: a connection of HTTP/1.1, or a stream of HTTP/2. On its event
 * loop.
 */
public interface Client {
    EventLoop loop();

    /** Where its requests get their connections. */
    ConnectionPool pool();

    /**
     * The request is over: each is counted once.
     *
     * @param status that was sent, 0 for none
     */
    void count(RequestOutcome outcome, int status, long bytes);

    /** Whether the connection can stay open after the present request. */
    boolean mayKeep();

    /** Whether more of the response can be taken; if not, {@link Relay#clientWritable} is called when it can. */
    boolean isWritable();

    /** Bytes of the response that it was given and has not yet taken. */
    long untaken();

    /** How many of them it may have taken before any is seen to be. */
    long grain();

    /** Whether an interim response that nobody waits for would leave at once; others would only pile up. */
    boolean takesHints();

    /** What is waited for from now on, instead of anything else. */
    void await(Wait wait, Duration patience);

    void awaitNothing();

    /**
     * Whether the client would take a final response with this status for the change of protocol that it asked for, which
     * over HTTP/1.1 nothing but 101 is.
     */
    default boolean takesForGrant(HttpResponseStatus status) {
        return false;
    }

    /**
     * Whether a change of protocol that was granted is one for what was asked on behalf of this client. Over HTTP/1.1 the client
     * has asked itself, and sees for itself.
     */
    default boolean believes(HttpResponse granted) {
        return true;
    }

    /** Asks for one more piece of the request. */
    void readMore();

    /** An interim response, sent at once. */
    void writeInterim(HttpResponse interim);

    /** The header of the response. */
    void writeHead(HttpResponse head);

    /** A piece of the body, whose reference passes to here. */
    void writeBody(HttpContent piece);

    /** Where a response may go as bytes; null where every one has to be made up anew. */
    @Nullable
    RawOutput plainly();

    void flush();

    /** Ends a response that was written piece by piece. */
    void endResponse(LastHttpContent end, boolean keepAlive);

    /** Answers in the back-end's place. */
    void answer(LocalReply answer, ClientRequestHead request, boolean requestRead);

    /** Whether something has come after the request and before its answer. */
    boolean sentAhead();

    /**
     * The connection changes its protocol: the header of the 101 is sent, and then bytes pass between it and the
     * back-end's. Nothing else is asked of this client any more.
     *
     * @param backend a connection of this loop with its codec, which the tunnel closes
     * @param over told once, when the tunnel ends, how many bytes went to the client
     */
    void becomeTunnel(HttpResponse head, Channel backend, LongConsumer over);

    /** Whether its connection can go to another process as it is, with the present request unanswered. */
    default boolean mayGo() {
        return false;
    }

    /**
     * Offers its connection to another process. Nothing is asked of this client until the takeover is told what has become of
     * it; then one of {@link #went}, {@link #comeBack} and {@link #breakOff}.
     */
    default void go(HandoffRoute link, HandoffCallback takeover) {
        throw new IllegalStateException("this client cannot go");
    }

    /** Its connection is here again. */
    default void comeBack(Runnable then) {
        then.run();
    }

    /** Its connection is another process's. */
    default void went() {}

    /** Ends a connection of which nobody knows whose it is. */
    default void breakOff() {}

    /** Its connection stays here for the present request. */
    default void stay() {}

    /** Ends at once; whatever was promised and not sent stays unsent. */
    void abort();

    /** As {@link #abort}, so that the client does not take the end of its connection for the end of a body. */
    void reset();
}
