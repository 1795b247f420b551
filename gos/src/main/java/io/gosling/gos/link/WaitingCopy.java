package io.gosling.gos.link;

import io.gosling.document.Lookup;
import io.gosling.document.Ticker;
import io.gosling.gos.space.AsyncPeers;
import io.gosling.gos.space.PeerRefusal;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A copy that one thread waits for while a loop asks for it. The loop calls the methods of the reader; the thread has
 * the future, and the body afterwards.
 */
final class WaitingCopy implements AsyncPeers.CopyReader, LinkBody.Flow {
    private final Executor loop;
    private final Runnable onFailure;
    private final LinkBody body;
    private final CompletableFuture<LinkReply<Reply>> outcome = new CompletableFuture<>();

    /** On the loop. */
    private AsyncPeers.@Nullable Asked asked;

    private long left;
    private boolean abandoned;

    /** The answer. */
    sealed interface Reply {
        /** The copy's properties, and its bytes, which may still be arriving; the thread closes them. */
        record Given(AsyncPeers.GivenCopy copy, int load, LinkBody body) implements Reply {}

        record Said(Lookup lookup) implements Reply {}
    }

    /** @param onFailure run by any thread if the body is cut or late */
    WaitingCopy(Executor loop, Ticker ticker, Runnable onFailure) {
        this.loop = loop;
        this.onFailure = onFailure;
        this.body = new LinkBody(ticker, this);
    }

    CompletableFuture<LinkReply<Reply>> outcome() {
        return outcome;
    }

    /** On the loop: the question has been put. */
    void asked(AsyncPeers.Asked question) {
        asked = question;
        if (abandoned) {
            question.cancel();
        }
    }

    @Override
    public void copy(AsyncPeers.GivenCopy copy, int load) {
        left = copy.representation().length();
        if (!outcome.complete(new LinkReply.Got<>(new Reply.Given(copy, load, body)))) {
            body.close();
        }
    }

    @Override
    public void bytes(ByteBuf part) {
        left -= part.readableBytes();
        body.offer(part);
        if (left == 0) {
            body.end();
        }
    }

    @Override
    public void said(Lookup lookup) {
        outcome.complete(new LinkReply.Got<>(new Reply.Said(lookup)));
    }

    @Override
    public void ended(PeerRefusal why) {
        if (!outcome.complete(new LinkReply.Refused<>(why))) {
            if (outcome.join() instanceof LinkReply.Got<Reply>) {
                onFailure.run();
            }
            body.fail(new IOException(Refusals.text(why)));
        }
    }

    @Override
    public void consumed(int bytes) {
        run(() -> {
            if (asked != null) {
                asked.consumed(bytes);
            }
        });
    }

    /** Any thread: the copy is no longer wanted. */
    @Override
    public void abandoned() {
        run(() -> {
            abandoned = true;
            if (asked != null) {
                asked.cancel();
            }
        });
    }

    @Override
    public void late() {
        onFailure.run();
    }

    private void run(Runnable step) {
        try {
            loop.execute(step);
        } catch (RejectedExecutionException e) {
            // The loop has ended, and the link with it.
        }
    }
}
