package io.gosling.netty.server;

import io.gosling.accesslog.AccessRecord;
import io.gosling.document.ResponseSource;
import io.gosling.http.documents.FetchedDocument;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.netty.fastpath.PlainRequestParser;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpRequest;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A plain request for a document that is not hot, and is being fetched, by another thread or from another node: has an
 * exchange slot meanwhile, and returns to its event loop once.
 *
 * <pre>
 *   1 waiting:    for a thread that reads, if one is needed
 *   2 begun:      a thread reads, or another node was asked; back on the loop when it is done
 *   3 withdrawn:  it has waited too long, and is back on the loop; the thread will do nothing
 * </pre>
 *
 * <p>Belongs to the loop, but for the two calls of the thread that reads.
 */
final class UncachedDocumentExchange implements UncachedDocumentFetcher.Receiver {
    private static final int WAITING = 0;
    private static final int BEGUN = 1;
    private static final int WITHDRAWN = 2;

    /** The time for which it waits for a thread; far longer than those that read need unless a disk hangs. */
    private static final long TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final ServerContext context;
    private final EventLoop loop;
    private final byte[] request;
    final boolean head;
    final boolean last;
    final @Nullable AccessRecord note;
    final long began;
    private final Consumer<UncachedDocumentExchange> over;

    private final AtomicInteger state = new AtomicInteger(WAITING);

    /** Written before it returns to the loop. */
    private @Nullable FetchedDocument fetched;

    /**
     * @param request just read, with all of the exchange's facts
     * @param note null without an access log
     * @param over run on the loop, when it has returned there
     */
    UncachedDocumentExchange(
            ServerContext context,
            EventLoop loop,
            PlainRequestParser request,
            @Nullable AccessRecord note,
            long began,
            Consumer<UncachedDocumentExchange> over) {
        this.context = context;
        this.loop = loop;
        this.request = request.copy();
        this.head = request.isHead();
        this.last = request.isLast();
        this.note = note;
        this.began = began;
        this.over = over;
    }

    @Override
    public boolean begins() {
        return state.compareAndSet(WAITING, BEGUN);
    }

    @Override
    public void done(@Nullable FetchedDocument document) {
        fetched = document;
        try {
            loop.execute(this::end);
        } catch (RejectedExecutionException e) {
            // The loop has ended, and the connection with it.
            release();
            context.slots().leave();
            long took = context.ticker().nanos() - began;
            context.log().answered(ResponseSource.ERROR, ServerExchange.CLIENT_LEFT, 0, took);
            context.lineLost();
        }
    }

    /** Ends the wait for a thread, if that lasts too long: then the worker path is to answer. */
    void tick(long now) {
        if (now - began > TIMEOUT_NANOS) {
            withdraw();
        }
    }

    /** Ends the wait for a thread; does nothing once one has begun. */
    void withdraw() {
        if (state.compareAndSet(WAITING, WITHDRAWN)) {
            end();
        }
    }

    private void end() {
        context.slots().leave();
        over.accept(this);
    }

    /** Returns the document, which the caller releases; null where the worker path is to answer. */
    @Nullable
    FetchedDocument fetched() {
        return fetched;
    }

    /** Releases the document, if there is one. */
    void release() {
        if (fetched != null) {
            fetched.document().release();
        }
    }

    HttpRequest decoded() {
        return PlainRequestParser.decode(request);
    }
}
