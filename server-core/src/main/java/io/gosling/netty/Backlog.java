package io.gosling.netty;

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
final class Backlog {
    private final Deque<Message> messages = new ArrayDeque<>();
    private int requests;

    /** @param began when the request began, of which this is the header; of no use for its body */
    record Message(Object content, long began) {}

    /** One more at the end, whose reference passes over. */
    void add(Object content, long began) {
        messages.add(new Message(content, began));
        if (content instanceof HttpRequest) {
            requests++;
        }
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    /** How many requests wait. */
    int requests() {
        return requests;
    }

    /** The first, whose reference passes to the caller; null when nothing waits. */
    @Nullable
    Message take() {
        Message first = messages.poll();
        if (first != null && first.content() instanceof HttpRequest) {
            requests--;
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
        return content;
    }

    /** Nothing of it is going to be answered. */
    void forget() {
        messages.forEach(message -> ReferenceCountUtil.safeRelease(message.content()));
        messages.clear();
        requests = 0;
    }
}
