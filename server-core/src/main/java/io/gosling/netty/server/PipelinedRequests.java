package io.gosling.netty.server;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What a client sent ahead of its turn: pipelined requests with their bodies, in order. Belongs to one connection and its
 * loop.
 */
final class PipelinedRequests {
    /** Bytes of bodies that may wait before the connection is not read any more. */
    static final int ENOUGH = 64 << 10;

    /** What a piece of a body costs besides its bytes, so that many small ones are not held for little. */
    private static final int EACH_PIECE = 256;

    private final Deque<Message> messages = new ArrayDeque<>();
    private int requests;
    private long held;

    /** @param began when the request began, of which this is the header; of no use for its body */
    record Message(Object content, long began) {}

    /** One more at the end, whose reference passes over. */
    void add(Object content, long began) {
        messages.add(new Message(content, began));
        if (content instanceof HttpRequest) {
            requests++;
        } else {
            held += cost(content);
        }
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    /** Whether no more is to be read: so many requests wait, or {@value #ENOUGH} bytes of their bodies. */
    boolean isFull(int mostRequests) {
        return requests >= mostRequests || held >= ENOUGH;
    }

    /** The first, whose reference passes to the caller; null when nothing waits. */
    @Nullable
    Message take() {
        Message first = messages.poll();
        if (first != null && first.content() instanceof HttpRequest) {
            requests--;
        } else if (first != null) {
            held -= cost(first.content());
        }
        return first;
    }

    /** The first if it is a piece of a body, and not a request; else null. */
    @Nullable
    HttpContent takeContent() {
        Message first = messages.peek();
        if (first == null || !(first.content() instanceof HttpContent content)) {
            return null;
        }
        messages.remove();
        held -= cost(content);
        return content;
    }

    /** Nothing of it is going to be answered. */
    void forget() {
        messages.forEach(message -> ReferenceCountUtil.safeRelease(message.content()));
        messages.clear();
        requests = 0;
        held = 0;
    }

    /** The end of a request without a body costs nothing: requests have a number of their own. */
    private static long cost(Object piece) {
        int bytes = piece instanceof HttpContent content ? content.content().readableBytes() : 0;
        return bytes == 0 ? 0 : EACH_PIECE + bytes;
    }
}
