package io.gosling.gos.link;

import io.gosling.document.Ticker;
import io.gosling.gos.space.AsyncPeers;
import io.gosling.gos.space.PeerRefusal;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An answer that one thread waits for while a loop asks for it, and the body that comes with it. The loop receives; the
 * thread has the future, and the body afterwards.
 */
abstract class WaitingBody<T> implements LinkBody.Flow {
    private final Executor loop;
    private final Runnable onFailure;
    private final LinkBody body;
    private final CompletableFuture<LinkReply<T>> outcome = new CompletableFuture<>();

    /** On the loop. */
    private AsyncPeers.@Nullable Asked asked;

    /** Bytes of the body that have not come; negative where the length is not known. */
    private long left;

    private boolean abandoned;

    /** @param onFailure run by any thread if the body is cut or late */
    WaitingBody(Executor loop, Ticker ticker, Runnable onFailure) {
        this.loop = loop;
        this.onFailure = onFailure;
        this.body = new LinkBody(ticker, this);
    }

    CompletableFuture<LinkReply<T>> outcome() {
        return outcome;
    }

    LinkBody body() {
        return body;
    }

    /** On the loop: the question has been put. */
    void asked(AsyncPeers.Asked question) {
        asked = question;
        if (abandoned) {
            question.cancel();
        }
    }

    /** On the loop: so many bytes belong to the answer, or -1 when that is not known. */
    void expect(long length) {
        left = length;
    }

    /** On the loop: the answer, whose body the thread gets unless it waits no longer. */
    void complete(T answer) {
        if (!outcome.complete(new LinkReply.Got<>(answer))) {
            body.close();
        }
    }

    /** On the loop: the reference passes over. */
    void part(ByteBuf part) {
        if (left >= 0) {
            left -= part.readableBytes();
        }
        body.offer(part);
        if (left == 0) {
            body.end();
        }
    }

    /** On the loop: there will be no answer, or no more of it. */
    public void ended(PeerRefusal why) {
        if (!outcome.complete(new LinkReply.Refused<>(why))) {
            if (outcome.join() instanceof LinkReply.Got<T>) {
                onFailure.run();
            }
            body.fail(new IOException(Refusals.text(why)));
        }
    }

    @Override
    public void late() {
        onFailure.run();
    }

    @Override
    public void consumed(int bytes) {
        onQuestion(question -> question.consumed(bytes));
    }

    /** Any thread: the answer is no longer wanted. */
    @Override
    public void abandoned() {
        run(() -> {
            abandoned = true;
            if (asked != null) {
                asked.cancel();
            }
        });
    }

    /** Any thread: does something with the question on the loop. */
    void onQuestion(Consumer<AsyncPeers.Asked> step) {
        run(() -> {
            if (asked != null) {
                step.accept(asked);
            }
        });
    }

    private void run(Runnable step) {
        try {
            loop.execute(step);
        } catch (RejectedExecutionException e) {
            // The loop has ended, and the link with it.
        }
    }
}
