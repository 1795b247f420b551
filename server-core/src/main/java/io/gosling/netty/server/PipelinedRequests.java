package io.gosling.netty.server;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A connection's pipelined requests with their bodies, in order. Belongs to one connection and its loop. */
final class PipelinedRequests {
    /** Bytes of bodies that may wait before the connection pauses. */
    static final int ENOUGH = 64 << 10;

    private static final int EACH_PIECE = 256;

    private final Deque<Message> messages = new ArrayDeque<>();
    private int requests;
    private long held;

    /** @param began begin of the request, valid with its header */
    record Message(Object content, long began) {}

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

    boolean isFull(int mostRequests) {
        return requests >= mostRequests || held >= ENOUGH;
    }

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

    void forget() {
        messages.forEach(message -> ReferenceCountUtil.safeRelease(message.content()));
        messages.clear();
        requests = 0;
        held = 0;
    }

    /** Returns the cost of a piece; 0 for the end of a request without a body. */
    private static long cost(Object piece) {
        int bytes = piece instanceof HttpContent content ? content.content().readableBytes() : 0;
        return bytes == 0 ? 0 : EACH_PIECE + bytes;
    }
}
