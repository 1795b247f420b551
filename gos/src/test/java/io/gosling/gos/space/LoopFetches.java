package io.gosling.gos.space;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.http.documents.FetchedDocument;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.testing.Eventually;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Fetches of a node for an event loop, and what their clients get, as a text that the test makes of it. */
public final class LoopFetches {
    public static final String LEFT = "left to the worker path";

    public final StorageThreads threads = new StorageThreads(1, Ticker.system());
    private final EventLoop loop = new DefaultEventLoop();
    private final Function<FetchedDocument, String> text;

    public LoopFetches(Function<FetchedDocument, String> text) {
        this.text = text;
    }

    /** The receiver of one fetch. */
    final class Asked implements UncachedDocumentFetcher.Receiver {
        private final LinkedBlockingQueue<String> results = new LinkedBlockingQueue<>();

        @Override
        public boolean begins() {
            return true;
        }

        @Override
        public void done(@Nullable FetchedDocument document) {
            if (document == null) {
                results.add(LEFT);
                return;
            }
            results.add(text.apply(document));
            document.document().release();
        }

        String result() throws InterruptedException {
            return Objects.requireNonNull(results.poll(30, TimeUnit.SECONDS));
        }
    }

    public boolean begins(UncachedDocumentFetcher cold, String key) {
        return begins(cold, key, new Asked());
    }

    boolean begins(UncachedDocumentFetcher cold, String key, UncachedDocumentFetcher.Receiver receiver) {
        return cold.fetch(key, loop, receiver);
    }

    public String fetch(UncachedDocumentFetcher cold, String key) throws InterruptedException {
        Asked asked = new Asked();
        assertTrue(begins(cold, key, asked));
        return asked.result();
    }

    /** Ends them, after {@code others}, and has the memory give back all bytes. */
    public void end(NodeObjectMemory memory, Runnable others) {
        threads.close();
        loop.shutdownGracefully();
        others.run();
        // A thread may store what was fetched last.
        Eventually.that("all bytes are given back", () -> {
            memory.hot().clear();
            return memory.hot().inUse().now() == 0;
        });
    }
}
